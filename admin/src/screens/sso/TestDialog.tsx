import type { OauthConfig, OauthConfigTest } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Badge, ErrorState, PlainDialog, RowsSkeleton, useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import { useSwitch } from './use_switch.js'
import { useTrial } from './use_trial.js'

interface TestDialogProps {
  config: OauthConfig
  onClose: () => void
}

/** Tests the connection when it opens, shows each check, and then leads to a trial sign-in. */
export default function TestDialog({ config, onClose }: TestDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sso.testing.${key}`, values)
  const test = useAction<OauthConfigTest>(() => ({ path: `oauth-configs/${config.id}/test` }), {
    invalidates: ['oauth-configs'],
    error: false,
  })
  const turn = useSwitch(onClose)
  const trial = useTrial(config.id)
  const isProven = config.provenAt !== null
  const isDone = config.isActive && isProven
  const { mutate, data, error, isPending } = test
  const begun = useRef(false)
  useEffect(() => {
    if (!begun.current) mutate()
    begun.current = true
  }, [mutate])
  const again = !isPending && <Button onClick={() => mutate()}>{text('again')}</Button>
  return (
    <PlainDialog
      title={text('title', { name: config.name })}
      onClose={onClose}
      footer={
        <>
          {again}
          {data?.passed && !isPending && !isDone && (
            <Button
              variant={isProven ? 'text' : 'contained'}
              disabled={trial.isPending}
              onClick={() => trial.mutate()}
            >
              {translate('sso.trial.begin')}
            </Button>
          )}
          {data?.passed && !isPending && isProven && !isDone && (
            <Button
              variant="contained"
              disabled={turn.isPending}
              onClick={() => turn.mutate({ config, isActive: true })}
            >
              {translate('sso.enable')}
            </Button>
          )}
          {(!data?.passed || isPending || isDone) && (
            <Button variant="contained" onClick={onClose}>
              {text('close')}
            </Button>
          )}
        </>
      }
    >
      <Box sx={{ px: 3, pb: 3 }} aria-live="polite">
        {isPending && (
          <>
            <Typography color="textSecondary">{text('running')}</Typography>
            <RowsSkeleton rows={4} />
          </>
        )}
        {!isPending && error && <ErrorState plain error={error} />}
        {!isPending && data && <Results test={data} isProven={isProven} />}
      </Box>
    </PlainDialog>
  )
}

function Results({ test, isProven }: { test: OauthConfigTest; isProven: boolean }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`sso.testing.${key}`)
  return (
    <>
      <Alert severity={test.passed ? 'success' : 'error'}>
        {text(test.passed ? (isProven ? 'passed' : 'next') : 'failed')}
      </Alert>
      <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mt: 2, display: 'grid', gap: 1.25 }}>
        {test.checks.map(({ name, passed, message }) => (
          <Box component="li" key={name} sx={{ display: 'flex', gap: 1.5, alignItems: 'start' }}>
            <Badge variant={passed ? 'success' : 'destructive'} dot>
              {text(passed ? 'ok' : 'bad')}
            </Badge>
            <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {message}
            </Typography>
          </Box>
        ))}
      </Box>
    </>
  )
}
