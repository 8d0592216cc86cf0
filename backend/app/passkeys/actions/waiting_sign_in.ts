import type { HttpContext } from '@adonisjs/core/http'
import { clock, dialect, newId, now, transaction, unscoped } from '@crossdock/kernel/database'
import { Problem, text, type Text } from '@crossdock/kernel/http'
import { asOperator } from '@crossdock/kernel/tenancy'
import { signIns } from '@crossdock/backend/access'
import { accounts } from '@crossdock/backend/users'
import { takeRecoveryCode } from './use_recovery_code.js'

const reason = 'sign-in knows no tenant yet'
const lifetimeMs = 10 * 60_000
/** Wrong recovery codes that end a sign-in: then another mail is needed. */
const mostAttempts = 5

export interface WaitingSignIn {
  id: string
  user_id: string
  attempts: number
}

export const refusedStep = (sentence: Text) => new Problem(401, 'E_SIGN_IN', sentence)

const notWaiting = () =>
  new Problem(
    409,
    'E_SIGN_IN',
    text('This sign-in has waited too long, or was not begun here. Begin it again.')
  )

/** The mailed code was right: this browser may bring the second factor within minutes. */
export async function beginWaiting(http: HttpContext, userId: string): Promise<void> {
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
          ...{ id: newId(), tenant_id: account?.tenantId ?? null, created_at: now() },
          ...{ user_id: userId, browser, attempts: 0 },
          expires_at: new Date(clock.now() + lifetimeMs).toISOString(),
        })
    })
  )
}

/** What this browser waits with. @throws Problem 409 for none, or when it has waited too long */
export async function waitingOf(http: HttpContext): Promise<WaitingSignIn> {
  const browser = signIns.use().browserOf(http)
  const waiting: WaitingSignIn | null = browser
    ? await asOperator(reason, () =>
        unscoped()
          .from('waiting_sign_ins')
          .where('browser', browser)
          .where('expires_at', '>', now())
          .where('attempts', '<', mostAttempts)
          .first()
      )
    : null
  if (waiting) return waiting
  throw notWaiting()
}

/** Goes in: once, and inside of the transaction that judged the second factor. */
export async function finishWaiting(http: HttpContext, waiting: WaitingSignIn): Promise<void> {
  await asOperator(reason, async () => {
    const ended = await unscoped().from('waiting_sign_ins').where('id', waiting.id).delete()
    if (Number(ended) === 1) return
    throw notWaiting()
  })
  await signIns.use().start(http, waiting.user_id)
}

/** Goes in by a recovery code, which is used up. @throws Problem 401, 409 */
export async function enterByRecoveryCode(
  http: HttpContext,
  waiting: WaitingSignIn,
  code: string
): Promise<void> {
  const account = await accounts.use().find(waiting.user_id)
  const isRight = await asOperator(reason, () =>
    transaction(async () => {
      const held = unscoped().from('waiting_sign_ins').where('id', waiting.id)
      // Tries made at the same time count each other; SQLite's transaction is the only writer anyway.
      if (dialect() === 'postgres') held.forUpdate()
      const present: WaitingSignIn | null = await held.first()
      if (!account || !present || present.attempts >= mostAttempts) return false
      if (!(await takeRecoveryCode(account, code))) {
        await unscoped().from('waiting_sign_ins').where('id', waiting.id).increment('attempts', 1)
        return false
      }
      await finishWaiting(http, waiting)
      return true
    })
  )
  if (isRight) return
  throw refusedStep(text('That recovery code is wrong or was used already. Try another one.'))
}
