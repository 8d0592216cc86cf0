import vine from '@vinejs/vine'
import { defineEvent } from '../events/event_type.js'
import { text } from '../ground/text.js'

export const mailRefused = defineEvent('mail_refused', {
  description: 'A mail server refused an address permanently',
  // Declared by a domain that the kernel does not know. The plugin host refuses to start if no plugin declares
  // it.
  permission: { name: 'users.read' },
  payload: vine.object({ to: vine.string() }),
  activity: ({ to }) => text('Mail to {to} was refused: check the address', { to }),
})
