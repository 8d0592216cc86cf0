import type { Passkey, SecondFactorRule } from '@crossdock/client'
import Link from '@mui/material/Link'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import Box from '@mui/material/Box'
import {
  ConfirmDialog,
  ErrorState,
  RowsSkeleton,
  Section,
  useAction,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'

/** A switch that requires a second factor of all people of the organization, for people with that permission. */
export function EveryoneSection() {
  const translate = useTranslate()
  const text = (key: string) => translate(`security.everyone.${key}`)
  const [asks, setAsks] = useState(false)
  const rule = useRead<SecondFactorRule>('second-factor-rule')
  const passkeys = useRead<Passkey[]>('passkeys')
  const turn = useAction<SecondFactorRule, boolean>(
    (required) => ({ path: 'second-factor-rule', method: 'PUT', body: { required } }),
    {
      invalidates: ['second-factor-rule', 'second-factor'],
      success: ({ required }) => ({ title: text(required ? 'on' : 'off') }),
      error: { fallback: translate('security.failed') },
      onSuccess: () => setAsks(false),
    }
  )
  const { data } = rule
  const hasPasskey = (passkeys.data?.length ?? 0) > 0
  const needsPasskey = data !== undefined && !data.required && !data.requiredBy && !hasPasskey
  return (
    <Section title={text('title')} description={text('text')}>
      {rule.isPending && <RowsSkeleton rows={1} />}
      {rule.error && <ErrorState plain error={rule.error} onRetry={() => void rule.refetch()} />}
      {data && (
        <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
          <FormControlLabel
            control={
              <Switch
                checked={data.required}
                disabled={turn.isPending || (!data.required && !hasPasskey)}
                onChange={(_, checked) => (checked ? setAsks(true) : turn.mutate(false))}
              />
            }
            label={text('ask')}
          />
          <Typography variant="body2" color="textSecondary">
            {data.requiredBy === 'operator'
              ? text('operator')
              : text(needsPasskey ? 'needsPasskey' : 'sso')}
            {needsPasskey && (
              <>
                {' '}
                <Link component={RouterLink} to="/settings?tab=security">
                  {translate('security.title')}
                </Link>
              </>
            )}
          </Typography>
        </Box>
      )}
      <ConfirmDialog
        open={asks}
        title={text('sure')}
        description={text('sureText')}
        confirmLabel={text('require')}
        pending={turn.isPending}
        onConfirm={() => turn.mutate(true)}
        onClose={() => setAsks(false)}
      />
    </Section>
  )
}
