import { service } from '@crossdock/kernel/plugin'
import type { Call } from './connector.js'

/** What other plugins may know of a system. */
export interface KnownSystem {
  id: string
  name: string
  systemType: string
  isActive: boolean
}

/** The systems of the context's environment, for plugins that talk with systems themselves. */
export interface SystemAccess {
  /** Those of these ids that are there; at most 1,000 ids. */
  named(ids: readonly string[]): Promise<KnownSystem[]>
  /**
   * A system with its configuration and credentials opened: keep it in memory for the time of its use alone.
   * @throws Problem 404
   * @throws CallRefused with a sentence when the system is inactive, or what is stored for it cannot be used
   * @throws SecretError when the key of a secret is gone
   */
  open(id: string): Promise<KnownSystem & Call['system']>
}

export const systemAccess = service<SystemAccess>('integrations.systemAccess')
