import type { OauthTrialBegun } from '@crossdock/client'
import { page, useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** Sends the browser to a provider for a trial sign-in. It comes back to `?trial=<id>`. */
export function useTrial(id: string) {
  const translate = useTranslate()
  return useAction<OauthTrialBegun>(
    () => ({ path: `oauth-configs/${encodeURIComponent(id)}/trial` }),
    {
      error: { fallback: translate('sso.trial.notBegun') },
      onSuccess: ({ url }) => page.open(url),
    }
  )
}
