import type { UserImport } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import {
  ErrorState,
  formatInteger,
  PlainDialog,
  RowsSkeleton,
  useAction,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { affected } from '../model.js'
import { ImportCounts } from './ImportCounts.js'
import { ImportRows } from './ImportRows.js'
import { RefusedButton } from './RefusedButton.js'

interface ImportProgressProps {
  id: string
  onAgain: () => void
  onClose: () => void
}

const POLL_MS = 1_000

/** The preview of an import, the button that starts it, and its progress. */
export function ImportProgress({ id, onAgain, onClose }: ImportProgressProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`users.import.${key}`, values)
  const [outcome, setOutcome] = useState<string>()
  const read = useRead<UserImport>(['users/imports', id], {
    refetchInterval: POLL_MS,
    isUnderWay: ({ state }) => state === 'reading' || state === 'running',
  })
  const file = read.data
  const run = useAction<UserImport>(() => ({ path: `users/imports/${id}/run`, method: 'POST' }), {
    invalidates: affected,
    error: { fallback: text('runFailed') },
  })
  const isChecked = file?.state === 'checked'
  const isReading = file?.state === 'reading'
  const todo = file ? file.invites + file.changes : 0
  return (
    <PlainDialog
      title={text(isChecked ? 'preview' : 'progress')}
      onClose={onClose}
      footer={
        <>
          {file && file.errors > 0 && !isReading && <RefusedButton id={id} />}
          {isChecked && <Button onClick={onAgain}>{text('another')}</Button>}
          <Button variant={isChecked ? 'text' : 'contained'} onClick={onClose}>
            {translate(isChecked ? 'kit.cancel' : 'kit.close')}
          </Button>
          {isChecked && todo > 0 && (
            <Button variant="contained" disabled={run.isPending} onClick={() => run.mutate()}>
              {text('run', { smart_count: todo, count: formatInteger(todo) })}
            </Button>
          )}
        </>
      }
    >
      {file ? (
        <Box sx={{ px: 3, pb: 3, display: 'flex', flexDirection: 'column', gap: 2 }}>
          <Summary file={file} />
          {!isReading && (
            <>
              <ImportCounts file={file} outcome={outcome} onOutcome={setOutcome} />
              <ImportRows file={file} outcome={outcome} />
            </>
          )}
        </Box>
      ) : read.error ? (
        <ErrorState plain error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <RowsSkeleton rows={5} />
      )}
    </PlainDialog>
  )
}

/** One line about the state of the import. */
function Summary({ file }: { file: UserImport }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`users.import.${key}`, values)
  const { state, done, total, errors, invite, invites, mailed, message } = file
  if (state === 'reading') {
    return (
      <div>
        <Box role="status" sx={{ mb: 0.75 }}>
          {text('read', { smart_count: total, count: formatInteger(total) })}
        </Box>
        <LinearProgress aria-label={text('progress')} />
      </div>
    )
  }
  if (state === 'running') {
    return (
      <div>
        <Box role="status" sx={{ mb: 0.75 }}>
          {text('running', { done: formatInteger(done), total: formatInteger(total) })}
        </Box>
        <LinearProgress
          variant="determinate"
          aria-label={text('progress')}
          value={total === 0 ? 100 : Math.floor((100 * done) / total)}
        />
      </div>
    )
  }
  if (state === 'failed') return <Alert severity="error">{message}</Alert>
  if (state === 'done') {
    const hasUninvited = invite && mailed < invites
    return (
      <Alert severity={hasUninvited || errors > 0 ? 'warning' : 'success'}>
        {hasUninvited
          ? text('doneShort', { mailed: formatInteger(mailed), invites: formatInteger(invites) })
          : text('done')}
        {errors > 0 &&
          ` ${text('refusedCount', { smart_count: errors, count: formatInteger(errors) })}`}
      </Alert>
    )
  }
  return (
    <Alert severity={errors > 0 ? 'warning' : 'info'}>
      {errors > 0
        ? text('withErrors', { smart_count: errors, count: formatInteger(errors) })
        : text('withoutErrors')}
    </Alert>
  )
}
