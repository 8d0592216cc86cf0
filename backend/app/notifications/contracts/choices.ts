import { service } from '@crossdock/kernel/plugin'
import type { Channel } from './kinds.js'

/** The notification settings of people in the context's tenant. */
export interface NotificationChoices {
  /** Whether a person wants notifications of a kind on a channel. For mails that a plugin sends itself. */
  wants(kind: string, userId: string, channel: Channel): Promise<boolean>
}

export const notificationChoices = service<NotificationChoices>('notifications.choices')
