import type { HttpContext } from '@adonisjs/core/http'
import { browserSessions, signIns } from '@crossdock/backend/access'
import { clientKey, Problem, text, type Input, type Text } from '@crossdock/kernel/http'
import { judge } from '../actions/judge.js'
import { proving, type Asking } from '../challenges.js'
import { challengesPerClient, challengesPerSession, failuresPerClient } from '../limits.js'
import { requestOptions } from '../request_options.js'
import type { signInBody } from '../validators/passkeys.js'

const clientOf = ({ request }: HttpContext): string => clientKey(request.ip())

const refuse = (sentence: Text) => new Problem(401, 'E_SIGN_IN', sentence)

const signingIn = (browser: string): Asking => ({ purpose: 'sign-in', boundTo: browser })

/** Doors for who has a passkey: to come in without saying who they are, and to confirm who they are. */
export default class PasskeySignInController {
  async options({ http }: Input) {
    await challengesPerClient.use(clientOf(http))
    return requestOptions(signingIn(signIns.use().remember(http)))
  }

  async verify({ http, body }: Input<typeof signInBody>) {
    const browser = signIns.use().browserOf(http)
    if (!browser) throw refuse(elsewhere)
    const client = clientOf(http)
    await failuresPerClient.use(client)
    await judge({
      ...signingIn(browser),
      answer: body.passkey,
      refuse,
      whenGood: async (userId) => void (await signIns.use().start(http, userId)),
    })
    await failuresPerClient.giveBack(client)
    return { message: 'You have been signed in.', redirectUrl: body.next ?? '/dashboard' }
  }

  async proofOptions({ http }: Input) {
    const { id, account } = await browserSessions.use().of(http)
    await challengesPerSession.use(id)
    return requestOptions(proving(id), account.id)
  }
}

const elsewhere = text(
  'This answer of the passkey was used already, came too late or was asked for elsewhere. Try it again.'
)
