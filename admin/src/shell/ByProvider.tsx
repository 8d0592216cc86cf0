import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { Session } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useLocation } from 'react-router-dom'
import ProviderButtons from '../login/sso/ProviderButtons.js'
import { useProviders } from '../login/sso/use_providers.js'

interface ByProviderProps {
  owner: Session
  /** Whether the provider is to ask who it is even where it knows. */
  anew?: boolean
}

/** For whom mails let in nowhere: leads to the provider of their organization, and back to this page. */
export function ByProvider({ owner, anew }: ByProviderProps) {
  const translate = useTranslate()
  const { pathname, search } = useLocation()
  const providers = useProviders(owner.tenant?.subdomain ?? '')
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="info">{translate('shell.again.provider')}</Alert>
      <ProviderButtons providers={providers} next={pathname + search} isAlone anew={anew} />
    </Box>
  )
}
