import { service } from '@crossdock/kernel/plugin'

/** An environment, and for how many days it keeps its records. */
export interface KeptEnvironment {
  id: string
  name: string
  days: number
}

/** The environments of a tenant. Their plugin implements this. */
export interface KeptEnvironments {
  /** The existing environments of the context's tenant. */
  all(): Promise<KeptEnvironment[]>
}

export const keptEnvironments = service<KeptEnvironments>('retention.environments')
