import type { HttpContext } from '@adonisjs/core/http'
import { service } from '@crossdock/kernel/plugin'

/** What an identity provider reports in addition to the person. */
export interface ProviderSignIn {
  /** When the person authenticated at the provider; null when unknown. */
  provedAt: Date | null
}

/** For other domains' ways to sign in: they identify the person and the browser. */
export interface SignIns {
  /**
   * Marks the browser as having started a sign-in. Returns the hash of a secret that only its cookie holds; store
   * it with the pending sign-in.
   */
  remember(http: HttpContext): string
  /** The value `remember` returned for this browser; null if it started no sign-in within the hour. */
  browserOf(http: HttpContext): string | null
  /**
   * Starts a session and ends the one the browser had. Runs inside a transaction; the browser gets its cookies
   * after the commit. The caller is responsible for the second factor: a passkey counts as both factors, and a
   * provider has applied the organization's policy.
   * @param provider left out for a passkey
   * @returns the id of the session
   * @throws Problem 401 if the person may not sign in, or not in this way
   */
  start(http: HttpContext, userId: string, provider?: ProviderSignIn): Promise<string>
  /** Ends sessions of the current tenant immediately in every process. Runs inside a transaction. */
  end(sessionIds: readonly string[]): Promise<void>
}

export const signIns = service<SignIns>('access.signIns')
