import type { HttpContext } from '@adonisjs/core/http'
import { browserSessions, signIns } from '@crossdock/backend/access'
import { clientKey } from '@crossdock/kernel/limits'
import { Problem, text, type Text } from '@crossdock/kernel/ground'
import type { Input } from '@crossdock/kernel/http'
import { verifyPasskey } from '../actions/verify_passkey.js'
import { proofChallenge, type ChallengeUse } from '../challenges.js'
import { challengesPerClient, challengesPerSession, failuresPerClient } from '../limits.js'
import { requestOptions } from '../request_options.js'
import type { signInBody } from '../validators/passkeys.js'

const clientOf = ({ request }: HttpContext): string => clientKey(request.ip())

const refuse = (sentence: Text) => new Problem(401, 'E_SIGN_IN', sentence)

const signInChallenge = (browser: string): ChallengeUse => ({
  purpose: 'sign-in',
  boundTo: browser,
})

/** Sign-in and confirmation with a passkey. */
export default class PasskeySignInController {
  async options({ http }: Input) {
    await challengesPerClient.use(clientOf(http))
    return requestOptions(signInChallenge(signIns.use().remember(http)))
  }

  async verify({ http, body }: Input<typeof signInBody>) {
    const browser = signIns.use().browserOf(http)
    if (!browser) throw refuse(elsewhere)
    const client = clientOf(http)
    await failuresPerClient.use(client)
    await verifyPasskey({
      ...signInChallenge(browser),
      answer: body.passkey,
      refuse,
      onSuccess: async (userId) => void (await signIns.use().start(http, userId)),
    })
    await failuresPerClient.giveBack(client)
    return { message: 'You have been signed in.', redirectUrl: body.next ?? '/dashboard' }
  }

  async proofOptions({ http }: Input) {
    const { id, account } = await browserSessions.use().of(http)
    await challengesPerSession.use(id)
    return requestOptions(proofChallenge(id), account.id)
  }
}

const elsewhere = text(
  'This answer of the passkey was already used, expired, or belongs to another request. Try again.'
)
