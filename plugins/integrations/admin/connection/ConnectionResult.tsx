import type { ConnectionTest } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { errorText, formatDuration } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Facts } from '../pieces/Facts.js'

interface ConnectionResultProps {
  test: ConnectionTest | undefined
  error: Error | null
  isPending: boolean
  /** Copies a value that the system reported into the system's form. */
  onAccept?: (found: NonNullable<ConnectionTest['found']>) => void
}

/** Shows the result of a connection test, and what to do next. */
export function ConnectionResult({ test, error, isPending, onAccept }: ConnectionResultProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.connection.${key}`)
  if (isPending) {
    return (
      <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 1 }}>
        <CircularProgress size={18} aria-hidden />
        <Typography color="textSecondary">{text('testing')}</Typography>
      </Box>
    )
  }
  if (error) {
    return <Alert severity="error">{errorText(error, translate, text('failed'))}</Alert>
  }
  if (!test) return null
  const { found } = test
  const known = (value: boolean | null, yes: string, no: string, unknown: string) =>
    text(value === null ? unknown : value ? yes : no)
  return (
    <>
      <Alert
        severity={test.success ? 'success' : found ? 'warning' : 'error'}
        action={
          found &&
          onAccept && (
            <Button size="small" color="inherit" onClick={() => onAccept(found)}>
              {text('accept')}
            </Button>
          )
        }
      >
        {[test.message, test.advice].filter(Boolean).join(' ')}
      </Alert>
      <Facts
        facts={[
          [text('reachable'), known(test.reachable, 'yes', 'no', 'unknown')],
          [text('certificate'), known(test.trusted, 'trusted', 'notTrusted', 'notEncrypted')],
          [text('credentials'), known(test.authenticated, 'accepted', 'refused', 'unknown')],
          [text('status'), test.statusCode],
          [text('duration'), formatDuration(test.duration)],
        ]}
      />
    </>
  )
}
