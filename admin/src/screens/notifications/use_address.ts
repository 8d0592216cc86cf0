import type { Notification } from '@crossdock/client'
import { useEntityAddress } from '../../registry/use_entity_address.js'
import { sectionPath } from '../settings/groups.js'

/** What is about the security of one's own account: that is in one's settings, not among the people. */
const ofOwnAccount = new Set(['access.newDevice', 'access.sessionsEnded', 'passkeys.security'])

/** Where a notification leads; undefined where there is no screen this person may open. */
export function useNotificationAddress(): (notification: Notification) => string | undefined {
  const addressOf = useEntityAddress()
  return (notification) =>
    ofOwnAccount.has(notification.kind) ? sectionPath('security') : addressOf(notification as never)
}
