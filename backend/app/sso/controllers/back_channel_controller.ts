import { clientKey } from '@crossdock/kernel/limits'
import { Problem, securityLog, text } from '@crossdock/kernel/ground'
import type { ItemInput } from '@crossdock/kernel/http'
import { currentContext } from '@crossdock/kernel/tenancy'
import { logOut } from '../actions/log_out.js'
import { logoutsRefusedPerClient } from '../limits.js'
import { SsoFailure } from '../provider/failures.js'
import type { backChannelBody } from '../validators/sign_in.js'

/** Requests from providers to this server. */
export default class BackChannelController {
  async signOut({ http, params, body }: ItemInput<typeof backChannelBody>) {
    try {
      await logOut(params.id, body.logout_token)
    } catch (error) {
      if (!(error instanceof SsoFailure)) throw error
      // Valid tokens always pass, because signatures cannot be guessed.
      await logoutsRefusedPerClient.use(clientKey(http.request.ip()))
      throw refused(error)
    }
    return {}
  }
}

/** The provider shows the answer to no person; its administrator finds the code in its log. */
function refused({ code }: SsoFailure): Problem {
  const { requestId, request } = currentContext()
  const line = { event: 'back_channel_logout', code: `E_SSO_${code.toUpperCase()}`, requestId }
  securityLog()?.refused({ ...line, ...(request && { request }) })
  return new Problem(
    400,
    'E_LOGOUT_TOKEN',
    text('The logout token was not accepted ({code}), so no session was ended.', { code })
  )
}
