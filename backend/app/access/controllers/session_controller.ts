import type { Input } from '@crossdock/kernel/http'
import { renewCsrfCookie } from '../cookies.js'
import { describeCaller } from '../queries/me.js'

export default class SessionController {
  /** Also gives back the CSRF cookie to a browser that has lost it. */
  show({ http }: Input) {
    renewCsrfCookie(http)
    return describeCaller()
  }
}
