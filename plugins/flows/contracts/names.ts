import { service } from '@crossdock/kernel/plugin'

/** Returns names of workflows of the context's tenant. */
export interface FlowNames {
  /** Returns names by id. Deleted workflows are omitted. */
  of(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
}

export const flowNames = service<FlowNames>('flows.names')
