import { service } from '@crossdock/kernel/plugin'

/** A step of a workflow, for the plugin whose objects it references. */
export interface NamingStep {
  /** The name of its workflow. */
  workflow: string
  /** The name that people see: `2 (Announce arrival)`. */
  name: string
  /** The ids it references, among the requested ids. */
  names: readonly string[]
  /** The config with its secrets masked. */
  config: Readonly<Record<string, unknown>>
}

/** Steps of the workflows of the context's environment. */
export interface FlowSteps {
  /** Returns steps that reference one of these ids. An index finds them. */
  naming(ids: readonly string[]): Promise<NamingStep[]>
}

export const flowSteps = service<FlowSteps>('flows.steps')
