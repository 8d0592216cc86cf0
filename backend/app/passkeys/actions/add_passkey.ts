import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import { isUniqueViolation, newId, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, invalid, Problem, text, type Text } from '@crossdock/kernel/ground'
import { asOperator, withContext } from '@crossdock/kernel/tenancy'
import { browserSessions, type BrowserSession } from '@crossdock/backend/access'
import { accounts, type Account } from '@crossdock/backend/users'
import {
  assertOwnAddress,
  assertOwnSite,
  readAuthenticatorData,
  readOrRefuse,
  takeAnswer,
} from '../answers.js'
import type { ChallengeUse } from '../challenges.js'
import { passkeyAdded } from '../event_types.js'
import { Passkey } from '../models/passkey.js'
import { maxPasskeys, passkeysOf } from '../queries/passkeys.js'
import { relyingParty } from '../relying_party.js'
import type { NewPasskey } from '../validators/passkeys.js'

const reason = "a super administrator's passkeys belong to no tenant"

const refuse = (sentence: Text) => invalid('passkey', sentence, 'passkey')

/** @throws Problem 409 when the person has the maximum number of passkeys */
export async function assertBelowLimit(userId: string): Promise<Passkey[]> {
  const present = await passkeysOf(userId)
  if (present.length < maxPasskeys) return present
  throw conflict(
    'E_PASSKEYS',
    text('You have {most} passkeys, which is the limit. Remove one first.', { most: maxPasskeys })
  )
}

/** Stores a new passkey of a person. @throws Problem 409, 422 */
export async function addPasskey(
  session: BrowserSession,
  asking: ChallengeUse,
  { name, passkey }: NewPasskey
): Promise<Passkey> {
  const { account } = session
  await assertBelowLimit(account.id)
  const credential = await verifyRegistration(account, asking, passkey)
  const values = {
    id: newId(),
    tenantId: account.tenantId,
    userId: account.id,
    name,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: passkey.response.transports ?? [],
    lastUsedAt: null,
  }
  try {
    return await asOperator(reason, () =>
      transaction(async () => {
        await accounts.use().hold([account.id])
        await assertFirst(session, await assertBelowLimit(account.id))
        const made = await Passkey.create(values)
        await accounts.use().noteSecondFactor(account.id, true)
        await withContext({ tenantId: account.tenantId, operator: !account.tenantId }, () =>
          recordEvent(passkeyAdded, {
            target: { type: 'passkey', id: values.id },
            payload: { name, email: account.email },
          })
        )
        await browserSessions.use().noteNewPasskey(session)
        return made
      })
    )
  } catch (error) {
    if (!isUniqueViolation(error, 'credential_id')) throw error
    throw conflict('E_PASSKEY_KNOWN', text('This passkey is already added.'), 'passkey')
  }
}

/**
 * A session that may only create the first passkey must not create a second one: of two concurrent requests, one may
 * come from an attacker.
 * @throws Problem 403
 */
async function assertFirst(session: BrowserSession, present: Passkey[]): Promise<void> {
  const { account, usedSecondFactor } = session
  if (usedSecondFactor || present.length === 0) return
  if (!(await accounts.use().find(account.id))?.secondFactorRequiredBy) return
  throw new Problem(
    403,
    'E_SECOND_FACTOR_REQUIRED',
    text(
      'A passkey was added elsewhere in between. Confirm with that one first, then add this one.'
    )
  )
}

async function verifyRegistration(
  owner: Account,
  asking: ChallengeUse,
  passkey: NewPasskey['passkey']
) {
  const { clientDataJSON, attestationObject } = passkey.response
  const taken = await takeAnswer(clientDataJSON, asking, refuse)
  const { rpIdHash } = readOrRefuse(refuse, () => assertNoAttestation(attestationObject))
  assertOwnSite(rpIdHash, refuse)
  assertOwnAddress(taken, owner, refuse)
  const result = await verifyRegistrationResponse({
    response: {
      id: passkey.id,
      rawId: passkey.rawId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge: taken.challenge,
    expectedOrigin: taken.origin,
    expectedRPID: relyingParty().id,
  }).catch(() => undefined)
  const credential = result?.verified ? result.registrationInfo.credential : null
  // The validator limits the length of `passkey.id`, but not of the id inside the attestation.
  if (credential?.id === passkey.id) return credential
  throw refuse(
    text('The answer of the passkey is invalid, so the passkey was not added. Try again.')
  )
}

/**
 * Refuses attestations, which the server never requests. With one, the library would fetch certificates from addresses
 * that the sender chooses.
 * @throws when there is one
 */
function assertNoAttestation(attestationObject: string) {
  const attestation = decodeAttestationObject(Buffer.from(attestationObject, 'base64url'))
  const fmt = attestation.get('fmt')
  const ownSignature = fmt === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  if (fmt !== 'none' && !ownSignature) throw new Error(`An attestation of the format ${fmt}.`)
  return readAuthenticatorData(attestation.get('authData'))
}
