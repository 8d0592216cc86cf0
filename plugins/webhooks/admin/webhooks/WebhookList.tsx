import Box from '@mui/material/Box'
import {
  ActionMenu,
  actionsColumn,
  RelativeTime,
  ResourceList,
  RowLink,
  type ListColumn,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { hearsAll, POLL, webhookPath, webhookStatuses, type Webhook } from '../model.js'
import { DeliveryDot } from '../pieces/DeliveryDot.js'
import { StatusBadge } from '../pieces/StatusBadge.js'
import { code, cut } from '../pieces/text_style.js'
import type { useWebhookActions } from '../pieces/use_webhook_actions.js'

type Actions = ReturnType<typeof useWebhookActions>

interface WebhookListProps {
  actions: Actions
  empty: ReactNode
}

/** All webhooks of the environment. */
export function WebhookList({ actions, empty }: WebhookListProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`webhooks.${key}`)
  return (
    <ResourceList<Webhook>
      resource="webhooks"
      label={text('list')}
      columns={useColumns(actions)}
      sort={{ field: 'name', order: 'ASC' }}
      search={text('search')}
      quick={[
        { id: 'all', label: text('chip.all'), filter: {} },
        ...webhookStatuses.map((status) => ({
          id: status,
          label: text(`status.${status}`),
          filter: { status },
        })),
      ]}
      to={webhookPath}
      nameOf={({ name }) => name}
      empty={empty}
      noMatch={text('noMatch')}
      refetchInterval={POLL}
    />
  )
}

function useColumns({ menuOf, canWrite }: Actions): ListColumn<Webhook>[] {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.${key}`, values)
  return [
    {
      source: 'name',
      label: text('column.name'),
      sortable: true,
      width: '24%',
      card: 'title',
      render: (webhook) => <RowLink to={webhookPath(webhook)}>{webhook.name}</RowLink>,
    },
    {
      source: 'status',
      label: text('column.status'),
      width: 110,
      render: (webhook) => <StatusBadge webhook={webhook} />,
    },
    {
      source: 'url',
      label: text('column.url'),
      width: '32%',
      render: ({ url }) => (
        <Box sx={{ ...code, ...cut, color: 'text.secondary' }} title={url}>
          {url}
        </Box>
      ),
    },
    {
      source: 'eventTypes',
      label: text('column.events'),
      width: '24%',
      render: (webhook) => <Events webhook={webhook} />,
    },
    {
      source: 'lastDelivery',
      label: text('column.lastDelivery'),
      width: 150,
      render: ({ lastDelivery }) =>
        lastDelivery ? (
          <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}>
            <DeliveryDot status={lastDelivery.status} />
            <RelativeTime time={lastDelivery.at} />
          </Box>
        ) : (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {text('noDelivery')}
          </Box>
        ),
    },
    ...(canWrite
      ? [
          actionsColumn<Webhook>(translate('kit.actions'), (webhook) => (
            <ActionMenu
              label={text('actionsFor', { name: webhook.name })}
              actions={() => menuOf(webhook)}
            />
          )),
        ]
      : []),
  ]
}

/** The first events by name, and how many there are besides. */
function Events({ webhook }: { webhook: Webhook }) {
  const translate = useTranslate()
  if (hearsAll(webhook)) return translate('webhooks.allEvents')
  const { eventTypes } = webhook
  // Two fit; of more the first stands for all.
  const shown = eventTypes.length > 2 ? eventTypes.slice(0, 1) : eventTypes
  const others = eventTypes.length - shown.length
  return (
    <Box sx={cut} title={eventTypes.join(', ')}>
      <Box component="span" sx={code}>
        {shown.join(', ')}
      </Box>
      {others > 0 && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {' '}
          {translate('webhooks.andMore', { smart_count: others })}
        </Box>
      )}
    </Box>
  )
}
