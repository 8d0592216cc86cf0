import { service } from '@crossdock/kernel/plugin'

/** An environment, and for how many days it keeps what belongs to it. */
export interface KeptEnvironment {
  id: string
  name: string
  days: number
}

/** Implemented by who owns environments. */
export interface KeptEnvironments {
  /** Those of the context's tenant that are there. */
  all(): Promise<KeptEnvironment[]>
}

export const keptEnvironments = service<KeptEnvironments>('retention.environments')
