import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { dialect, now, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/ground'
import { asOperator, withContext } from '@crossdock/kernel/tenancy'
import type { PasskeyAnswer } from '@crossdock/backend/access'
import { accounts } from '@crossdock/backend/users'
import {
  assertOwnAddress,
  assertOwnSite,
  readAuthenticatorData,
  readOrRefuse,
  takeAnswer,
  type Refuse,
  type AnsweredChallenge,
} from '../answers.js'
import type { ChallengeUse } from '../challenges.js'
import { passkeySuspected } from '../event_types.js'
import { Passkey } from '../models/passkey.js'
import { relyingParty } from '../relying_party.js'

const reason = 'the owner of a passkey is looked up before the tenant is known'

interface Verification extends ChallengeUse {
  answer: PasskeyAnswer
  refuse: Refuse
  /** The required owner; left out: any owner. */
  userId?: string
  /** Runs for the owner in the same transaction. */
  onSuccess: (userId: string) => Promise<void>
}

/**
 * Verifies a passkey's answer to a challenge, and runs `onSuccess` when it is valid. @throws what `refuse`
 * makes
 */
export async function verifyPasskey({
  answer,
  refuse,
  userId,
  onSuccess,
  ...asking
}: Verification): Promise<void> {
  const taken = await takeAnswer(answer.response.clientDataJSON, asking, refuse)
  const { rpIdHash, counter } = readOrRefuse(refuse, () =>
    readAuthenticatorData(Buffer.from(answer.response.authenticatorData, 'base64url'))
  )
  assertOwnSite(rpIdHash, refuse)
  const known = await asOperator(reason, () => Passkey.findBy('credential_id', answer.id))
  if (!known || (userId !== undefined && known.userId !== userId) || !isOf(known, answer)) {
    throw refuse(text('This passkey is unknown. Use another one, or sign in with a mailed code.'))
  }
  assertOwnAddress(taken, await accounts.use().find(known.userId), refuse)
  if (!(await isSigned(known, answer, taken))) {
    throw refuse(text('The signature of the passkey is invalid, so nothing was done. Try again.'))
  }
  if (await asOperator(reason, () => transaction(() => storeCounter(known.id, counter, onSuccess))))
    return
  await recordSuspicion(known)
  throw refuse(
    text(
      'The passkey "{name}" may have been copied: its use counter went backwards. Remove it under Security, and add a new one.',
      { name: known.name }
    )
  )
}

/** Whether the answer names the stored owner. Some answers name no owner, which is allowed. */
const isOf = ({ userId }: Passkey, { response: { userHandle } }: PasskeyAnswer) =>
  !userHandle || Buffer.from(userHandle, 'base64url').toString() === userId

async function isSigned(
  { credentialId, publicKey }: Passkey,
  answer: PasskeyAnswer,
  { challenge, origin }: AnsweredChallenge
): Promise<boolean> {
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: {
        id: answer.id,
        rawId: answer.rawId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: answer.response.clientDataJSON,
          authenticatorData: answer.response.authenticatorData,
          signature: answer.response.signature,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingParty().id,
      // The counter is checked after the signature proves that the passkey itself sent it.
      credential: { id: credentialId, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
    })
    // A forged signature does not throw.
    return verified
  } catch {
    return false
  }
}

/** Stores the new counter; false when the counter went backwards. */
async function storeCounter(
  id: string,
  counter: number,
  onSuccess: Verification['onSuccess']
): Promise<boolean> {
  const query = unscoped().from('passkeys').where('id', id)
  // The lock makes concurrent answers of one passkey see each other's counter; SQLite has a single writer anyway.
  if (dialect() === 'postgres') query.forUpdate()
  const row: { counter: number | string; user_id: string } | null = await query.first()
  const before = Number(row?.counter)
  if (!row || ((counter > 0 || before > 0) && counter <= before)) return false
  await unscoped().from('passkeys').where('id', id).update({ counter, last_used_at: now() })
  await onSuccess(row.user_id)
  return true
}

async function recordSuspicion({ id, userId, tenantId, name }: Passkey): Promise<void> {
  const account = await accounts.use().find(userId)
  if (!account) return
  await withContext({ tenantId, operator: tenantId === null }, () =>
    transaction(() =>
      recordEvent(passkeySuspected, {
        target: { type: 'passkey', id },
        source: { type: 'user', id: userId },
        payload: { name, email: account.email },
      })
    )
  )
}
