import { browserSessions } from '@crossdock/backend/access'
import { invalid, text } from '@crossdock/kernel/ground'
import type { Input } from '@crossdock/kernel/http'
import { verifyPasskey } from '../actions/verify_passkey.js'
import { makeRecoveryCodes, setSecondFactor } from '../actions/second_factor.js'
import {
  enterByRecoveryCode,
  finishPendingSignIn,
  refusedStep,
  findPendingSignIn,
} from '../actions/pending_sign_in.js'
import { secondStepChallenge } from '../challenges.js'
import { challengesPerSignIn, failuresPerSignIn } from '../limits.js'
import { secondFactorOf } from '../queries/second_factor.js'
import { requestOptions } from '../request_options.js'
import type { secondFactorBody, secondStepBody } from '../validators/second_factor.js'

/** The second factor after the mailed code, and the settings for it. */
export default class SecondFactorController {
  async show({ http }: Input) {
    const { account } = await browserSessions.use().of(http)
    return secondFactorOf(account)
  }

  async update({ http, body }: Input<typeof secondFactorBody>) {
    const { account } = await browserSessions.use().of(http)
    await setSecondFactor(account, body.required)
    return secondFactorOf(account)
  }

  async storeCodes({ http }: Input) {
    const { account } = await browserSessions.use().of(http)
    return { codes: await makeRecoveryCodes(account) }
  }

  async options({ http }: Input) {
    const waiting = await findPendingSignIn(http)
    await challengesPerSignIn.use(waiting.id)
    return requestOptions(secondStepChallenge(waiting.id), waiting.user_id)
  }

  async verify({ http, body }: Input<typeof secondStepBody>) {
    const { passkey, recoveryCode, next } = body
    if (!passkey === !recoveryCode) {
      throw invalid('recoveryCode', text('Send either a passkey or a recovery code.'))
    }
    const waiting = await findPendingSignIn(http)
    await failuresPerSignIn.use(waiting.id)
    if (recoveryCode) await enterByRecoveryCode(http, waiting, recoveryCode)
    else {
      await verifyPasskey({
        ...secondStepChallenge(waiting.id),
        answer: passkey!,
        refuse: refusedStep,
        userId: waiting.user_id,
        onSuccess: () => finishPendingSignIn(http, waiting),
      })
    }
    return { message: 'You have been signed in.', redirectUrl: next ?? '/dashboard' }
  }
}
