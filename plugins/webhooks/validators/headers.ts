import { isMask } from '@crossdock/kernel/secrets'
import vine from '@vinejs/vine'

export const mostHeaders = 20

/**
 * Headers that sign a request, describe its transfer, or are set by Crossdock. Custom headers must not replace
 * them.
 */
const reservedHeaders = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'traceparent',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'accept-encoding',
  'idempotency-key',
])

const isReserved = (name: string) => reservedHeaders.has(name) || /^(webhook|svix)-/.test(name)

const nameRule = vine.createRule((value, _options: undefined, field) => {
  const name = String(value)
  if (!/^[!#$%&'*+\-.^_`|~0-9a-z]+$/i.test(name)) {
    field.report('"{{ name }}" is not the name of a header.', 'headerName', field, { name })
  } else if (isReserved(name.toLowerCase())) {
    field.report(
      'The header "{{ name }}" is set by Crossdock. Choose another name.',
      'headerName',
      field,
      { name }
    )
  }
})

const valueRule = vine.createRule((value, _options: undefined, field) => {
  if (isMask(value) || /^[\t\x20-\x7e\x80-\xff]*$/.test(String(value))) return
  field.report('The value holds a character that headers cannot carry.', 'headerValue', field)
})

export const headersShape = () =>
  vine
    .array(
      vine.object({
        name: vine.string().trim().minLength(1).maxLength(100).use(nameRule(undefined)),
        value: vine.string().minLength(1).maxLength(4_000).use(valueRule(undefined)),
      })
    )
    .maxLength(mostHeaders)
