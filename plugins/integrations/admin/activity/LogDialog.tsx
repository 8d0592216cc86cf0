import type { IntegrationLog } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import {
  EmptyState,
  ErrorState,
  formatDateTime,
  formatDuration,
  mono,
  PlainDialog,
  RowsSkeleton,
  useDownload,
  usePermissions,
} from '@crossdock/admin/kit'
import { useGetList, useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { DataView } from '../pieces/DataView.js'
import { Facts } from '../pieces/Facts.js'
import { StatusBadge } from './StatusBadge.js'

interface LogDialogProps {
  id: string
  onClose: () => void
}

/** Everything known about one call, and the way to the run it belongs to. */
export default function LogDialog({ id, onClose }: LogDialogProps) {
  const translate = useTranslate()
  const found = useGetList<IntegrationLog>('integrations/logs', {
    filter: { id },
    pagination: { page: 1, perPage: 1 },
  })
  const [log] = found.data ?? []
  const text = (key: string) => translate(`integrations.activity.details.${key}`)
  return (
    <PlainDialog
      title={text('title')}
      onClose={onClose}
      footer={
        <>
          {log?.workflowId && (
            <Button
              component={RouterLink}
              to={`/flow-execution/${encodeURIComponent(log.executionId)}`}
            >
              {text('run')}
            </Button>
          )}
          <Button variant="contained" onClick={onClose}>
            {translate('kit.close')}
          </Button>
        </>
      }
    >
      {log ? (
        <LogFacts log={log} />
      ) : found.isPending ? (
        <RowsSkeleton rows={4} />
      ) : found.error ? (
        <ErrorState plain error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <EmptyState plain title={text('missing')} />
      )}
    </PlainDialog>
  )
}

function LogFacts({ log }: { log: IntegrationLog }) {
  const translate = useTranslate()
  const download = useDownload()
  const canReadFlows = usePermissions().can('flows.read')
  const text = (key: string) => translate(`integrations.activity.details.${key}`)
  const named = (given: string | null, name: string | null) => given && (name ?? text('deleted'))
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2.25, px: 3, pb: 3, pt: 0.5 }}>
      {log.errorMessage && <Alert severity="error">{log.errorMessage}</Alert>}
      <Facts
        facts={[
          [
            text('executionId'),
            <Box key="id" component="span" sx={{ fontFamily: mono, fontSize: '0.8125rem' }}>
              {log.executionId}
            </Box>,
          ],
          [text('attempt'), log.attempt],
          [text('status'), <StatusBadge key="status" status={log.status} />],
          [text('statusCode'), log.statusCode],
          [text('duration'), formatDuration(log.duration)],
          [text('createdAt'), formatDateTime(log.createdAt)],
          [
            text('workflow'),
            log.workflowId ? (
              log.workflowName ? (
                <Link
                  component={RouterLink}
                  to={`/integrations/workflows/${encodeURIComponent(log.workflowId)}`}
                >
                  {log.workflowName}
                </Link>
              ) : (
                canReadFlows && text('deleted')
              )
            ) : (
              text('noRun')
            ),
          ],
          [text('system'), named(log.systemId, log.systemName)],
          [text('endpoint'), named(log.endpointId, log.endpointName)],
          [
            text('asset'),
            log.assetId && (
              <Link {...download.link(`/api/assets/${encodeURIComponent(log.assetId)}/content`)}>
                {log.assetName ?? text('openAsset')}
              </Link>
            ),
          ],
        ]}
      />
      <DataView title={text('request')} data={log.requestData} />
      <DataView title={text('response')} data={log.responseData} />
    </Box>
  )
}
