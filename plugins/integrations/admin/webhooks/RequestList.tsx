import type { Webhook, WebhookRequest } from '@crossdock/client'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import {
  Badge,
  EmptyState,
  formatExact,
  lazyPart,
  RelativeTime,
  ResourceList,
  type ListColumn,
} from '@crossdock/admin/kit'
import { Inbox } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { useSearchParams } from 'react-router-dom'
import { outcomeColor } from './model.js'

const RequestDialog = lazyPart(() => import('./RequestDialog.js'))

const outcomes = [
  'accepted',
  'duplicate',
  'paused',
  'inactive_environment',
  'no_workflow',
  'refused_method',
  'refused_signature',
  'refused_body',
  'refused_schema',
  'refused_files',
  'too_large',
  'incomplete',
  'limit',
] as const
const POLL = 10_000

/** The requests to one webhook, or to all of them. The address holds the open request. */
export function RequestList({ webhook }: { webhook?: Webhook }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.webhooks.requests.${key}`)
  const [search, setSearch] = useSearchParams()
  const opened = search.get('request')
  const open = (id: string | null) =>
    setSearch((now) => {
      if (id) now.set('request', id)
      else now.delete('request')
      return now
    })
  return (
    <Box component="section">
      <Typography variant="h2">{text('title')}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {text('text')}
      </Typography>
      <ResourceList<WebhookRequest>
        resource="integrations/webhook-requests"
        label={text('title')}
        columns={useColumns(open)}
        sort={{ field: 'createdAt', order: 'DESC' }}
        {...(webhook ? { filter: { addressId: webhook.id } } : {})}
        filters={[
          {
            source: 'outcome',
            label: text('outcome'),
            choices: outcomes.map((id) => ({
              id,
              name: translate(`integrations.webhooks.outcome.${id}`),
            })),
            pinned: true,
          },
          { source: 'after', label: text('received'), period: true },
        ]}
        onOpen={({ id }) => open(id)}
        empty={
          <EmptyState icon={Inbox} title={text('emptyTitle')} description={text('emptyText')} />
        }
        noMatch={text('noMatch')}
        refetchInterval={POLL}
      />
      {opened && <RequestDialog id={opened} onClose={() => open(null)} />}
    </Box>
  )
}

function useColumns(open: (id: string) => void): ListColumn<WebhookRequest>[] {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.webhooks.requests.${key}`)
  return [
    {
      source: 'createdAt',
      label: text('received'),
      sortable: true,
      firstOrder: 'DESC',
      card: 'title',
      render: ({ id, createdAt }) => (
        <Link
          component="button"
          type="button"
          color="inherit"
          underline="hover"
          onClick={(event) => {
            event.stopPropagation()
            open(id)
          }}
        >
          <RelativeTime time={createdAt} />
        </Link>
      ),
    },
    {
      source: 'outcome',
      label: text('outcome'),
      card: 'corner',
      render: (request) => (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
          <Badge variant={outcomeColor(request)}>
            {translate(`integrations.webhooks.outcome.${request.outcome}`)}
          </Badge>
          <ReplayMark request={request} />
        </Box>
      ),
    },
    { source: 'method', label: text('method'), render: ({ method }) => method },
    { source: 'status', label: text('status'), render: ({ status }) => status },
    {
      source: 'size',
      label: text('size'),
      align: 'right',
      render: ({ size }) => formatExact(size),
    },
    {
      source: 'reason',
      label: text('reason'),
      width: '35%',
      render: ({ reason }) => (
        <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {reason ?? '–'}
        </Box>
      ),
    },
  ]
}

/** Marks a request that is a replay, or that a listed request replays. */
function ReplayMark({ request: { id, replayOf } }: { request: WebhookRequest }) {
  const translate = useTranslate()
  const { data = [] } = useListContext<WebhookRequest>()
  const mark = replayOf
    ? 'isReplay'
    : data.some((one) => one.replayOf === id)
      ? 'wasReplayed'
      : undefined
  return (
    mark && <Badge variant="outline">{translate(`integrations.webhooks.requests.${mark}`)}</Badge>
  )
}
