import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { Session } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useLocation } from 'react-router-dom'
import { ProviderButtons } from '../login/sso/ProviderButtons.js'
import { useProviders } from '../login/sso/use_providers.js'

interface ProviderSignInProps {
  owner: Session
  /** Whether the provider must ask for credentials even if it has a session. */
  mustProve?: boolean
}

/** Links to the provider of the organization, for people who cannot sign in by email. They return to this page. */
export function ProviderSignIn({ owner, mustProve }: ProviderSignInProps) {
  const translate = useTranslate()
  const { pathname, search } = useLocation()
  const providers = useProviders(owner.tenant?.subdomain ?? '')
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="info">{translate('shell.again.provider')}</Alert>
      <ProviderButtons
        providers={providers}
        next={pathname + search}
        isAlone
        mustProve={mustProve}
      />
    </Box>
  )
}
