import type { ReplayedWebhook, WebhookRequest, WholeWebhookRequest } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import {
  Badge,
  ConfirmDialog,
  ErrorState,
  formatDateTime,
  formatExact,
  Icon,
  PlainDialog,
  RowsSkeleton,
  shortId,
  useAction,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import { RotateCcw } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { DataView } from '../pieces/DataView.js'
import { Facts } from '../pieces/Facts.js'
import { outcomeColor } from './model.js'

interface RequestDialogProps {
  id: string
  onClose: () => void
}

/** A received request with its result; it can be replayed. */
export default function RequestDialog({ id, onClose }: RequestDialogProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.webhooks.requests.${key}`)
  const canWrite = usePermissions().can('integrations.write')
  const request = useRead<WholeWebhookRequest>(['integrations/webhook-requests', id])
  const [isAsking, setAsking] = useState(false)
  const replay = useAction<ReplayedWebhook>(
    () => ({ path: `integrations/webhook-requests/${id}/replay`, body: {} }),
    {
      invalidates: ['integrations/webhook-requests', 'flow-executions'],
      onSuccess: () => setAsking(false),
      success: { title: text('replayed') },
      error: { fallback: text('replayFailed') },
    }
  )
  return (
    <PlainDialog
      title={text('one')}
      onClose={onClose}
      footer={
        <>
          {canWrite && request.data && (
            <Button
              startIcon={<Icon icon={RotateCcw} />}
              onClick={() =>
                request.data?.outcome === 'refused_signature' ? setAsking(true) : replay.mutate()
              }
              disabled={replay.isPending}
            >
              {text('replay')}
            </Button>
          )}
          <Button variant="contained" onClick={onClose}>
            {translate('kit.close')}
          </Button>
        </>
      }
    >
      {request.data ? (
        <RequestFacts request={request.data} />
      ) : request.error ? (
        <ErrorState plain error={request.error} onRetry={() => void request.refetch()} />
      ) : (
        <RowsSkeleton rows={4} />
      )}
      <ConfirmDialog
        open={isAsking}
        title={text('confirmReplay.title')}
        description={text('confirmReplay.text')}
        confirmLabel={text('replay')}
        pending={replay.isPending}
        onConfirm={() => replay.mutate()}
        onClose={() => setAsking(false)}
      />
    </PlainDialog>
  )
}

function RequestFacts({ request }: { request: WholeWebhookRequest }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.webhooks.requests.${key}`)
  const permissions = usePermissions()
  const replays = useReplays(request)
  const { runs, files, body, bodyEncoding, isWhole, query, replayOf } = request
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2.25, px: 3, pb: 3, pt: 0.5 }}>
      {request.reason && <Alert severity="error">{request.reason}</Alert>}
      <Facts
        facts={[
          [
            text('outcome'),
            <Badge key="outcome" variant={outcomeColor(request)}>
              {translate(`integrations.webhooks.outcome.${request.outcome}`)}
            </Badge>,
          ],
          [text('status'), request.status],
          [text('method'), query ? `${request.method} ?${query}` : request.method],
          [text('received'), formatDateTime(request.createdAt)],
          [text('type'), request.contentType],
          [text('size'), formatExact(request.size)],
          [text('ip'), request.ip],
          [text('replayOf'), replayOf && shortId(replayOf)],
          [
            text('replays'),
            replays.length > 0 &&
              replays.map((one) => (
                <Box key={one.id}>
                  {formatDateTime(one.createdAt)}{' '}
                  {translate(`integrations.webhooks.outcome.${one.outcome}`)}{' '}
                  <RunLinks runs={one.runs} />
                </Box>
              )),
          ],
          [
            text('files'),
            files?.map(({ field, name, assetId, versionId }) => (
              <Box key={`${field} ${versionId}`}>
                {permissions.can('assets.read') ? (
                  <Link component={RouterLink} to={`/assets/${encodeURIComponent(assetId)}`}>
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </Box>
            )),
          ],
          [text('runs'), runs.length > 0 && <RunLinks runs={runs} />],
        ]}
      />
      <DataView title={text('headers')} data={request.headers} />
      <DataView
        title={text(bodyEncoding === 'base64' ? 'bodyBytes' : 'body')}
        data={body}
        none={text(request.size > 0 ? 'bodyNotKept' : 'withoutBody')}
      />
      {body !== null && !isWhole && <Alert severity="info">{text('bodyCut')}</Alert>}
    </Box>
  )
}

function RunLinks({ runs }: Pick<WebhookRequest, 'runs'>) {
  const { can } = usePermissions()
  return runs.map(({ executionId }) =>
    can('flows.read') ? (
      <Link
        key={executionId}
        component={RouterLink}
        to={`/flow-execution/${encodeURIComponent(executionId)}`}
        sx={{ display: 'block' }}
      >
        {executionId}
      </Link>
    ) : (
      <span key={executionId}>{executionId}</span>
    )
  )
}

/** Finds replays of a request among the newest requests to its webhook since then. */
function useReplays({ id, addressId, createdAt }: WebhookRequest): WebhookRequest[] {
  const { data = [] } = useRead<WebhookRequest[]>('integrations/webhook-requests', {
    query: {
      filter: JSON.stringify({ addressId, after: createdAt }),
      sort: '["createdAt","DESC"]',
      range: '[0,99]',
    },
  })
  return data.filter(({ replayOf }) => replayOf === id)
}
