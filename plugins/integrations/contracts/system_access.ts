import { service } from '@crossdock/kernel/plugin'
import type { Call } from './connector.js'

/** The public facts about a system, for other plugins. */
export interface KnownSystem {
  id: string
  name: string
  systemType: string
  isActive: boolean
}

/** The systems of the current environment, for plugins that connect to systems themselves. */
export interface SystemAccess {
  /** Returns the existing systems among these ids; at most 1,000 ids. */
  named(ids: readonly string[]): Promise<KnownSystem[]>
  /**
   * Returns a system with opened configuration and credentials. Drop them from memory after use.
   * @throws Problem 404
   * @throws CallRefused if the system is inactive, or if its stored configuration cannot be used
   * @throws SecretError if the key of a secret is missing
   */
  open(id: string): Promise<KnownSystem & Call['system']>
}

export const systemAccess = service<SystemAccess>('integrations.systemAccess')
