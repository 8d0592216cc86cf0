import type { OauthConfig } from '@crossdock/client'
import { useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

interface Switch {
  config: Pick<OauthConfig, 'id'>
  isActive: boolean
}

/** Turns a provider on or off. The server turns on only tested providers. */
export function useSwitch(onDone?: () => void) {
  const translate = useTranslate()
  return useAction<OauthConfig, Switch>(
    ({ config, isActive }) => ({
      path: `oauth-configs/${config.id}`,
      method: 'PUT',
      body: { isActive },
    }),
    {
      invalidates: ['oauth-configs'],
      success: ({ isActive }) => ({ title: translate(isActive ? 'sso.enabled' : 'sso.disabled') }),
      error: { fallback: translate('sso.saveFailed') },
      onSuccess: onDone,
    }
  )
}
