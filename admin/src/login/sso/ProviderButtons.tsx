import type { SignInProvider } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Icon } from '@crossdock/admin/kit'
import { KeyRound } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { rememberProvider } from './sign_out.js'

interface ProviderButtonsProps {
  providers: readonly SignInProvider[]
  /** Path to open after sign-in. */
  next?: string
  /** Whether there is nothing above that they must not move. */
  isAlone?: boolean
  /** Whether the provider is to ask who it is even where it knows. */
  anew?: boolean
}

/** The ways of an organization beside the mail. They lead out of the console: to the server, and on to the provider. */
export default function ProviderButtons({ providers, next, isAlone, anew }: ProviderButtonsProps) {
  const translate = useTranslate()
  const asked = new URLSearchParams({ ...(next && { next }), ...(anew && { anew: 'true' }) })
  const query = asked.size > 0 ? `?${asked.toString()}` : ''
  return (
    // They come when the rest stands: on wide screens, where that is in the middle, they must not move it.
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
