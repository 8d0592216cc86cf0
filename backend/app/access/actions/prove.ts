import { now, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { Problem, text, type Text } from '@crossdock/kernel/ground'
import { asOperator, withContext } from '@crossdock/kernel/tenancy'
import type { Account } from '@crossdock/backend/users'
import { passkeyProofs, secondFactors, type PasskeyAnswer } from '../contracts/index.js'
import { sessionProved } from '../event_types.js'
import { openTokens } from '../queries/open_tokens.js'
import type { LiveSession } from '../queries/live_session.js'
import { mac, equalsInConstantTime } from '../tokens.js'
import { codeHash } from './magic_tokens.js'
import { countWrongCode, invalidateMail } from './used_tokens.js'

/** How a person confirmed their identity. */
export type ProofWay = 'code' | 'passkey' | 'recovery_code'

const reason = "a super administrator's sessions belong to no tenant"

/** Binds a confirmation code to one session, so the code cannot sign in. */
export const proofBinding = (sessionId: string): string => mac('proof', sessionId)

/** Answers 403, not 401: the session stays valid. */
const refusedProof = (field: string, sentence: Text): Problem =>
  new Problem(403, 'E_PROOF', sentence, { errors: [{ field, rule: 'proof', text: sentence }] })

/** @throws Problem 403 if the organization allows only its provider, or if the person has a second factor */
export async function assertCodeIsEnough({ id, ssoOnly, tenantName }: Account): Promise<void> {
  if (ssoOnly) {
    throw new Problem(
      403,
      'E_PROVIDER_NEEDED',
      text(
        'People of {organization} confirm their identity at its identity provider, not with a mailed code. Sign in there again, or use a passkey.',
        { organization: tenantName ?? '' }
      )
    )
  }
  if (!(await secondFactors.use().isAskedOf(id))) return
  throw new Problem(
    403,
    'E_SECOND_FACTOR_NEEDED',
    text(
      'You have a second factor, so a mailed code is not enough. Use a passkey or a recovery code.'
    )
  )
}

/** Confirms the identity in a session with a mailed code. @throws Problem 403, the same for every cause */
export async function proveByCode({ id, account }: LiveSession, code: string): Promise<void> {
  await assertCodeIsEnough(account)
  const isProved = await asOperator(reason, () =>
    transaction(async () => {
      const open = await openTokens(account.email, proofBinding(id))
      const right = open.find(
        (token) =>
          token.user_id === account.id &&
          equalsInConstantTime(token.code, codeHash(token.request_id, code))
      )
      if (!right) {
        await countWrongCode(open)
        return false
      }
      if (!(await invalidateMail(right))) return false
      await noteProof(id, account, 'code')
      return true
    })
  )
  if (isProved) return
  throw refusedProof(
    'code',
    text('That code is wrong, has expired or belongs to another session. Request a new one.')
  )
}

/** Confirms the identity with a passkey of the person. @throws Problem 403 */
export function proveByPasskey({ id, account }: LiveSession, answer: PasskeyAnswer): Promise<void> {
  return passkeyProofs.use().judge({
    sessionId: id,
    userId: account.id,
    answer,
    refuse: (sentence) => refusedProof('passkey', sentence),
    onSuccess: () => noteProof(id, account, 'passkey'),
  })
}

/** Confirms the identity with a recovery code, and uses the code up. @throws Problem 403 */
export async function proveByRecoveryCode({ id, account }: LiveSession, code: string) {
  const isGood = await secondFactors.use().useRecoveryCode({
    userId: account.id,
    code,
    onSuccess: () => noteProof(id, account, 'recovery_code'),
  })
  if (isGood) return
  const sentence = text('This recovery code is wrong or already used. Try another one.')
  throw refusedProof('recoveryCode', sentence)
}

/**
 * Records a proof in the session, inside the transaction that checked the proof. A mailed code is no second factor.
 */
export async function noteProof(id: string, account: Account, way: ProofWay): Promise<void> {
  const time = now()
  await unscoped()
    .from('sessions')
    .where('id', id)
    .update({ proved_at: time, ...(way === 'code' ? {} : { second_factor_at: time }) })
  await withContext({ tenantId: account.tenantId, operator: account.tenantId === null }, () =>
    // Every process caches sessions; the event makes them reload this one.
    recordEvent(sessionProved, { target: { type: 'session', id }, payload: { way } })
  )
}

/** See `browserSessions`. */
export async function requireFreshProof(userId: string): Promise<void> {
  await unscoped()
    .from('sessions')
    .where('user_id', userId)
    .whereNull('second_factor_at')
    .update({ proved_at: null })
}
