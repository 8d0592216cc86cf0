import type { UnreadNotifications } from '@crossdock/client'
import { useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

type Which = { ids: string[] } | { upTo: string }

/** Marks notifications as read, wherever they are shown. */
export function useMarkRead() {
  const translate = useTranslate()
  return useAction<UnreadNotifications, Which>((body) => ({ path: 'notifications/read', body }), {
    invalidates: ['notifications'],
    error: { fallback: translate('notifications.failed') },
  })
}
