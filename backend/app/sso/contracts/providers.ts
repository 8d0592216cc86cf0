import { service } from '@crossdock/kernel/plugin'

/** What other domains ask of the identity providers of the current tenant. */
export interface Providers {
  /** Which of these people have come in by a provider that is on, as it is set up now. Behind `signInRules.hold` it stays on until the transaction ends. */
  knownAmong(userIds: readonly string[]): Promise<Set<string>>
}

export const providers = service<Providers>('sso.providers')
