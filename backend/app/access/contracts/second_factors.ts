import type { HttpContext } from '@adonisjs/core/http'
import { service } from '@crossdock/kernel/plugin'

/** A recovery code that confirms the identity of the session's person. */
export interface RecoveryProof {
  userId: string
  code: string
  /** Runs in the transaction that uses the code up. */
  onSuccess: () => Promise<void>
}

/** The second factor after a mailed code or link. Implemented by the passkeys domain. */
export interface SecondFactors {
  /**
   * Whether the person must send a second factor after the mail: they turned it on, or it is required and they have
   * one.
   */
  isAskedOf(userId: string): Promise<boolean>
  /** Whether the person has set up a second factor. */
  hasOne(userId: string): Promise<boolean>
  /**
   * Starts the second step after a correct code or link. The browser must send the factor within minutes, and then
   * gets a session.
   */
  begin(http: HttpContext, userId: string): Promise<void>
  /**
   * Uses up a recovery code.
   * @returns whether the code was right
   */
  useRecoveryCode(proof: RecoveryProof): Promise<boolean>
}

export const secondFactors = service<SecondFactors>('access.secondFactors')
