import type { HttpContext } from '@adonisjs/core/http'
import { service } from '@crossdock/kernel/plugin'

/** A recovery code by which the person of a session confirms that it is them. */
export interface RecoveryProof {
  userId: string
  code: string
  /** Runs in the transaction that uses it up. */
  whenGood: () => Promise<void>
}

/** Implemented by the passkeys domain: what is asked for behind a mailed code or link. */
export interface SecondFactors {
  /** Whether a mail alone is not enough for somebody: they want it so, or it is required and they have one. */
  isAskedOf(userId: string): Promise<boolean>
  /** Whether they have one to bring. */
  hasOne(userId: string): Promise<boolean>
  /** The mail was right: the browser may bring the second factor within minutes, and then gets its session. */
  begin(http: HttpContext, userId: string): Promise<void>
  /** Uses up a recovery code. @returns whether it was good */
  useRecoveryCode(proof: RecoveryProof): Promise<boolean>
}

export const secondFactors = service<SecondFactors>('access.secondFactors')
