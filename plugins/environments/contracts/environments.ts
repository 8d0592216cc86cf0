import { service } from '@crossdock/kernel/plugin'

/** Answers questions of other plugins about the environments of the context's tenant. */
export interface Environments {
  /** Returns whether work may start in an environment: it exists, and is neither inactive nor deleted. */
  isActive(id: string): Promise<boolean>
}

export const environments = service<Environments>('environments.environments')
