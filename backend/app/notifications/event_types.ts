import { defineEvent } from '@crossdock/kernel/events'
import vine from '@vinejs/vine'

// Neither has a permission, so only the person concerned receives them.

export const notificationAdded = defineEvent('notification_added', {
  description: 'A person got a notification',
  payload: vine.object({ kind: vine.string() }),
})

export const notificationsRead = defineEvent('notifications_read', {
  description: 'A person read notifications',
  payload: vine.object({}),
})
