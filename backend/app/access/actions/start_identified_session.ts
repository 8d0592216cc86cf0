import type { HttpContext } from '@adonisjs/core/http'
import { accounts } from '@crossdock/backend/users'
import { afterCommit } from '@crossdock/kernel/database'
import { Problem, text } from '@crossdock/kernel/ground'
import { asOperator } from '@crossdock/kernel/tenancy'
import { rememberSignIn } from '../browsers.js'
import { deviceOf } from '../device.js'
import type { ProviderSignIn } from '../contracts/index.js'
import { assertRulesAllow } from '../policies/sign_in_rules.js'
import { sessionSecretOf, setSessionCookies } from '../session_cookies.js'
import { endSession, startSession } from './sessions.js'
import { recordSignIn } from './sign_in.js'

const reason = 'sign-in knows no tenant yet'

/** See `signIns.start`. */
export async function startIdentifiedSession(
  http: HttpContext,
  userId: string,
  provider?: ProviderSignIn
): Promise<string> {
  const account = await accounts.use().find(userId)
  if (!account?.mayEnter) {
    throw new Problem(401, 'E_SIGN_IN', text('This person may not sign in. Ask an administrator.'))
  }
  const byProvider = provider !== undefined
  assertRulesAllow(account, byProvider)
  const former = sessionSecretOf(http.request.request)
  if (former) await endSession(former)
  const device = deviceOf(http)
  const session = await asOperator(reason, async () => {
    await accounts.use().noteSignIn(account.id)
    await recordSignIn(account, device)
    return startSession(account, device, {
      usedSecondFactor: true,
      provedAt: provider?.provedAt,
      byProvider,
    })
  })
  afterCommit(() => {
    setSessionCookies(http, session)
    rememberSignIn(http, account.email)
  })
  return session.id
}
