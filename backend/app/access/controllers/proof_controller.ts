import { transaction } from '@crossdock/kernel/database'
import { invalid, text } from '@crossdock/kernel/ground'
import type { Input } from '@crossdock/kernel/http'
import { sendLetter } from '@crossdock/kernel/mail'
import {
  assertCodeIsEnough,
  proveByCode,
  proveByPasskey,
  proveByRecoveryCode,
} from '../actions/prove.js'
import { currentSession } from '../current_session.js'
import { proofFailures, proofMails } from '../limits.js'
import { countAttempt } from '../count_attempt.js'
import type { proofBody } from '../validators/proof.js'

export default class ProofController {
  async request({ http }: Input) {
    const { id, account } = await currentSession(http)
    await assertCodeIsEnough(account)
    await proofMails.use(id)
    const letter = { userId: account.id, sessionId: id }
    await transaction(async () => void (await sendLetter('access.proof', letter)))
    return { message: 'Check your email for the code.' }
  }

  async verify({ http, body }: Input<typeof proofBody>) {
    const session = await currentSession(http)
    const { code, passkey, recoveryCode } = body
    if ([code, passkey, recoveryCode].filter(Boolean).length !== 1) {
      throw invalid('code', text('Send exactly one: a code, a passkey or a recovery code.'))
    }
    await countAttempt(proofFailures, session.id, () => {
      if (passkey) return proveByPasskey(session, passkey)
      return code ? proveByCode(session, code) : proveByRecoveryCode(session, recoveryCode!)
    })
  }
}
