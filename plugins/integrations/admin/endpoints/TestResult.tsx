import type { EndpointTest } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { errorText, formatDuration } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { DataView } from '../pieces/DataView.js'
import { Facts } from '../pieces/Facts.js'
import { Warnings } from '../preview/Warnings.js'

interface TestResultProps {
  result: EndpointTest | undefined
  error: Error | null
  /** No answer has arrived yet. */
  isPending: boolean
}

/** The result of a test. */
export function TestResult({ result, error, isPending }: TestResultProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.endpoints.test.${key}`)
  if (isPending) {
    return (
      <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 3 }}>
        <CircularProgress size={18} aria-hidden />
        <Typography color="textSecondary">{text('sending')}</Typography>
      </Box>
    )
  }
  if (!result) {
    return <Alert severity="error">{errorText(error, translate, text('failedText'))}</Alert>
  }
  return (
    <>
      <Alert severity={result.success ? 'success' : 'error'}>
        {result.message || text(result.success ? 'okText' : 'failedText')}
      </Alert>
      <Warnings warnings={result.warnings} />
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
