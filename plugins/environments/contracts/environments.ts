import { service } from '@crossdock/kernel/plugin'

/** What other plugins can ask about the environments of the current tenant. */
export interface Environments {
  /** Returns whether work may start in an environment: it exists, and is neither inactive nor deleted. */
  isActive(id: string): Promise<boolean>
}

export const environments = service<Environments>('environments.environments')
