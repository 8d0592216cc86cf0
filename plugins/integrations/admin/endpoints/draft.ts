import type { ApiEndpoint } from '@crossdock/client'
import type { Draft } from '../preview/draft.js'
import { toBody, type EndpointForm } from './endpoint_form.js'

export type Missing = 'path' | 'headers' | 'body' | 'mapping'

interface Rules {
  headers: (text: string | null) => string | undefined
  body: (text: string | null) => string | undefined
  mapping: (text: string | null) => string | undefined
}

/** The endpoint that the form describes, or what is missing for a preview. */
export function draftOf(
  form: EndpointForm,
  rules: Rules,
  systemId: string,
  stored?: ApiEndpoint
): { draft?: Draft; missing?: Missing } {
  if (!form.path?.trim()) return { missing: 'path' }
  if (rules.headers(form.headersText)) return { missing: 'headers' }
  if (rules.body(form.bodyText)) return { missing: 'body' }
  if (rules.mapping(form.mappingText)) return { missing: 'mapping' }
  const { name: given, path, method, ...schemas } = toBody(form, systemId, stored)
  const { requestSchema, responseSchema, fieldMapping } = schemas
  const name = given || path
  return { draft: { systemId, name, path, method, requestSchema, responseSchema, fieldMapping } }
}
