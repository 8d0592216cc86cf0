import { clientKey, Problem, securityLog, text, type ItemInput } from '@crossdock/kernel/http'
import { currentContext } from '@crossdock/kernel/tenancy'
import { logOut } from '../actions/log_out.js'
import { logoutsRefusedPerClient } from '../limits.js'
import { SsoFailure } from '../provider/failures.js'
import type { backChannelBody } from '../validators/sign_in.js'

/** What providers say to the server itself. */
export default class BackChannelController {
  async signOut({ http, params, body }: ItemInput<typeof backChannelBody>) {
    try {
      await logOut(params.id, body.logout_token)
    } catch (error) {
      if (!(error instanceof SsoFailure)) throw error
      // Right ones always pass: nobody guesses a signature.
      await logoutsRefusedPerClient.use(clientKey(http.request.ip()))
      throw refused(error)
    }
    return {}
  }
}

/** The provider shows it to nobody: its administrator reads it in the provider's log. */
function refused({ code }: SsoFailure): Problem {
  const { requestId, request } = currentContext()
  const line = { event: 'back_channel_logout', code: `E_SSO_${code.toUpperCase()}`, requestId }
  securityLog()?.refused({ ...line, ...(request && { request }) })
  return new Problem(
    400,
    'E_LOGOUT_TOKEN',
    text('The logout token was not accepted ({code}), so nobody was signed out.', { code })
  )
}
