import type { Input } from '@crossdock/kernel/http'
import { currentSession } from '../current_session.js'
import { findHold, sessionOf } from '../guards/session_guard.js'
import { describeCaller } from '../queries/me.js'
import { renewCsrfCookie } from '../session_cookies.js'

export default class SessionController {
  /** Also restores the CSRF cookie of a browser that has lost it. */
  async show({ http }: Input) {
    const id = sessionOf(http.request.request)
    const session = id ? await currentSession(http) : null
    if (session) renewCsrfCookie(http, session)
    const held = session && (await findHold(session))
    return {
      ...(await describeCaller()),
      session: session && { id: session.id, held, ssoOnly: session.account.ssoOnly },
    }
  }
}
