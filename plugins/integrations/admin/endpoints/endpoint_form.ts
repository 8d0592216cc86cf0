import type { ApiEndpoint } from '@crossdock/client'
import { fromJsonText, isObject, toJsonText, toValues } from '@crossdock/admin/kit'
import { keyOf, rowsOf, type MappingRow } from '../mapping/rows.js'

type Schemas = 'requestSchema' | 'responseSchema' | 'fieldMapping'

/** The values of the endpoint dialog: JSON and lists as text. */
export interface EndpointForm extends Partial<Omit<ApiEndpoint, Schemas>> {
  method: string
  headersText: string | null
  expectedText: string | null
  /** Outbound: body fields in addition to the mapping. Inbound: the schema of requests. */
  bodyText: string | null
  /** The mapping as JSON, which is sent. The rows show the same mapping. */
  mappingText: string | null
  mappingRows: MappingRow[]
}

/** Maps fields of the API to the inputs that show their errors, if the names differ. */
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

/** Whether the stored body is not an object, such as a list. The form has no field for it and keeps it. */
export const hasOtherBody = (stored: ApiEndpoint | undefined): boolean => {
  const body = stored?.requestSchema?.body ?? null
  return stored?.endpointType === 'outbound' && body !== null && !isObject(body)
}

/** Parses comma-separated status codes. Drops values that are not numbers; an empty list means 200. */
function parseStatusCodes(text: string | null): number[] {
  const codes = (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => /^\d+$/.test(part))
    .map(Number)
  return codes.length > 0 ? codes : [200]
}

/** The request body. Stored parts that the form does not show are kept. */
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
