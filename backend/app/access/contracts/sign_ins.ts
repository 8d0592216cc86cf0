import type { HttpContext } from '@adonisjs/core/http'
import { service } from '@crossdock/kernel/plugin'

/** What an identity provider says beside who it is. */
export interface ProviderSignIn {
  /** When they showed it who they are; null when nobody knows. */
  provedAt: Date | null
}

/** For ways to sign in that other domains know of: they say who it is, and who has asked. */
export interface SignIns {
  /**
   * Has the browser remember that it asked to be signed in, and gives what to keep beside what it waits for:
   * the hash of a secret that only its cookie holds.
   */
  remember(http: HttpContext): string
  /** What `remember` gave for this browser; null when it has asked for nothing within the hour. */
  browserOf(http: HttpContext): string | null
  /**
   * Starts a session of a person; the one the browser had is over. Runs inside of a transaction, and
   * the browser has its cookies once that is committed. Whoever calls this answers for the second factor,
   * too: a passkey is both, and a provider has asked for what its organization wants asked.
   * @param provider left out: they have shown us who they are, by a passkey
   * @returns the id of the session. @throws Problem 401 for whoever may not enter, or not in this way
   */
  start(http: HttpContext, userId: string, provider?: ProviderSignIn): Promise<string>
  /** Ends sessions of the current tenant, at once and in every process. Runs inside of a transaction. */
  end(sessionIds: readonly string[]): Promise<void>
}

export const signIns = service<SignIns>('access.signIns')
