import type { ApiEndpoint } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { PlainDialog } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { paramsOf } from '../preview/params.js'
import { PreviewView } from '../preview/PreviewView.js'
import { noTrial, type Trial } from '../preview/trial.js'
import { TrialInputs } from '../preview/TrialInputs.js'
import { usePreview } from '../preview/use_preview.js'
import { TestResult } from './TestResult.js'
import { useEndpointTest } from './use_endpoint_test.js'

interface FileTestDialogProps {
  endpoint: ApiEndpoint
  onClose: () => void
}

/** Previews the request for a file, sends exactly that request, and shows the answer. */
export default function FileTestDialog({ endpoint, onClose }: FileTestDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) =>
    translate(`integrations.endpoints.test.${key}`, values)
  const [trial, setTrial] = useState(noTrial)
  const { systemId, name, path, method, requestSchema, responseSchema, fieldMapping } = endpoint
  const draft = { systemId, name, path, method, requestSchema, responseSchema, fieldMapping }
  const preview = usePreview(trial.file ? draft : undefined, trial)
  const { mutate, reset, data, error, isPending, isIdle } = useEndpointTest(endpoint)
  const change = (next: Trial) => {
    reset()
    setTrial(next)
  }
  const canSend = preview.isCurrent && Boolean(preview.data?.request) && !isPending

  return (
    <PlainDialog
      title={text('withFile', { name })}
      description={`${method} ${path}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('kit.close')}</Button>
          <Button variant="contained" disabled={!canSend} onClick={() => mutate(trial)}>
            {text(isIdle ? 'send' : 'again')}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2.25, px: 3, pb: 3, pt: 0.5 }}>
        <TrialInputs
          autoFocus
          label={text('file')}
          trial={trial}
          params={paramsOf(endpoint)}
          onChange={change}
          hint={text('fileText')}
        />
        {!isIdle ? (
          <TestResult result={data} error={error} isPending={isPending} />
        ) : (
          trial.file && <PreviewView preview={preview} />
        )}
      </Box>
    </PlainDialog>
  )
}
