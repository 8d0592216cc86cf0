import { anything } from '@crossdock/kernel/shapes'
import { part } from '@crossdock/kernel/kinds'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { sendFileModes } from '../contracts/index.js'

/** Settings of an `api_call` step in addition to its endpoint. */
export const config = vine.create({
  sendFile: part(vine.enum(sendFileModes).optional(), {
    title: 'Send the file',
    description: 'Not at all, as the body, or as "file" of a multipart form.',
    default: 'none',
  }),
  params: part(vine.record(anything()).optional(), {
    title: 'Parameters',
    description: 'Values for the placeholders of the endpoint; may hold placeholders themselves.',
    examples: ['{ "number": "{file.name}" }'],
  }),
})

config.messagesProvider = new SimpleMessagesProvider({
  enum: '{{ field }} must be one of: {{ choices }}.',
  record: '{{ field }} must be a JSON object of values for the placeholders of the endpoint.',
})
