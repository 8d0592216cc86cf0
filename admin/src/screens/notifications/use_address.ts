import type { Notification } from '@crossdock/client'
import { useEntityAddress } from '../../registry/use_entity_address.js'
import { sectionPath } from '../settings/groups.js'

/** Kinds about the person's own account security: they open the person's settings, not the list of people. */
const ofOwnAccount = new Set(['access.newDevice', 'access.sessionsEnded', 'passkeys.security'])

/** The address of a notification; undefined when there is no screen that this person may open. */
export function useNotificationAddress(): (notification: Notification) => string | undefined {
  const addressOf = useEntityAddress()
  return (notification) =>
    ofOwnAccount.has(notification.kind)
      ? sectionPath('security')
      : (addressOf(notification as never) ?? notification.place ?? undefined)
}
