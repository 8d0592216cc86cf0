import { defineEvent } from '@crossdock/kernel/events'
import vine from '@vinejs/vine'

// Both without a permission: nobody but the person they are about is told of them.

export const notificationAdded = defineEvent('notification_added', {
  description: 'A person has something new among their notifications',
  payload: vine.object({ kind: vine.string() }),
})

export const notificationsRead = defineEvent('notifications_read', {
  description: 'A person has read notifications of theirs',
  payload: vine.object({}),
})
