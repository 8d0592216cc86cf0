import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { newChallenge, type Asking } from './challenges.js'
import { passkeysOf } from './queries/passkeys.js'
import { relyingParty } from './relying_party.js'

/** What a browser is asked to have a passkey answer: one of a person, or whichever it has. */
export async function requestOptions(asking: Asking, userId?: string) {
  const passkeys = userId === undefined ? [] : await passkeysOf(userId)
  const options = await generateAuthenticationOptions({
    rpID: relyingParty().id,
    challenge: Uint8Array.from(await newChallenge(asking)),
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({
      ...{ id: credentialId, transports },
    })),
    userVerification: 'required',
  })
  return { options: { ...options } }
}
