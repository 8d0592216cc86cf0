import type { UserSession } from '@crossdock/client'
import { useTranslate } from 'ra-core'

/** The name of a session's device. */
export function useDeviceName(): (session: Pick<UserSession, 'browser' | 'system'>) => string {
  const translate = useTranslate()
  return ({ browser, system }) =>
    browser && system
      ? translate('security.device.both', { browser, system })
      : (browser ?? system ?? translate('security.device.unknown'))
}
