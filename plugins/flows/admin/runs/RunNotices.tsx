import type { Execution } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslate } from 'ra-core'
import { failedStep, answerMessage } from './cause.js'
import { useReplay } from './use_replay.js'
import { newerVersion } from './versions.js'

/** The error of the run with the message of the other system, and a notice if Retry repeats an old version. */
export function RunNotices({ run }: { run: Execution }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.run.${key}`, values)
  const { errorMessage, retryHindrance, failedItems } = run
  const step = failedStep(run)
  const message = answerMessage(step)
  const sentences = [
    errorMessage,
    step && step.attempts > 1 && text('triedTimes', { smart_count: step.attempts }),
    message && !errorMessage?.includes(message) && text('ownMessage', { message }),
    retryHindrance && text(`hindrance.${retryHindrance}`),
  ]
  return (
    <>
      {errorMessage && (
        <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
          {sentences.filter(Boolean).join(' ')}
        </Alert>
      )}
      <NewerVersion run={run} />
      {failedItems > 0 && (
        <Alert severity="warning">{text('failedItemsText', { smart_count: failedItems })}</Alert>
      )}
    </>
  )
}

/** Whether Retry repeats a version that is no longer the active one. */
export const isOutdated = (run: Execution): boolean => run.canRetry && newerVersion(run) !== null

function NewerVersion({ run }: { run: Execution }) {
  const translate = useTranslate()
  const replay = useReplay(run)
  if (!isOutdated(run) || !replay.isPossible) return null
  const versions = { version: run.version, active: run.activeVersion }
  return (
    <Alert
      severity="info"
      sx={{
        alignItems: 'center',
        rowGap: 1,
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        '& .MuiAlert-message': { flex: 1, minWidth: 200 },
        '& .MuiAlert-action': { m: 0, p: 0 },
      }}
      action={
        <Button
          size="small"
          variant="contained"
          disabled={replay.isPending}
          onClick={() => replay.mutate({ version: 'active' })}
        >
          {translate('flows.run.replay.submitWith', { version: run.activeVersion })}
        </Button>
      }
    >
      {translate('flows.run.outdated', versions)}
    </Alert>
  )
}
