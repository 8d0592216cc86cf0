import type { HttpContext } from '@adonisjs/core/http'
import type { SignInRules } from '@crossdock/backend/tenants'
import type { Account } from '@crossdock/backend/users'
import { service } from '@crossdock/kernel/plugin'

export interface BrowserSession {
  id: string
  account: Account
  /** Whether a second factor was brought in it. */
  broughtSecondFactor: boolean
  /** Whether it was begun by an identity provider. */
  byProvider: boolean
}

/** For what only somebody at a screen does. */
export interface BrowserSessions {
  /** The session a request is made in, and whose it is. @throws Problem 403 for tokens and whatever else has none */
  of(http: HttpContext): Promise<BrowserSession>
  /** Whether a request claims to be made in one. Nothing is looked up: for what only looks other then. */
  isClaimed(http: HttpContext): boolean
  /** A passkey was made in a session: that is a proof. Runs inside of the transaction that keeps it. */
  noteNewPasskey(session: BrowserSession): Promise<void>
  /**
   * From now on a mail proves no more who somebody is: sessions that were begun by one alone are asked for a fresh proof.
   * Runs inside of a transaction that tells of a change of the person.
   */
  distrustMails(userId: string): Promise<void>
  /** Ends all sessions of a person but one, inside of a transaction or with its own. @returns how many there were */
  end(account: Account, except: string | null): Promise<number>
  /**
   * Ends for good what sessions of the current tenant its sign-in rules let in no more, and has the others end no later than
   * they say. Inside of the transaction that changes the rules and tells of it.
   */
  keepTo(rules: SignInRules): Promise<void>
}

export const browserSessions = service<BrowserSessions>('access.browserSessions')
