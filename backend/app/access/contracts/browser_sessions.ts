import type { HttpContext } from '@adonisjs/core/http'
import type { SignInRules } from '@crossdock/backend/tenants'
import type { Account } from '@crossdock/backend/users'
import { service } from '@crossdock/kernel/plugin'

export interface BrowserSession {
  id: string
  account: Account
  /** Whether the session includes a second factor. */
  usedSecondFactor: boolean
  /** Whether an identity provider started the session. */
  byProvider: boolean
}

/** For actions that need a person in a browser. */
export interface BrowserSessions {
  /**
   * The session of a request, with its account.
   * @throws Problem 403 for tokens and other callers without a session
   */
  of(http: HttpContext): Promise<BrowserSession>
  /** Whether the request carries a session cookie. Checks nothing else, so use it only for what is displayed. */
  isClaimed(http: HttpContext): boolean
  /** Counts creating a passkey in a session as a proof. Runs inside the transaction that stores the passkey. */
  noteNewPasskey(session: BrowserSession): Promise<void>
  /**
   * Makes mails no longer count as a proof: sessions started by mail alone need a fresh proof. Runs inside a
   * transaction that records a change of the person.
   */
  requireFreshProof(userId: string): Promise<void>
  /**
   * Ends all sessions of a person except one, in the current or its own transaction.
   * @returns the number of ended sessions
   */
  end(account: Account, except: string | null): Promise<number>
  /**
   * Applies sign-in rules to the current tenant's sessions: ends those the rules exclude and shortens those that
   * last too long. Runs inside the transaction that changes the rules and records the change.
   */
  applyRules(rules: SignInRules): Promise<void>
}

export const browserSessions = service<BrowserSessions>('access.browserSessions')
