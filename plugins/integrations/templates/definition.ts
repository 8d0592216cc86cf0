import type { Capability, EndpointTrigger, EndpointType, FieldMapping } from '../contracts/index.js'
import type { PlannedEndpoint } from '../imports/plan.js'

/** An endpoint of a template. */
export interface TemplateEndpoint extends PlannedEndpoint {
  endpointType?: EndpointType | undefined
  triggers?: EndpointTrigger[] | undefined
  fieldMapping?: FieldMapping | undefined
}

/** What a template makes: never with a secret. */
export interface ContractDefinition {
  system: {
    baseUrl: string | null
    authType: string
    authConfig: Record<string, unknown>
    capabilities: Capability[]
  }
  /** What a person has to know or do before the first call. */
  hints: string[]
  endpoints: TemplateEndpoint[]
}

/** Longest definition, as JSON. */
export const mostDefinitionBytes = 1024 * 1024

/** A header that only says where a secret goes: `{apiKey}`, `ApiKey {apiKey}`. */
export const secretPlace = /^(?:[A-Za-z]{1,20} )?\{(?:apiKey|accessToken)\}$/
