import { service } from '@crossdock/kernel/plugin'

/** What workflows of the context's tenant are called. */
export interface FlowNames {
  /** Names by id; of what is gone there is none. */
  of(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
}

export const flowNames = service<FlowNames>('flows.names')
