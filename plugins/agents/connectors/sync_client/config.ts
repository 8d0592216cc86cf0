import { part } from '@crossdock/kernel/kinds'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'

export const config = vine.create({
  clientId: part(
    vine
      .string()
      .trim()
      .regex(/^[\da-f-]{8,36}$/)
      .optional(),
    { title: 'Agent', description: 'Client ID of the desktop agent, or its first 8 characters.' }
  ),
})
config.messagesProvider = new SimpleMessagesProvider({
  'clientId.regex':
    'The {{ field }} is the client ID of a desktop agent, or its first 8 characters.',
  string: 'The {{ field }} must be a text.',
})
