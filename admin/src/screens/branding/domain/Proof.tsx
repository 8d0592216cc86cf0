import type { Branding, DomainVerification } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Icon, mono, sessionKey, useAction, useCopy } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'

/** The DNS record that proves the domain, and a button that checks it. */
export function Proof({ domain }: { domain: NonNullable<Branding['domain']> }) {
  const translate = useTranslate()
  const text = (key: string, options?: object) => translate(`branding.domain.${key}`, options)
  const client = useQueryClient()
  const verify = useAction<DomainVerification>(
    () => ({ path: 'tenant/branding/domain/verification' }),
    {
      invalidates: ['tenant/branding'],
      error: { fallback: text('verifyFailed') },
      onSuccess: () => void client.invalidateQueries({ queryKey: sessionKey }),
    }
  )
  const { outcome, found = [] } = verify.data ?? {}
  return (
    <>
      {domain.status !== 'verified' && (
        <>
          <Typography variant="body2" color="textSecondary">
            {text('howTo')}
          </Typography>
          <Box sx={{ display: 'grid', gap: 1 }}>
            <Part label={text('recordName')} value={domain.recordName} />
            <Part label={text('recordValue')} value={domain.recordValue} />
          </Box>
        </>
      )}
      <Box role="status">
        {outcome && (
          <Alert severity={outcome === 'verified' ? 'success' : 'warning'}>
            {text(`outcome.${outcome}`, { found: found.join(', ') })}
          </Alert>
        )}
      </Box>
      {domain.status !== 'verified' && (
        <Box>
          <Button variant="contained" disabled={verify.isPending} onClick={() => verify.mutate()}>
            {text(verify.isPending ? 'verifying' : 'verify')}
          </Button>
        </Box>
      )}
    </>
  )
}

function Part({ label, value }: { label: string; value: string }) {
  const translate = useTranslate()
  const { copy, state } = useCopy(value, useRef(null))
  const isCopied = state === 'copied'
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="caption" color="textSecondary" component="p">
          {label}
        </Typography>
        <Typography
          component="code"
          sx={{ fontFamily: mono, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
        >
          {value}
        </Typography>
      </Box>
      {/* Where the browser refuses to copy, people can select the value. */}
      {state !== 'refused' && (
        <Button
          size="small"
          aria-label={translate(isCopied ? 'branding.domain.copied' : 'branding.domain.copy', {
            label,
          })}
          startIcon={<Icon icon={isCopied ? Check : Copy} />}
          onClick={() => void copy.toClipboard()}
        >
          {translate(isCopied ? 'branding.domain.copied' : 'branding.domain.copyShort')}
        </Button>
      )}
    </Box>
  )
}
