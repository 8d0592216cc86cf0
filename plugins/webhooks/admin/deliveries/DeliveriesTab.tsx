import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { EmptyState, lazyPart, ResourceList, useDialogAddress } from '@crossdock/admin/kit'
import { Send } from 'lucide-react'
import { useRecordContext, useTranslate } from 'ra-core'
import { receivesAllEvents, POLL, type Delivery, type Webhook } from '../model.js'
import { useEventTypes } from '../pieces/use_event_types.js'
import { DeliveryCard } from './DeliveryCard.js'
import { useColumns } from './columns.js'
import { failed, useFailedCount } from './use_failed_count.js'

const DeliveryPanel = lazyPart(() => import('./DeliveryPanel.js'))
const DeliveryDialog = lazyPart(() => import('./DeliveryDialog.js'))

/** Number of events with their own chip; a filter offers the rest. */
const mostChips = 3

/** The deliveries of a webhook. The URL contains the id of the selected delivery. */
export default function DeliveriesTab() {
  const webhook = useRecordContext<Webhook>()
  return webhook && <Deliveries webhook={webhook} />
}

function Deliveries({ webhook }: { webhook: Webhook }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.deliveries.${key}`, values)
  const opened = useDialogAddress('delivery')
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('lg'), { noSsr: true })
  const isSmall = isNarrow || !opened.value
  const failures = useFailedCount(webhook)
  const { data: types = [] } = useEventTypes()
  const heard = receivesAllEvents(webhook) ? types.map(({ name }) => name) : webhook.eventTypes
  const hasChips = heard.length <= mostChips
  return (
    <>
      <ResourceList<Delivery>
        resource={`webhooks/${webhook.id}/deliveries`}
        storeKey="webhooks/deliveries"
        label={text('list')}
        columns={useColumns()}
        sort={{ field: 'createdAt', order: 'DESC' }}
        quick={[
          { id: 'all', label: text('all'), filter: {} },
          { id: 'failed', label: text('failed'), filter: failed, count: failures },
          ...(hasChips
            ? heard.map((name) => ({ id: name, label: name, filter: { eventType: name } }))
            : []),
        ]}
        filters={
          hasChips
            ? []
            : [
                {
                  source: 'eventType',
                  label: text('column.event'),
                  choices: heard.map((name) => ({ id: name, name })),
                  pinned: true,
                },
              ]
        }
        onOpen={({ id }) => opened.open(id)}
        isOpen={({ id }) => id === opened.value}
        card={(delivery) => <DeliveryCard delivery={delivery} />}
        around={(list) => (
          <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2 }}>
            <Box sx={{ flex: 1, minWidth: 0, '& tbody > tr > td': { py: '10px' } }}>{list}</Box>
            {!isSmall && opened.value && (
              <DeliveryPanel webhook={webhook} id={opened.value} onClose={opened.close} />
            )}
          </Box>
        )}
        empty={
          <EmptyState icon={Send} title={text('emptyTitle')} description={text('emptyText')} />
        }
        noMatch={text('noMatch')}
        refetchInterval={POLL}
      />
      {isNarrow && opened.value && (
        <DeliveryDialog webhook={webhook} id={opened.value} onClose={opened.close} />
      )}
    </>
  )
}
