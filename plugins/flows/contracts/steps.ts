import { service } from '@crossdock/kernel/plugin'

/** A step of a workflow, for whoever owns what it names. */
export interface NamingStep {
  /** Of its workflow. */
  workflow: string
  /** What people know it by: `2 (Announce arrival)`. */
  name: string
  /** Those of the ids that were asked for. */
  names: readonly string[]
  /** With its secrets masked. */
  config: Readonly<Record<string, unknown>>
}

/** Steps of the workflows of the context's environment. */
export interface FlowSteps {
  /** Those that name one of these ids, found by an index. */
  naming(ids: readonly string[]): Promise<NamingStep[]>
}

export const flowSteps = service<FlowSteps>('flows.steps')
