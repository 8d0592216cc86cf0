import vine from '@vinejs/vine'
import { defineEvent } from '../events/event_type.js'
import { text } from '../ground/text.js'

export const mailRefused = defineEvent('mail_refused', {
  description: 'A mail server refused an address for good',
  // Declared by a domain, which the kernel does not know; the host refuses it when nobody does.
  permission: { name: 'users.read' },
  payload: vine.object({ to: vine.string() }),
  activity: ({ to }) => text('Mail to {to} was refused: check the address', { to }),
})
