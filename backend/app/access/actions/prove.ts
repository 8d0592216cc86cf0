import { now, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { Problem, text, type Text } from '@crossdock/kernel/http'
import { asOperator, withContext } from '@crossdock/kernel/tenancy'
import type { Account } from '@crossdock/backend/users'
import { passkeyProofs, secondFactors, type PasskeyAnswer } from '../contracts/index.js'
import { sessionProved } from '../event_types.js'
import { openTokens } from '../queries/open_tokens.js'
import type { LiveSession } from '../queries/live_session.js'
import { mac, sameText } from '../tokens.js'
import { codeHash } from './magic_tokens.js'
import { countTry, useUp } from './used_tokens.js'

/** By what somebody has proved who they are. */
export type ProofWay = 'code' | 'passkey' | 'recovery_code'

const reason = "a super administrator's sessions belong to no tenant"

/** What a code is bound to that proves: this session alone, and so it signs nobody in. */
export const provingIn = (sessionId: string): string => mac('proof', sessionId)

/** No 401: who is signed in is known, and stays so. */
export const refusedProof = (field: string, sentence: Text): Problem =>
  new Problem(403, 'E_PROOF', sentence, { errors: [{ field, rule: 'proof', text: sentence }] })

/** @throws Problem 403 for who comes in by a provider alone, and for somebody with a second factor: who reads their mail is not them yet */
export async function assertCodeIsEnough({ id, ssoOnly, tenantName }: Account): Promise<void> {
  if (ssoOnly) {
    throw new Problem(
      403,
      'E_PROVIDER_NEEDED',
      text(
        'People of {organization} confirm at its identity provider that it is them, not by a mailed code. Sign in there once more, or use a passkey.',
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

/** Proves by a mailed code who works in a session. @throws Problem 403, the same whatever was wrong */
export async function proveByCode({ id, account }: LiveSession, code: string): Promise<void> {
  await assertCodeIsEnough(account)
  const isProved = await asOperator(reason, () =>
    transaction(async () => {
      const open = await openTokens(account.email, provingIn(id))
      const right = open.find(
        (token) =>
          token.user_id === account.id && sameText(token.code, codeHash(token.request_id, code))
      )
      if (!right) {
        await countTry(open)
        return false
      }
      if (!(await useUp(right))) return false
      await noteProof(id, account, 'code')
      return true
    })
  )
  if (isProved) return
  throw refusedProof(
    'code',
    text('That code is wrong, has expired or was asked for in another session. Ask for a new one.')
  )
}

/** Proves it by a passkey of theirs. @throws Problem 403 */
export function proveByPasskey({ id, account }: LiveSession, answer: PasskeyAnswer): Promise<void> {
  return passkeyProofs.use().judge({
    ...{ sessionId: id, userId: account.id, answer },
    refuse: (sentence) => refusedProof('passkey', sentence),
    whenGood: () => noteProof(id, account, 'passkey'),
  })
}

/** Proves it by one of their recovery codes, which is used up. @throws Problem 403 */
export async function proveByRecoveryCode({ id, account }: LiveSession, code: string) {
  const isGood = await secondFactors.use().useRecoveryCode({
    ...{ userId: account.id, code },
    whenGood: () => noteProof(id, account, 'recovery_code'),
  })
  if (isGood) return
  const sentence = text('That recovery code is wrong or was used already. Try another one.')
  throw refusedProof('recoveryCode', sentence)
}

/** Notes it of a session, inside the transaction that judged the proof. What a mail proves is no second factor. */
export async function noteProof(id: string, account: Account, way: ProofWay): Promise<void> {
  const time = now()
  await unscoped()
    .from('sessions')
    .where('id', id)
    .update({ proved_at: time, ...(way === 'code' ? {} : { second_factor_at: time }) })
  await withContext({ tenantId: account.tenantId, operator: account.tenantId === null }, () =>
    // Every process remembers sessions, and reads this one anew.
    recordEvent(sessionProved, { target: { type: 'session', id }, payload: { way } })
  )
}

/** See `browserSessions`. */
export async function distrustMails(userId: string): Promise<void> {
  await unscoped()
    .from('sessions')
    .where('user_id', userId)
    .whereNull('second_factor_at')
    .update({ proved_at: null })
}
