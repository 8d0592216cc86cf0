import { service } from '@crossdock/kernel/plugin'
import type { Channel } from './kinds.js'

/** What people of the context's tenant have decided to be told. */
export interface NotificationChoices {
  /** Whether somebody wants to be told of a kind there: for mails that a plugin sends by itself. */
  wants(kind: string, userId: string, channel: Channel): Promise<boolean>
}

export const notificationChoices = service<NotificationChoices>('notifications.choices')
