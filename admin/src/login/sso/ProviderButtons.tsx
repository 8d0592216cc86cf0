import type { SignInProvider } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Icon } from '@crossdock/admin/kit'
import { KeyRound } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { rememberProvider } from '../../data/provider_sign_out.js'

interface ProviderButtonsProps {
  providers: readonly SignInProvider[]
  /** Path to open after sign-in. */
  next?: string
  /** Whether the page has no other content, which the late buttons could move. */
  isAlone?: boolean
  /** Whether the provider must ask for credentials even if it has a session. */
  mustProve?: boolean
}

/** The organization's providers, in addition to email. The links leave the console: to the server, and then to the provider. */
export function ProviderButtons({ providers, next, isAlone, mustProve }: ProviderButtonsProps) {
  const translate = useTranslate()
  const asked = new URLSearchParams({ ...(next && { next }), ...(mustProve && { anew: 'true' }) })
  const query = asked.size > 0 ? `?${asked.toString()}` : ''
  return (
    // The buttons load last. On wide screens, they must not move the centered form.
    <Box
      sx={{
        ...(!isAlone && { position: { sm: 'absolute' }, pt: { sm: 2.5 }, pb: { sm: 4 } }),
        top: '100%',
        left: 0,
        width: 1,
        display: 'grid',
        gap: 1.25,
      }}
    >
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant={isAlone ? 'contained' : 'outlined'}
          size="large"
          startIcon={<Icon icon={KeyRound} />}
          href={`/api/auth/oidc/${encodeURIComponent(id)}${query}`}
          onClick={rememberProvider}
          sx={{ overflowWrap: 'anywhere' }}
        >
          {translate('login.continueWith', { name })}
        </Button>
      ))}
    </Box>
  )
}
