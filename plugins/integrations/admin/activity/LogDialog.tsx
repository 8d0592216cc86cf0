import type { IntegrationLog } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import {
  formatDateTime,
  formatDuration,
  mono,
  PlainDialog,
  useDownload,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { DataView } from '../pieces/DataView.js'
import { Facts } from '../pieces/Facts.js'
import { StatusBadge } from './StatusBadge.js'
import type { Names } from './use_names.js'

interface LogDialogProps {
  log: IntegrationLog
  names: Names
  onClose: () => void
}

/** Everything known about one call, and the way to the run it belongs to. */
export default function LogDialog({ log, names, onClose }: LogDialogProps) {
  const translate = useTranslate()
  const download = useDownload()
  const text = (key: string) => translate(`integrations.activity.details.${key}`)
  const named = (id: string | null, nameOf: Names['system']) => {
    const name = id ? nameOf(id) : undefined
    return name === null ? text('deleted') : name
  }
  return (
    <PlainDialog
      title={text('title')}
      onClose={onClose}
      footer={
        <>
          {log.workflowId && (
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
            [text('status'), <StatusBadge key="status" status={log.status} />],
            [text('statusCode'), log.statusCode],
            [text('duration'), formatDuration(log.duration)],
            [text('createdAt'), formatDateTime(log.createdAt)],
            [
              text('workflow'),
              log.workflowId ? named(log.workflowId, names.workflow) : text('noRun'),
            ],
            [text('system'), named(log.systemId, names.system)],
            [text('endpoint'), named(log.endpointId, names.endpoint)],
            [
              text('asset'),
              log.assetId && (
                <Link {...download.link(`/api/assets/${encodeURIComponent(log.assetId)}/content`)}>
                  {text('openAsset')}
                </Link>
              ),
            ],
          ]}
        />
        <DataView title={text('request')} data={log.requestData} />
        <DataView title={text('response')} data={log.responseData} />
      </Box>
    </PlainDialog>
  )
}
