import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { dialect, now, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { text } from '@crossdock/kernel/http'
import { asOperator, withContext } from '@crossdock/kernel/tenancy'
import type { PasskeyAnswer } from '@crossdock/backend/access'
import { accounts } from '@crossdock/backend/users'
import {
  assertAtHome,
  assertForUs,
  readAuthenticatorData,
  readOrRefuse,
  takeAnswer,
  type Refuse,
  type Taken,
} from '../answers.js'
import type { Asking } from '../challenges.js'
import { passkeySuspected } from '../event_types.js'
import { Passkey } from '../models/passkey.js'
import { relyingParty } from '../relying_party.js'

const reason = 'whose a passkey is must be known before their tenant is'

interface Judged extends Asking {
  answer: PasskeyAnswer
  refuse: Refuse
  /** Whose it must be; left out: anybody's. */
  userId?: string
  /** What is done for its owner, in the same transaction. */
  whenGood: (userId: string) => Promise<void>
}

/** Judges what a passkey has answered to our challenge, and goes on when it is good. @throws what `refuse` makes */
export async function judge({
  answer,
  refuse,
  userId,
  whenGood,
  ...asking
}: Judged): Promise<void> {
  const taken = await takeAnswer(answer.response.clientDataJSON, asking, refuse)
  const { rpIdHash, counter } = readOrRefuse(refuse, () =>
    readAuthenticatorData(Buffer.from(answer.response.authenticatorData, 'base64url'))
  )
  assertForUs(rpIdHash, refuse)
  const known = await asOperator(reason, () => Passkey.findBy('credential_id', answer.id))
  if (!known || (userId !== undefined && known.userId !== userId) || !isOf(known, answer)) {
    throw refuse(
      text('This passkey is not known here. Use another one, or sign in with a mailed code.')
    )
  }
  assertAtHome(taken, await accounts.use().find(known.userId), refuse)
  if (!(await isSigned(known, answer, taken))) {
    throw refuse(text('The signature of the passkey is wrong, so nothing was done. Try it again.'))
  }
  if (await asOperator(reason, () => transaction(() => use(known.id, counter, whenGood)))) return
  await tellSuspicion(known)
  throw refuse(
    text(
      'The passkey "{name}" may have been copied: it has been used more often than it says. Remove it under Security, and add a new one.',
      { name: known.name }
    )
  )
}

/** The passkey itself says whose it is, where it was asked without naming anybody. */
const isOf = ({ userId }: Passkey, { response: { userHandle } }: PasskeyAnswer) =>
  !userHandle || Buffer.from(userHandle, 'base64url').toString() === userId

async function isSigned(
  { credentialId, publicKey }: Passkey,
  answer: PasskeyAnswer,
  { challenge, origin }: Taken
): Promise<boolean> {
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: {
        ...{ id: answer.id, rawId: answer.rawId, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: answer.response.clientDataJSON,
          authenticatorData: answer.response.authenticatorData,
          signature: answer.response.signature,
        },
      },
      ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: relyingParty().id },
      // Whether it has gone back is judged once the signature says that the passkey counted itself.
      credential: { id: credentialId, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
    })
    // A forged signature does not throw.
    return verified
  } catch {
    return false
  }
}

/** Counts on; false when the counter has gone back. */
async function use(id: string, counter: number, whenGood: Judged['whenGood']): Promise<boolean> {
  const query = unscoped().from('passkeys').where('id', id)
  // Two answers of one passkey at the same time count each other; SQLite's transaction is the only writer anyway.
  if (dialect() === 'postgres') query.forUpdate()
  const row: { counter: number | string; user_id: string } | null = await query.first()
  const before = Number(row?.counter)
  if (!row || ((counter > 0 || before > 0) && counter <= before)) return false
  await unscoped().from('passkeys').where('id', id).update({ counter, last_used_at: now() })
  await whenGood(row.user_id)
  return true
}

async function tellSuspicion({ id, userId, tenantId, name }: Passkey): Promise<void> {
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
