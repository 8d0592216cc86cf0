import type { IntegrationLog } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import {
  ConfirmDialog,
  EmptyState,
  ErrorState,
  formatDateTime,
  formatDuration,
  mono,
  PlainDialog,
  RowsSkeleton,
  shortId,
  useAction,
  useDownload,
  usePermissions,
} from '@crossdock/admin/kit'
import { useGetList, useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { DataView } from '../pieces/DataView.js'
import { Facts } from '../pieces/Facts.js'
import { logPath, systemPath } from '../model.js'
import { StatusBadge } from './StatusBadge.js'

interface LogDialogProps {
  id: string
  onClose: () => void
}

/** The details of one call, with a link to its run. */
export default function LogDialog({ id, onClose }: LogDialogProps) {
  const translate = useTranslate()
  const found = useGetList<IntegrationLog>('integrations/logs', {
    filter: { id },
    pagination: { page: 1, perPage: 1 },
  })
  const [log] = found.data ?? []
  const text = (key: string) => translate(`integrations.activity.details.${key}`)
  const { can } = usePermissions()
  const [canWrite, canTrace] = [can('integrations.write'), can('activity.read')]
  return (
    <PlainDialog
      title={text('title')}
      onClose={onClose}
      footer={
        <>
          {canWrite && log?.systemName && log.status !== 'pending' && <CallAgain log={log} />}
          {log && canTrace && (
            <Button component={RouterLink} to={`/trace/call/${encodeURIComponent(log.id)}`}>
              {text('trace')}
            </Button>
          )}
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
  const { can } = usePermissions()
  const canReadFlows = can('flows.read')
  const text = (key: string) => translate(`integrations.activity.details.${key}`)
  const inSystem = (name: string | null) =>
    log.systemId && log.systemName && name ? (
      <To to={systemPath({ id: log.systemId })}>{name}</To>
    ) : (
      (name ?? text('deleted'))
    )
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
                <To to={`/integrations/workflows/${encodeURIComponent(log.workflowId)}`}>
                  {log.workflowName}
                </To>
              ) : (
                canReadFlows && text('deleted')
              )
            ) : (
              text('noRun')
            ),
          ],
          [text('system'), log.systemId && inSystem(log.systemName)],
          [text('endpoint'), log.endpointId && inSystem(log.endpointName)],
          [
            text('asset'),
            log.assetId && (
              <>
                {log.assetName && (
                  <To to={`/assets/${encodeURIComponent(log.assetId)}`}>{log.assetName}</To>
                )}
                {log.assetName && ' · '}
                <Link {...download.link(`/api/assets/${encodeURIComponent(log.assetId)}/content`)}>
                  {text('openAsset')}
                </Link>
              </>
            ),
          ],
          [
            text('replayOf'),
            log.replayOf && <To to={logPath({ id: log.replayOf })}>{shortId(log.replayOf)}</To>,
          ],
          [
            text('event'),
            log.eventId && can('activity.read') && (
              <To to={`/events/${encodeURIComponent(log.eventId)}`}>{text('openEvent')}</To>
            ),
          ],
        ]}
      />
      {(['request', 'response'] as const).map((part) => (
        <Box key={part}>
          <DataView title={text(part)} data={log[`${part}Data`]} />
          {log.storedBodies.includes(part) && (
            <Link
              {...download.link(
                `/api/integrations/logs/${encodeURIComponent(log.id)}/bodies/${part}`
              )}
              sx={{ display: 'inline-block', mt: 0.75 }}
            >
              {text(`${part}Body`)}
            </Link>
          )}
        </Box>
      ))}
    </Box>
  )
}

/** Repeats the call after the person confirms the target system. */
function CallAgain({ log }: { log: IntegrationLog }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) =>
    translate(`integrations.activity.again.${key}`, values)
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  const again = useAction<IntegrationLog>(
    () => ({ path: `integrations/logs/${log.id}/replay`, body: {} }),
    {
      invalidates: ['integrations/logs', 'integrations/systems/health'],
      success: ({ status }) => ({ title: text(status === 'success' ? 'done' : 'ended') }),
      error: { fallback: text('failed') },
      onSuccess: close,
    }
  )
  const { method } = log.requestData ?? {}
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{text('action')}</Button>
      <ConfirmDialog
        open={isAsking}
        title={text('title')}
        description={text('text', {
          method: typeof method === 'string' ? method : '',
          name: log.systemName,
        })}
        confirmLabel={text('action')}
        pending={again.isPending}
        onConfirm={() => again.mutate()}
        onClose={close}
      />
    </>
  )
}

const To = ({ to, children }: { to: string; children: string }) => (
  <Link component={RouterLink} to={to}>
    {children}
  </Link>
)
