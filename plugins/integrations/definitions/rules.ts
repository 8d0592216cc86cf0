import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { refuseForeign } from '@crossdock/kernel/shapes'
import { ExactNumber, parseExact } from '@crossdock/kernel/json'
import { isMask } from '@crossdock/kernel/secrets'
import { exampleOf, hasVariables } from '../placeholders/base_url.js'
import { holdsControl, isHeaderText, leavesBase } from '../placeholders/paths.js'
import { isRecord } from '../placeholders/values.js'

/** Messages for frequent errors. All other messages are Vine's. */
export const messages = new SimpleMessagesProvider({
  required: 'The {{ field }} field is required.',
  minLength: 'The {{ field }} field must not be empty.',
  enum: 'The {{ field }} field must be one of: {{ choices }}.',
  'capabilities.array.minLength': 'Choose at least one capability: send, receive or observe.',
  'capabilities.*.enum': 'The capabilities may be: {{ choices }}.',
  'permissions.*.enum': 'The permissions may be: {{ choices }}.',
  'triggers.*.enum': 'The triggers may be: {{ choices }}.',
  'responseSchema.expectedStatus.*.number': 'The expected status codes must be numbers.',
  'responseSchema.expectedStatus.*.range': 'The expected status codes must be from 100 to 599.',
  boolean: 'The {{ field }} field must be true or false.',
  array: 'The {{ field }} field must be a list.',
  object: 'The {{ field }} field must be a JSON object.',
  record: 'The {{ field }} field must be a JSON object.',
  string: 'The {{ field }} field must be a text.',
})

const controls = 'The {{ field }} holds a line end or another control character.'

/**
 * An address for HTTP calls: absolute, http or https, without credentials or fragment. For an address with
 * variables (`{variables.API}/v1`, `https://{variables.HOST}/v1`), only the form is checked here. The call checks
 * the filled address.
 */
export const httpUrl = vine.createRule((value, _options, field) => {
  if (typeof value !== 'string') return
  if (holdsControl(value)) return field.report(controls, 'httpUrl', field)
  const whole = hasVariables(value) ? exampleOf(value) : value
  if (whole === null) {
    return field.report(
      'The {{ field }} must start with http://, https:// or a variable that contains an HTTP address, followed by a slash: {{ example }}.',
      'httpUrl',
      field,
      { example: '{variables.API}/v1' }
    )
  }
  const url = URL.canParse(whole) ? new URL(whole) : null
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    field.report('The {{ field }} must start with http:// or https://.', 'httpUrl', field)
  } else if (/[{}]/.test(url.hostname)) {
    field.report(
      'The {{ field }} has braces in its host. Write a variable as {{ example }}.',
      'httpUrl',
      field,
      { example: 'https://{variables.HOST}/v1' }
    )
  } else if (url.username || url.password) {
    field.report(
      'The {{ field }} must not hold a user name or password; enter them as credentials.',
      'httpUrl',
      field
    )
  }
})

/** A path below a base URL. */
export const relativePath = vine.createRule((value, _options, field) => {
  if (typeof value !== 'string') return
  if (holdsControl(value)) {
    field.report(controls, 'relativePath', field)
  } else if (/^[a-z][a-z0-9+.-]*:/i.test(value) || value.startsWith('//') || value.includes('#')) {
    field.report(
      "The {{ field }} must be relative to the system's base URL, such as {{ example }}.",
      'relativePath',
      field,
      { example: '/orders/{orderId}' }
    )
  } else if (leavesBase(value.split('?')[0] ?? '')) {
    field.report(
      'The {{ field }} must not leave the base URL with "..", plain or encoded.',
      'relativePath',
      field
    )
  }
})

/** Names and values of HTTP headers. */
export const httpHeaders = vine.createRule((value, _options, field) => {
  if (!isRecord(value)) return
  for (const [name, text] of Object.entries(value)) {
    if (!/^[!#$%&'*+\-.^_`|~0-9a-z]+$/i.test(name)) {
      field.report(
        'The {{ field }} hold "{{ name }}", which is not a header name.',
        'headers',
        field,
        { name }
      )
    } else if (name.toLowerCase() === 'host') {
      field.report(
        'The {{ field }} hold "Host", which follows from the base URL.',
        'headers',
        field
      )
    } else if (typeof text === 'string' && !isMask(text) && !isHeaderText(text)) {
      field.report(
        'The header "{{ name }}" holds a character headers cannot carry.',
        'headers',
        field,
        { name }
      )
    }
  }
})

/** Dotted field paths on both sides of a mapping. */
export const fieldPaths = vine.createRule((value, _options, field) => {
  if (!isRecord(value)) return
  for (const path of Object.entries(value).flat()) {
    if (typeof path === 'string' && !path.split('.').every((part) => part !== '')) {
      field.report(
        'The {{ field }} hold "{{ path }}", which is not a field path.',
        'fieldPaths',
        field,
        { path }
      )
    }
  }
})

/**
 * Parses JSON that text areas send as text. Invalid JSON is not changed and fails as "must be a JSON object".
 * @throws Problem 422 for keys and texts that are also refused in a body
 */
export function fromJsonText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value.trim() === '') return undefined
  let json: unknown
  try {
    json = parseExact(value)
  } catch {
    return value
  }
  // Return the number unchanged, because Vine would accept it as an object.
  if (json instanceof ExactNumber) return value
  refuseForeign(json)
  return json
}

/** Turns an empty text into null, because forms send a cleared field as an empty text. */
export function emptyToNull(value: unknown): unknown {
  return typeof value === 'string' && value.trim() === '' ? null : value
}

/** Turns an empty text into undefined, because forms send a cleared field as an empty text. */
export const emptyToUnset = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value
