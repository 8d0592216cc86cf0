import type { HttpContext } from '@adonisjs/core/http'
import { generateRegistrationOptions } from '@simplewebauthn/server'
import { browserSessions } from '@crossdock/backend/access'
import type { Input, ItemInput } from '@crossdock/kernel/http'
import { addPasskey, assertRoom } from '../actions/add_passkey.js'
import { removePasskey, renamePasskey } from '../actions/change_passkey.js'
import { newChallenge, type Asking } from '../challenges.js'
import { challengesPerSession } from '../limits.js'
import { listPasskeys } from '../queries/passkeys.js'
import { relyingParty } from '../relying_party.js'
import type { addBody, renameBody } from '../validators/passkeys.js'

const own = (http: HttpContext) => browserSessions.use().of(http)

const registering = (sessionId: string): Asking => ({
  purpose: 'registration',
  boundTo: sessionId,
})

/** The passkeys of whoever is signed in. */
export default class PasskeysController {
  async index({ http, list }: Input) {
    const { account } = await own(http)
    return listPasskeys(account.id, list)
  }

  async options({ http }: Input) {
    const { id, account } = await own(http)
    await challengesPerSession.use(id)
    const present = await assertRoom(account.id)
    const options = await generateRegistrationOptions({
      rpName: account.tenantName ?? 'Crossdock',
      rpID: relyingParty().id,
      // The address may change, the id does not: it comes back when the passkey signs in.
      userID: new TextEncoder().encode(account.id),
      userName: account.email,
      userDisplayName: account.label,
      challenge: Uint8Array.from(await newChallenge(registering(id))),
      attestationType: 'none',
      excludeCredentials: present.map(({ credentialId, transports }) => ({
        ...{ id: credentialId, transports },
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    return { options: { ...options } }
  }

  async store({ http, body }: Input<typeof addBody>) {
    const session = await own(http)
    return addPasskey(session, registering(session.id), body)
  }

  async update({ http, params, body }: ItemInput<typeof renameBody>) {
    const { account } = await own(http)
    return renamePasskey(account, params.id, body.name)
  }

  async destroy({ http, params }: ItemInput) {
    const { account } = await own(http)
    await removePasskey(account, params.id)
  }
}
