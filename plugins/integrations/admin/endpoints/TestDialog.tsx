import type { ApiEndpoint } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { PlainDialog } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { paramsOf } from '../preview/params.js'
import { noTrial } from '../preview/trial.js'
import { ParamInputs } from '../preview/TrialInputs.js'
import { TestResult } from './TestResult.js'
import { useEndpointTest } from './use_endpoint_test.js'

interface TestDialogProps {
  endpoint: ApiEndpoint
  onClose: () => void
}

/**
 * Sends an endpoint's request with sample values and shows the answer. Sends immediately unless there are
 * placeholders to fill.
 */
export default function TestDialog({ endpoint, onClose }: TestDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) =>
    translate(`integrations.endpoints.test.${key}`, values)
  const { mutate, data, error, isPending, isIdle } = useEndpointTest(endpoint)
  const [trial, setTrial] = useState(noTrial)
  const params = endpoint.endpointType === 'inbound' ? [] : paramsOf(endpoint)
  const asks = params.length > 0
  useEffect(() => {
    if (!asks) mutate(undefined)
  }, [mutate, asks])

  return (
    <PlainDialog
      title={text('title', { name: endpoint.name })}
      description={`${endpoint.method} ${endpoint.path}`}
      onClose={onClose}
      footer={
        <>
          <Button
            onClick={() => mutate(asks ? trial : undefined)}
            disabled={isPending || (isIdle && !asks)}
          >
            {text(isIdle && asks ? 'send' : 'again')}
          </Button>
          <Button variant="contained" onClick={onClose}>
            {translate('kit.close')}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2.25, px: 3, pb: 3, pt: 0.5 }}>
        <ParamInputs trial={trial} params={params} onChange={setTrial} />
        {!(isIdle && asks) && (
          <TestResult result={data} error={error} isPending={isPending || isIdle} />
        )}
      </Box>
    </PlainDialog>
  )
}
