import type { ApiEndpoint } from '@crossdock/client'
import { fromJsonText, toJsonText } from '@crossdock/admin/kit'
import type { EndpointMethod, EndpointType } from '../model.js'

export const mappingKeys = ['fileMetadata', 'userMetadata', 'systemFields'] as const

export interface EndpointForm {
  name: string
  endpointType: EndpointType
  method: EndpointMethod
  path: string
  triggers: string[]
  headersText: string | null
  expectedText: string | null
  mappingText: string | null
  isActive: boolean
}

/** Fields of the server whose messages belong to an input of another name. */
export const endpointInputs = [
  [/^requestSchema.*/, 'headersText'],
  [/^responseSchema.*/, 'expectedText'],
  [/^fieldMapping.*/, 'mappingText'],
  [/^triggers.*/, 'triggers'],
] as const

export const toForm = (endpoint?: ApiEndpoint): EndpointForm => ({
  name: endpoint?.name ?? '',
  endpointType: (endpoint?.endpointType as EndpointType | undefined) ?? 'outbound',
  method: (endpoint?.method as EndpointMethod | undefined) ?? 'POST',
  path: endpoint?.path ?? '',
  triggers: endpoint?.triggers ?? [],
  headersText: toJsonText(endpoint?.requestSchema.headers),
  expectedText: (endpoint?.responseSchema.expectedStatus ?? [200]).join(', '),
  mappingText: toJsonText(endpoint?.fieldMapping),
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
  name: form.name.trim(),
  path: form.path.trim(),
  method: form.method,
  endpointType: form.endpointType,
  triggers: form.triggers,
  isActive: form.isActive,
  requestSchema: { ...stored?.requestSchema, headers: fromJsonText(form.headersText) },
  responseSchema: {
    ...stored?.responseSchema,
    expectedStatus: parseStatusCodes(form.expectedText),
  },
  fieldMapping: fromJsonText(form.mappingText),
})
