import type { ApiEndpoint, EndpointTest } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { errorText, formatDuration, PlainDialog, useAction, useToast } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useEffect } from 'react'
import { DataView } from '../pieces/DataView.js'
import { Facts } from '../pieces/Facts.js'

/** Sends an endpoint's request as soon as it opens, and shows what came back. */
export default function TestDialog({
  endpoint,
  onClose,
}: {
  endpoint: ApiEndpoint
  onClose: () => void
}) {
  const translate = useTranslate()
  const toast = useToast()
  const text = (key: string, values?: object) =>
    translate(`integrations.endpoints.test.${key}`, values)
  const test = useAction<EndpointTest>(
    () => ({ path: `integrations/endpoints/${endpoint.id}/test` }),
    {
      invalidates: ['integrations/logs', 'integrations/stats'],
      error: { title: text('failed'), fallback: text('failedText') },
      onSuccess: ({ success, message }) =>
        toast(
          success
            ? { title: text('ok'), description: text('okText') }
            : {
                title: text('failed'),
                description: message || text('failedText'),
                kind: 'destructive',
              }
        ),
    }
  )
  const { mutate, data: result, error, isPending, isIdle } = test
  useEffect(() => mutate(), [mutate])

  return (
    <PlainDialog
      title={text('title', { name: endpoint.name })}
      description={`${endpoint.method} ${endpoint.path}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => mutate()} disabled={isPending || isIdle}>
            {text('again')}
          </Button>
          <Button variant="contained" onClick={onClose}>
            {translate('kit.close')}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2.25, px: 3, pb: 3, pt: 0.5 }}>
        {isPending || isIdle ? (
          <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 3 }}>
            <CircularProgress size={18} aria-hidden />
            <Typography color="textSecondary">{text('sending')}</Typography>
          </Box>
        ) : result ? (
          <Result result={result} />
        ) : (
          <Alert severity="error">{errorText(error, translate, text('failedText'))}</Alert>
        )}
      </Box>
    </PlainDialog>
  )
}

function Result({ result }: { result: EndpointTest }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.endpoints.test.${key}`)
  return (
    <>
      <Alert severity={result.success ? 'success' : 'error'}>
        {result.message || text(result.success ? 'okText' : 'failedText')}
      </Alert>
      <Facts
        facts={[
          [text('status'), result.statusCode ?? text('noStatus')],
          [text('duration'), formatDuration(result.duration)],
        ]}
      />
      <DataView title={text('request')} data={result.requestData} />
      <DataView title={text('response')} data={result.responseData} none={text('noResponse')} />
    </>
  )
}
