import type { IntegrationLog } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import {
  Badge,
  EmptyState,
  formatDuration,
  Icon,
  invalidate,
  lazyPart,
  mono,
  RelativeTime,
  ResourceList,
  shortId,
  usePermissions,
  type ListColumn,
} from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { Activity, RefreshCw } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import { logStatuses } from '../model.js'
import { ExportButton } from './ExportButton.js'
import { StatusBadge } from './StatusBadge.js'

const LogDialog = lazyPart(() => import('./LogDialog.js'))

const POLL = 10_000

/** Lists calls to external systems, updated live. The open call is part of the page address. */
export default function ActivityTab() {
  const translate = useTranslate()
  const client = useQueryClient()
  const { can } = usePermissions()
  const canReadFlows = can('flows.read')
  const text = (key: string) => translate(`integrations.activity.${key}`)
  const [search, setSearch] = useSearchParams()
  const opened = search.get('log')
  const open = (id: string | null) =>
    setSearch((now) => {
      if (id) now.set('log', id)
      else now.delete('log')
      return now
    })
  const columns = useColumns(open)
  return (
    <>
      <ResourceList<IntegrationLog>
        log
        resource="integrations/logs"
        label={text('list')}
        columns={columns}
        sort={{ field: 'createdAt', order: 'DESC' }}
        search={text('search')}
        filters={[
          {
            source: 'status',
            label: text('status'),
            choices: logStatuses.map((id) => ({ id, name: text(`state.${id}`) })),
            pinned: true,
          },
          { source: 'after', label: text('column.createdAt'), period: true },
          { source: 'systemId', label: text('column.system'), reference: 'integrations/systems' },
          {
            source: 'endpointId',
            label: text('column.endpoint'),
            reference: 'integrations/endpoints',
          },
          ...(can('assets.read')
            ? [{ source: 'assetId', label: text('column.file'), reference: 'assets' }]
            : []),
          ...(canReadFlows
            ? [
                {
                  source: 'workflowId',
                  label: text('details.workflow'),
                  reference: 'integrations/workflows',
                },
              ]
            : []),
        ]}
        onOpen={({ id }) => open(id)}
        actions={
          <>
            <Button component={RouterLink} to="/integrations/webhooks">
              {translate('integrations.webhooks.requests.title')}
            </Button>
            <ExportButton />
            <Button
              variant="outlined"
              startIcon={<Icon icon={RefreshCw} />}
              onClick={() => void invalidate(client, ['integrations/logs', 'integrations/stats'])}
            >
              {text('refresh')}
            </Button>
          </>
        }
        empty={
          <EmptyState
            icon={Activity}
            title={text('empty.title')}
            description={text('empty.text')}
          />
        }
        noMatch={text('noMatch')}
        refetchInterval={POLL}
      />
      {opened && <LogDialog id={opened} onClose={() => open(null)} />}
    </>
  )
}

function useColumns(open: (id: string) => void): ListColumn<IntegrationLog>[] {
  const translate = useTranslate()
  const column = (key: string) => translate(`integrations.activity.column.${key}`)
  return [
    {
      source: 'executionId',
      label: column('executionId'),
      card: 'title',
      render: ({ id, executionId }) => (
        <Link
          component="button"
          type="button"
          color="inherit"
          underline="hover"
          aria-label={translate('integrations.activity.view', { id: shortId(executionId) })}
          onClick={(event) => {
            event.stopPropagation()
            open(id)
          }}
          sx={{ fontFamily: mono, fontSize: '0.8125rem', fontWeight: 500 }}
        >
          {shortId(executionId)}
        </Link>
      ),
    },
    {
      source: 'status',
      label: column('status'),
      card: 'corner',
      render: ({ status }) => <StatusBadge status={status} />,
    },
    {
      source: 'system',
      label: column('system'),
      width: '14%',
      render: (log) => log.systemName ?? '–',
    },
    {
      source: 'endpoint',
      label: column('endpoint'),
      width: '14%',
      render: (log) => log.endpointName ?? '–',
    },
    {
      source: 'workflow',
      label: column('workflow'),
      width: '16%',
      render: ({ workflowId, workflowName, attempt }) =>
        workflowId === null ? (
          <Badge variant="outline">{translate('integrations.activity.test')}</Badge>
        ) : (
          <>
            {workflowName ?? '–'}
            {attempt !== null && attempt > 1 && (
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {' · '}
                {translate('integrations.activity.attempt', { number: attempt })}
              </Box>
            )}
          </>
        ),
    },
    {
      source: 'file',
      label: column('file'),
      width: '12%',
      render: (log) => log.assetName ?? '–',
    },
    {
      source: 'duration',
      label: column('duration'),
      sortable: true,
      firstOrder: 'DESC',
      align: 'right',
      render: ({ duration }) => formatDuration(duration),
    },
    {
      source: 'createdAt',
      label: column('createdAt'),
      sortable: true,
      firstOrder: 'DESC',
      render: ({ createdAt }) => (
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          <RelativeTime time={createdAt} />
        </Box>
      ),
    },
    {
      source: 'errorMessage',
      label: column('error'),
      width: '16%',
      render: ({ errorMessage }) => (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {errorMessage ?? '–'}
        </Box>
      ),
    },
  ]
}
