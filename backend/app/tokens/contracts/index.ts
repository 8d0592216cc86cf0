import { service } from '@crossdock/kernel/plugin'

/** Identities of recently used tokens, which are believed for a few seconds without a query. */
export interface TokenCache {
  /** Makes the next request of every token that fits be checked again; call it after the commit. */
  forget(which: { tokenId?: string; userId?: string; tenantId?: string }): void
}

export const tokenCache = service<TokenCache>('tokens.cache')
