import type { ContractDefinition } from '../../definitions/template.js'

/** The content of a template, and the kind of its systems. */
export interface Made {
  systemType: string
  definition: ContractDefinition
}
