import type { ApiEndpoint } from '@crossdock/client'
import { fromJsonText, isObject, toJsonText, toValues } from '@crossdock/admin/kit'
import { keyOf, rowsOf, type MappingRow } from '../mapping/rows.js'

type Schemas = 'requestSchema' | 'responseSchema' | 'fieldMapping'

/** An endpoint as its dialog holds it: JSON and lists as text, the rest as it is. */
export interface EndpointForm extends Partial<Omit<ApiEndpoint, Schemas>> {
  method: string
  headersText: string | null
  expectedText: string | null
  /** Of an outbound one: what a request sends beside the mapping. Of an inbound one: what its requests hold. */
  bodyText: string | null
  /** What is sent of the mapping; the rows show the same. */
  mappingText: string | null
  mappingRows: MappingRow[]
}

/** Fields of the server whose messages belong to an input of another name. */
export const endpointInputs = (
  { mappingRows }: EndpointForm,
  isJson: boolean
): (readonly [RegExp | string, string])[] => [
  [/^requestSchema\.body.*/, 'bodyText'],
  [/^requestSchema.*/, 'headersText'],
  [/^responseSchema.*/, 'expectedText'],
  [/^triggers.*/, 'triggers'],
  ...(isJson
    ? [[/^fieldMapping.*/, 'mappingText'] as const]
    : mappingRows.map((row, at) => [keyOf(row), `mappingRows.${at}.from`] as const)),
]

export function toForm(endpoint?: ApiEndpoint): EndpointForm {
  const { requestSchema, responseSchema, fieldMapping, ...plain } =
    endpoint ?? ({} as Partial<ApiEndpoint>)
  return {
    endpointType: 'outbound',
    method: 'POST',
    triggers: [],
    isActive: true,
    ...plain,
    headersText: toJsonText(requestSchema?.headers),
    bodyText: toJsonText(requestSchema?.body as object | undefined),
    expectedText: (responseSchema?.expectedStatus ?? [200]).join(', '),
    mappingText: toJsonText(fieldMapping),
    mappingRows: rowsOf(fieldMapping ?? {}),
  }
}

/** A body that is no object, such as a list, has no field: it stays as it is. */
export const hasOtherBody = (stored: ApiEndpoint | undefined): boolean => {
  const body = stored?.requestSchema?.body ?? null
  return stored?.endpointType === 'outbound' && body !== null && !isObject(body)
}

/** Status codes of a comma-separated list; what is no number is dropped, an empty list means 200. */
export function parseStatusCodes(text: string | null): number[] {
  const codes = (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => /^\d+$/.test(part))
    .map(Number)
  return codes.length > 0 ? codes : [200]
}

/** What is sent. Parts of the schemas that have no field here stay as they are. */
export function toBody(form: EndpointForm, systemId: string, stored?: ApiEndpoint) {
  const { headersText, expectedText, bodyText, mappingText, mappingRows: _rows, ...plain } = form
  const { body: storedBody, ...requestSchema } = stored?.requestSchema ?? {}
  const hasBody = form.endpointType === 'inbound' || Boolean(bodyText?.trim())
  const body = hasOtherBody(stored) ? storedBody : hasBody ? fromJsonText(bodyText) : undefined
  return {
    ...toValues(plain),
    systemId,
    name: form.name?.trim() ?? '',
    path: form.path?.trim() ?? '',
    method: form.method,
    requestSchema: {
      ...requestSchema,
      headers: fromJsonText(headersText) as Record<string, string>,
      ...(body === undefined ? {} : { body }),
    },
    responseSchema: {
      ...stored?.responseSchema,
      expectedStatus: parseStatusCodes(expectedText),
    },
    fieldMapping: fromJsonText(mappingText),
  }
}
