import type { Webhook } from '@crossdock/client'
import {
  BackLink,
  Badge,
  EmptyState,
  ErrorState,
  mono,
  PageBody,
  PageHeader,
  PageSkeleton,
  ResourceList,
  useRead,
  type ListColumn,
} from '@crossdock/admin/kit'
import Box from '@mui/material/Box'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useSearchParams } from 'react-router-dom'
import { RequestList } from './RequestList.js'
import { WebhookPanel } from './WebhookPanel.js'
import { useVerifications, webhookPath } from './model.js'

const filters = { workflow: 'workflowId', endpoint: 'endpointId', webhook: 'id' } as const

/** /integrations/webhooks: the addresses that other systems call, and received requests; or one address. */
export default function WebhooksScreen() {
  const [search] = useSearchParams()
  const chosen = Object.entries(filters).flatMap(([name, source]) => {
    const id = search.get(name)
    return id ? [[source, id] as const] : []
  })[0]
  return chosen ? <OneWebhook filter={{ [chosen[0]]: chosen[1] }} /> : <AllWebhooks />
}

function OneWebhook({ filter }: { filter: Record<string, string> }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.webhooks.${key}`, values)
  const found = useRead<Webhook[]>('integrations/webhooks', {
    query: { filter: JSON.stringify(filter), range: '[0,0]' },
  })
  if (found.isPending) return <PageSkeleton />
  const [webhook] = found.data ?? []
  return (
    <>
      <PageHeader
        title={webhook ? text('titleOf', { name: webhook.targetName ?? '–' }) : text('title')}
        above={<BackLink to="/integrations/webhooks">{text('all')}</BackLink>}
      />
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : webhook ? (
        <WebhookPanel webhook={webhook} />
      ) : (
        <EmptyState
          icon={WebhookIcon}
          title={text('missing.title')}
          description={text('missing.text')}
        />
      )}
    </>
  )
}

function AllWebhooks() {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.webhooks.${key}`)
  return (
    <>
      <PageHeader
        title={text('title')}
        subtitle={text('subtitle')}
        above={<BackLink to="/integrations">{text('back')}</BackLink>}
      />
      <PageBody>
        <ResourceList<Webhook>
          resource="integrations/webhooks"
          label={text('title')}
          columns={useColumns()}
          sort={{ field: 'createdAt', order: 'DESC' }}
          to={({ id }) => webhookPath({ webhook: id })}
          empty={
            <EmptyState
              icon={WebhookIcon}
              title={text('empty.title')}
              description={text('empty.text')}
            />
          }
          noMatch={text('noMatch')}
        />
        <RequestList />
      </PageBody>
    </>
  )
}

function useColumns(): ListColumn<Webhook>[] {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.webhooks.${key}`, values)
  const column = (key: string) => text(`column.${key}`)
  const { data: kinds = [] } = useVerifications()
  return [
    {
      source: 'targetName',
      label: column('for'),
      card: 'title',
      render: ({ targetName }) => targetName ?? '–',
    },
    {
      source: 'targetType',
      label: column('type'),
      card: 'corner',
      render: ({ targetType }) => (
        <Badge variant="outline">{translate(`integrations.webhooks.target.${targetType}`)}</Badge>
      ),
    },
    {
      source: 'starts',
      label: column('starts'),
      render: ({ starts: [first, ...others] }) =>
        first === undefined
          ? text('noListener')
          : others.length === 0
            ? first
            : text('andMore', { name: first, smart_count: others.length }),
    },
    {
      source: 'webhookUrl',
      label: column('address'),
      render: ({ webhookUrl }) => (
        <Box
          component="span"
          sx={{ fontFamily: mono, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
        >
          {webhookUrl}
        </Box>
      ),
    },
    {
      source: 'verification',
      label: column('verification'),
      render: ({ verification }) =>
        kinds.find(({ name }) => name === verification)?.label ?? verification,
    },
    {
      source: 'mode',
      label: column('mode'),
      render: ({ mode }) => translate(`integrations.webhooks.mode.${mode}`),
    },
  ]
}
