import type { HttpContext } from '@adonisjs/core/http'
import { clock, dialect, newId, now, transaction, unscoped } from '@crossdock/kernel/database'
import { Problem, text, type Text } from '@crossdock/kernel/ground'
import { asOperator } from '@crossdock/kernel/tenancy'
import { signIns } from '@crossdock/backend/access'
import { accounts } from '@crossdock/backend/users'
import { takeRecoveryCode } from './use_recovery_code.js'

const reason = 'a sign-in has no tenant yet'
const lifetimeMs = 10 * 60_000
/** After this many wrong recovery codes the sign-in ends, and needs another mail. */
const maxAttempts = 5

export interface PendingSignIn {
  id: string
  user_id: string
  attempts: number
}

export const refusedStep = (sentence: Text) => new Problem(401, 'E_SIGN_IN', sentence)

const noPendingSignIn = () =>
  new Problem(
    409,
    'E_SIGN_IN',
    text('This sign-in has expired, or was not begun in this browser. Sign in again.')
  )

/**
 * Stores that this browser must still send the second factor, after the mailed code was correct. The pending sign-in
 * expires within minutes.
 */
export async function beginPendingSignIn(http: HttpContext, userId: string): Promise<void> {
  const account = await accounts.use().find(userId)
  const browser = signIns.use().remember(http)
  await asOperator(reason, () =>
    transaction(async () => {
      const waiting = unscoped().from('waiting_sign_ins')
      await waiting.where('expires_at', '<', now()).orWhere('browser', browser).delete()
      await unscoped()
        .insertQuery()
        .table('waiting_sign_ins')
        .insert({
          id: newId(),
          tenant_id: account?.tenantId ?? null,
          created_at: now(),
          user_id: userId,
          browser,
          attempts: 0,
          expires_at: new Date(clock.now() + lifetimeMs).toISOString(),
        })
    })
  )
}

/** The pending sign-in of this browser. @throws Problem 409 when there is none or it has expired */
export async function findPendingSignIn(http: HttpContext): Promise<PendingSignIn> {
  const browser = signIns.use().browserOf(http)
  const waiting: PendingSignIn | null = browser
    ? await asOperator(reason, () =>
        unscoped()
          .from('waiting_sign_ins')
          .where('browser', browser)
          .where('expires_at', '>', now())
          .where('attempts', '<', maxAttempts)
          .first()
      )
    : null
  if (waiting) return waiting
  throw noPendingSignIn()
}

/** Completes the sign-in, once, inside the transaction that verified the second factor. */
export async function finishPendingSignIn(
  http: HttpContext,
  waiting: PendingSignIn
): Promise<void> {
  await asOperator(reason, async () => {
    const ended = await unscoped().from('waiting_sign_ins').where('id', waiting.id).delete()
    if (Number(ended) === 1) return
    throw noPendingSignIn()
  })
  await signIns.use().start(http, waiting.user_id)
}

/** Completes the sign-in with a recovery code, which is used up. @throws Problem 401, 409 */
export async function enterByRecoveryCode(
  http: HttpContext,
  waiting: PendingSignIn,
  code: string
): Promise<void> {
  const account = await accounts.use().find(waiting.user_id)
  const isRight = await asOperator(reason, () =>
    transaction(async () => {
      const held = unscoped().from('waiting_sign_ins').where('id', waiting.id)
      // The lock makes concurrent attempts see each other's count; SQLite has a single writer anyway.
      if (dialect() === 'postgres') held.forUpdate()
      const present: PendingSignIn | null = await held.first()
      if (!account || !present || present.attempts >= maxAttempts) return false
      if (!(await takeRecoveryCode(account, code))) {
        await unscoped().from('waiting_sign_ins').where('id', waiting.id).increment('attempts', 1)
        return false
      }
      await finishPendingSignIn(http, waiting)
      return true
    })
  )
  if (isRight) return
  throw refusedStep(text('This recovery code is wrong or already used. Try another one.'))
}
