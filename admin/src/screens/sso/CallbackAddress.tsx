import type { OauthConfig } from '@crossdock/client'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Icon, mono, Section, useCopy, useRead } from '@crossdock/admin/kit'
import { Check, Copy } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'

/** Returns the callback URL at this host. The server reports its callback URL only once there is a provider. */
const callbackUrlOfHost = () => `${window.location.origin}/api/auth/oidc/callback`

/** The callback URL to enter at the provider. */
export function CallbackAddress() {
  const translate = useTranslate()
  const known = useRead<OauthConfig[]>('oauth-configs', { query: { range: '[0,0]' } })
  const address = known.data?.[0]?.callbackUrl ?? callbackUrlOfHost()
  const text = (key: string) => translate(`sso.callback.${key}`)
  const { copy, state } = useCopy(address, useRef(null))
  return (
    <Section
      title={text('title')}
      description={translate('sso.callback.text', { login: new URL('/login', address).href })}
      actions={
        // Where the browser refuses to copy, people can select the value.
        state !== 'refused' && (
          <Button
            size="small"
            startIcon={<Icon icon={state === 'copied' ? Check : Copy} />}
            onClick={() => void copy.toClipboard()}
          >
            {text(state === 'copied' ? 'copied' : 'copy')}
          </Button>
        )
      }
    >
      <Typography
        component="code"
        sx={{ fontFamily: mono, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
      >
        {address}
      </Typography>
    </Section>
  )
}
