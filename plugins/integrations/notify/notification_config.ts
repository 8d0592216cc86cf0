import { peopleParts } from '@crossdock/flows/contracts'
import { address, part, secret } from '@crossdock/kernel/kinds'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'

const notificationChannels = ['console', 'mail', 'webhook'] as const

/** Maximum lengths of texts in characters, before and after placeholders are filled. */
export const mostSubject = 200
export const mostText = 5_000
export const mostFilledText = 10_000

/** Content and recipients of a `notification` step. */
export const config = vine.create({
  channels: part(vine.array(vine.enum(notificationChannels)).minLength(1).distinct(), {
    title: 'Channels',
    default: ['console'],
    'x-names': { console: 'Console', mail: 'Email', webhook: 'Webhook' },
  }),
  ...peopleParts(),
  addresses: part(
    vine.array(vine.string().trim().email().maxLength(254)).maxLength(50).optional(),
    {
      title: 'Mail addresses',
      description: 'Of people of your organization.',
    }
  ),
  subject: part(vine.string().trim().minLength(1).maxLength(mostSubject), {
    title: 'Subject',
    description: '{trigger.body.order} inserts a value.',
    examples: ['{file.name} has arrived'],
  }),
  text: part(vine.string().trim().minLength(1).maxLength(mostText), {
    title: 'Text',
    description: '{trigger.body.order} inserts a value. An empty line begins a paragraph.',
    examples: ['Order {steps.call.body.order} is ready.'],
  }),
  webhookUrl: address(vine.string().trim().maxLength(2_000).optional(), {
    title: 'Webhook address',
    description: 'Begins with https://.',
    'x-when': { channels: 'webhook' },
    examples: ['https://partner.example/hooks/crossdock'],
  }),
  webhookSecret: secret({
    title: 'Webhook secret',
    description:
      'whsec_ and base64. Signs requests (Standard Webhooks); without it they are unsigned.',
    'x-when': { channels: 'webhook' },
  }),
})

config.messagesProvider = new SimpleMessagesProvider({
  'channels.required': 'Choose at least one channel.',
  'channels.array.minLength': 'Choose at least one channel.',
  'channels.distinct': 'Name each channel once.',
  'subject.required': 'Write the subject.',
  'subject.minLength': 'Write the subject.',
  'text.required': 'Write the text.',
  'text.minLength': 'Write the text.',
  email: '{{ value }} is not a mail address.',
  enum: '{{ field }} must be one of: {{ choices }}.',
  maxLength: 'The {{ field }} may have at most {{ max }} characters.',
  'array.maxLength': 'The {{ field }} may have at most {{ max }} entries.',
  array: 'The {{ field }} must be a list.',
  string: 'The {{ field }} must be a text.',
})
