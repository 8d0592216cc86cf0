import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { newChallenge, type ChallengeUse } from './challenges.js'
import { passkeysOf } from './queries/passkeys.js'
import { relyingParty } from './relying_party.js'

/**
 * Returns the options with which a browser asks for a passkey: for one of the person's passkeys or, without a person,
 * for any passkey.
 */
export async function requestOptions(asking: ChallengeUse, userId?: string) {
  const passkeys = userId === undefined ? [] : await passkeysOf(userId)
  const options = await generateAuthenticationOptions({
    rpID: relyingParty().id,
    challenge: Uint8Array.from(await newChallenge(asking)),
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
    userVerification: 'required',
  })
  return { options: { ...options } }
}
