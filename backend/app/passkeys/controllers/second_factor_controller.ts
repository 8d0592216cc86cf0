import { browserSessions } from '@crossdock/backend/access'
import { invalid, text, type Input } from '@crossdock/kernel/http'
import { judge } from '../actions/judge.js'
import { makeRecoveryCodes, setSecondFactor } from '../actions/second_factor.js'
import {
  enterByRecoveryCode,
  finishWaiting,
  refusedStep,
  waitingOf,
} from '../actions/waiting_sign_in.js'
import { secondStep } from '../challenges.js'
import { challengesPerSignIn, failuresPerSignIn } from '../limits.js'
import { secondFactorOf } from '../queries/second_factor.js'
import { requestOptions } from '../request_options.js'
import type { secondFactorBody, secondStepBody } from '../validators/second_factor.js'

/** What is asked for behind the mailed code, and who asks for it. */
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
    const waiting = await waitingOf(http)
    await challengesPerSignIn.use(waiting.id)
    return requestOptions(secondStep(waiting.id), waiting.user_id)
  }

  async verify({ http, body }: Input<typeof secondStepBody>) {
    const { passkey, recoveryCode, next } = body
    if (!passkey === !recoveryCode) {
      throw invalid('recoveryCode', text('Give a passkey or a recovery code, one of both.'))
    }
    const waiting = await waitingOf(http)
    await failuresPerSignIn.use(waiting.id)
    if (recoveryCode) await enterByRecoveryCode(http, waiting, recoveryCode)
    else {
      await judge({
        ...secondStep(waiting.id),
        ...{ answer: passkey!, refuse: refusedStep, userId: waiting.user_id },
        whenGood: () => finishWaiting(http, waiting),
      })
    }
    return { message: 'You have been signed in.', redirectUrl: next ?? '/dashboard' }
  }
}
