import { service } from '@crossdock/kernel/plugin'

/** What others ask of the environments of the context's tenant. */
export interface Environments {
  /** Whether anything may begin there: it is there, and neither switched off nor deleted. */
  isActive(id: string): Promise<boolean>
}

export const environments = service<Environments>('environments.environments')
