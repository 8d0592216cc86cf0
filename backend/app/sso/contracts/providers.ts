import { service } from '@crossdock/kernel/plugin'

/** What other domains ask of the identity providers of the current tenant. */
export interface Providers {
  /** Whether one of these people has come in by a provider that is on. Behind `signInRules.hold` it stays on until the transaction ends. */
  haveLetIn(userIds: readonly string[]): Promise<boolean>
}

export const providers = service<Providers>('sso.providers')
