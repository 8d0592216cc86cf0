import Box from '@mui/material/Box'
import {
  ActionMenu,
  actionsColumn,
  ResourceList,
  RowLink,
  type ListColumn,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { POLL, webhookPath, webhookStatuses, type Webhook } from '../model.js'
import { StatusBadge } from '../pieces/StatusBadge.js'
import { code, cut } from '../pieces/text_style.js'
import type { useWebhookActions } from '../form/use_webhook_actions.js'
import { Events, LastDelivery } from './Cells.js'
import { WebhookCard } from './WebhookCard.js'

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
      card={(webhook) => (
        <WebhookCard
          webhook={webhook}
          menu={actions.canWrite && <Menu webhook={webhook} actions={actions} />}
        />
      )}
      nameOf={({ name }) => name}
      empty={empty}
      noMatch={text('noMatch')}
      refetchInterval={POLL}
    />
  )
}

function Menu({ webhook, actions }: { webhook: Webhook; actions: Actions }) {
  const translate = useTranslate()
  return (
    // A click on the card opens the webhook; a click on the menu does not.
    <span onClick={(event) => event.stopPropagation()}>
      <ActionMenu
        label={translate('webhooks.actionsFor', { name: webhook.name })}
        actions={() => actions.menuOf(webhook)}
      />
    </span>
  )
}

function useColumns(actions: Actions): ListColumn<Webhook>[] {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.${key}`, values)
  return [
    {
      source: 'name',
      label: text('column.name'),
      sortable: true,
      width: '20%',
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
      width: '30%',
      render: ({ url }) => (
        <Box sx={{ ...code, ...cut, color: 'text.secondary' }} title={url}>
          {url}
        </Box>
      ),
    },
    {
      source: 'eventTypes',
      label: text('column.events'),
      width: '30%',
      render: (webhook) => <Events webhook={webhook} />,
    },
    {
      source: 'lastDelivery',
      label: text('column.lastDelivery'),
      width: 150,
      render: (webhook) => <LastDelivery webhook={webhook} />,
    },
    ...(actions.canWrite
      ? [
          actionsColumn<Webhook>(translate('kit.actions'), (webhook) => (
            <Menu webhook={webhook} actions={actions} />
          )),
        ]
      : []),
  ]
}
