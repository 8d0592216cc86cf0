import type { ContractDefinition } from '../definition.js'

/** The content of a template, and the kind of its systems. */
export interface Made {
  systemType: string
  definition: ContractDefinition
}
