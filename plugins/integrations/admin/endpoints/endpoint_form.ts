import type { ApiEndpoint } from '@crossdock/client'
import { fromJsonText, toJsonText } from '@crossdock/admin/kit'
import { keyOf, rowsOf, type MappingRow } from '../mapping/rows.js'
import type { EndpointMethod, EndpointType } from '../model.js'

export interface EndpointForm {
  name: string | null
  endpointType: EndpointType
  method: EndpointMethod
  path: string | null
  triggers: string[]
  headersText: string | null
  expectedText: string | null
  /** What is sent of the mapping; the rows show the same. */
  mappingText: string | null
  mappingRows: MappingRow[]
  isActive: boolean
}

/** Fields of the server whose messages belong to an input of another name. */
export const endpointInputs = (
  { mappingRows }: EndpointForm,
  isJson: boolean
): (readonly [RegExp | string, string])[] => [
  [/^requestSchema.*/, 'headersText'],
  [/^responseSchema.*/, 'expectedText'],
  [/^triggers.*/, 'triggers'],
  ...(isJson
    ? [[/^fieldMapping.*/, 'mappingText'] as const]
    : mappingRows.map((row, at) => [keyOf(row), `mappingRows.${at}.from`] as const)),
]

export const toForm = (endpoint?: ApiEndpoint): EndpointForm => ({
  name: endpoint?.name ?? '',
  endpointType: (endpoint?.endpointType as EndpointType | undefined) ?? 'outbound',
  method: (endpoint?.method as EndpointMethod | undefined) ?? 'POST',
  path: endpoint?.path ?? '',
  triggers: endpoint?.triggers ?? [],
  headersText: toJsonText(endpoint?.requestSchema.headers),
  expectedText: (endpoint?.responseSchema.expectedStatus ?? [200]).join(', '),
  mappingText: toJsonText(endpoint?.fieldMapping),
  mappingRows: rowsOf(endpoint?.fieldMapping ?? {}),
  isActive: endpoint?.isActive ?? true,
})

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
export const toBody = (form: EndpointForm, systemId: string, stored?: ApiEndpoint) => ({
  systemId,
  name: form.name?.trim() ?? '',
  path: form.path?.trim() ?? '',
  method: form.method,
  endpointType: form.endpointType,
  triggers: form.triggers,
  isActive: form.isActive,
  requestSchema: {
    ...stored?.requestSchema,
    headers: fromJsonText(form.headersText) as Record<string, string>,
  },
  responseSchema: {
    ...stored?.responseSchema,
    expectedStatus: parseStatusCodes(form.expectedText),
  },
  fieldMapping: fromJsonText(form.mappingText),
})
