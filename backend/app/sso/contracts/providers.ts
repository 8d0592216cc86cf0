import { service } from '@crossdock/kernel/plugin'

/** Access for other domains to the identity providers of the current tenant. */
export interface Providers {
  /**
   * Which of these people have signed in with the current setup of an active provider. After `signInRules.hold`, the
   * provider stays on until the transaction ends.
   */
  knownAmong(userIds: readonly string[]): Promise<Set<string>>
}

export const providers = service<Providers>('sso.providers')
