import type { HttpContext } from '@adonisjs/core/http'
import { generateRegistrationOptions } from '@simplewebauthn/server'
import { browserSessions } from '@crossdock/backend/access'
import type { Input, ItemInput } from '@crossdock/kernel/http'
import { addPasskey, assertBelowLimit } from '../actions/add_passkey.js'
import { removePasskey, renamePasskey } from '../actions/change_passkey.js'
import { newChallenge, type ChallengeUse } from '../challenges.js'
import { challengesPerSession } from '../limits.js'
import { listPasskeys } from '../queries/passkeys.js'
import { relyingParty } from '../relying_party.js'
import type { addBody, renameBody } from '../validators/passkeys.js'

const ownSession = (http: HttpContext) => browserSessions.use().of(http)

const registrationChallenge = (sessionId: string): ChallengeUse => ({
  purpose: 'registration',
  boundTo: sessionId,
})

/** The passkeys of the signed-in person. */
export default class PasskeysController {
  async index({ http, list }: Input) {
    const { account } = await ownSession(http)
    return listPasskeys(account.id, list)
  }

  async options({ http }: Input) {
    const { id, account } = await ownSession(http)
    await challengesPerSession.use(id)
    const present = await assertBelowLimit(account.id)
    const options = await generateRegistrationOptions({
      rpName: account.tenantName ?? 'Crossdock',
      rpID: relyingParty().id,
      // The id, because the address may change: the passkey returns it at sign-in.
      userID: new TextEncoder().encode(account.id),
      userName: account.email,
      userDisplayName: account.label,
      challenge: Uint8Array.from(await newChallenge(registrationChallenge(id))),
      attestationType: 'none',
      excludeCredentials: present.map(({ credentialId, transports }) => ({
        id: credentialId,
        transports,
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    return { options: { ...options } }
  }

  async store({ http, body }: Input<typeof addBody>) {
    const session = await ownSession(http)
    return addPasskey(session, registrationChallenge(session.id), body)
  }

  async update({ http, params, body }: ItemInput<typeof renameBody>) {
    const { account } = await ownSession(http)
    return renamePasskey(account, params.id, body.name)
  }

  async destroy({ http, params }: ItemInput) {
    const { account } = await ownSession(http)
    await removePasskey(account, params.id)
  }
}
