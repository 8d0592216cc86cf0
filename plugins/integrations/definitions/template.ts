import type { Capability, EndpointTrigger, EndpointType, FieldMapping } from '../contracts/index.js'
import type { PlannedEndpoint } from './plan.js'

/** An endpoint of a template. */
export interface TemplateEndpoint extends PlannedEndpoint {
  endpointType?: EndpointType | undefined
  triggers?: EndpointTrigger[] | undefined
  fieldMapping?: FieldMapping | undefined
}

/** The content of a template; never contains a secret. */
export interface ContractDefinition {
  system: {
    baseUrl: string | null
    authType: string
    authConfig: Record<string, unknown>
    capabilities: Capability[]
  }
  /** Instructions for a person before the first call. */
  hints: string[]
  endpoints: TemplateEndpoint[]
}

/** Maximum size of a definition, as JSON. */
export const mostDefinitionBytes = 1024 * 1024

/** A header whose secret is only a placeholder: `{apiKey}`, `ApiKey {apiKey}`. */
export const secretPlace = /^(?:[A-Za-z]{1,20} )?\{(?:apiKey|accessToken)\}$/
