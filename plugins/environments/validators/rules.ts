import { domainToASCII } from 'node:url'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'

/** Texts for the most frequent errors. All other texts are Vine's. */
export const messages = new SimpleMessagesProvider({
  required: 'The {{ field }} field is required.',
  minLength: 'The {{ field }} field must not be empty.',
  enum: 'The {{ field }} field must be one of: {{ choices }}.',
  boolean: 'The {{ field }} field must be true or false.',
  number: 'The {{ field }} field must be a number.',
  withoutDecimals: 'The {{ field }} field must be a whole number.',
  range: 'The {{ field }} field must be from {{ min }} to {{ max }}.',
  record: 'The {{ field }} field must be a JSON object.',
  string: 'The {{ field }} field must be a text.',
})

/** An address that people and programs open: http or https, without credentials. */
export const webAddress = vine.createRule((value, _options: undefined, field) => {
  if (typeof value !== 'string') return
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    field.report('The {{ field }} must start with http:// or https://.', 'webAddress', field)
  } else if (url.username || url.password) {
    field.report('The {{ field }} must not hold a user name or password.', 'webAddress', field)
  }
})

/** `files.example.com`, also with letters outside ASCII. */
export const hostName = vine.createRule((value, _options: undefined, field) => {
  if (typeof value !== 'string' || isHostName(value)) return
  field.report(
    'The {{ field }} must be a host name such as {{ example }}, without protocol, port or path.',
    'hostName',
    field,
    { example: 'files.example.com' }
  )
})

function isHostName(value: string): boolean {
  if (/[\s/:?#@\\%[\]]/u.test(value)) return false
  const labels = domainToASCII(value).split('.')
  return (
    labels.join('.').length <= 253 &&
    labels.length > 1 &&
    labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
    // The host is not four numbers, which would be an IP address.
    !/^\d+$/.test(labels.at(-1)!)
  )
}

/** Turns an empty text into null, because forms send a cleared field as an empty text. */
export const emptyToNull = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() === '' ? null : value
