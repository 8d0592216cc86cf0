import type { Passkey, SecondFactor } from '@crossdock/client'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Box from '@mui/material/Box'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import {
  ErrorState,
  lazyPart,
  RowsSkeleton,
  Section,
  useAction,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

const RecoveryCodesDialog = lazyPart(() => import('./RecoveryCodesDialog.js'))

/** Whether a passkey is required after the emailed code, and the recovery codes. */
export function SecondFactorSection() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`security.second.${key}`, values)
  const [isCreating, setCreating] = useState(false)
  const factor = useRead<SecondFactor>('second-factor')
  const passkeys = useRead<Passkey[]>('passkeys')
  const turn = useAction<SecondFactor, boolean>(
    (required) => ({ path: 'second-factor', method: 'PUT', body: { required } }),
    {
      invalidates: ['second-factor'],
      success: ({ required }) => ({ title: text(required ? 'on' : 'off') }),
      error: { fallback: translate('security.failed') },
    }
  )
  const { data } = factor
  const isReady = data?.required || (passkeys.data?.length ?? 0) > 0
  return (
    <Section title={text('title')} description={text('text')}>
      {factor.isPending && <RowsSkeleton rows={1} />}
      {factor.error && (
        <ErrorState plain error={factor.error} onRetry={() => void factor.refetch()} />
      )}
      {data && (
        <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
          <FormControlLabel
            control={
              <Switch
                checked={data.required}
                disabled={!isReady || turn.isPending || data.requiredBy !== null}
                onChange={(_, checked) => turn.mutate(checked)}
              />
            }
            label={text('ask')}
          />
          {data.requiredBy && (
            <Typography variant="body2" color="textSecondary">
              {text(`requiredBy.${data.requiredBy}`)}
            </Typography>
          )}
          {!isReady && (
            <Typography variant="body2" color="textSecondary">
              {text('needsPasskey')}
            </Typography>
          )}
          <Typography variant="body2">
            {text('codes', { smart_count: data.recoveryCodes })}
          </Typography>
          <Button variant="outlined" onClick={() => setCreating(true)}>
            {text('make')}
          </Button>
        </Box>
      )}
      {isCreating && <RecoveryCodesDialog onClose={() => setCreating(false)} />}
    </Section>
  )
}
