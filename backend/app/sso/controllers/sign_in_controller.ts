import type { HttpContext } from '@adonisjs/core/http'
import { ownPathPattern, signIns } from '@crossdock/backend/access'
import {
  Answer,
  clientKey,
  originHere,
  Problem,
  securityLog,
  type Input,
} from '@crossdock/kernel/http'
import { currentContext } from '@crossdock/kernel/tenancy'
import { beginSignIn } from '../actions/begin_sign_in.js'
import { finishSignIn } from '../actions/finish_sign_in.js'
import { beginningsPerClient, failuresPerClient, lookupsPerClient } from '../limits.js'
import { callbackAt, callbackUrl } from '../provider/callback.js'
import { SsoFailure, type FailureCode } from '../provider/failures.js'
import { signOutAddress } from '../provider/sign_out.js'
import { providersOf } from '../queries/active_configs.js'
import type { providersQuery } from '../validators/sign_in.js'
import { begunElsewhere, isBegunHere, isOnOwnHost } from '../where_begun.js'

const clientOf = ({ request }: HttpContext): string => clientKey(request.ip())

/** Sends a browser on; what these addresses answer is for one browser, once. */
const to = (location: string) =>
  new Answer(302, undefined, { location, 'cache-control': 'no-store' })

/** The page that says why. What a provider or an address says is never shown: the code chooses the sentence. */
const toLogin = (http: HttpContext, code: FailureCode) => toPage(http, `/login?sso=${code}`)

/** A page of the console, at the address the person is at. */
const toPage = (http: HttpContext, path: string) => to(`${originHere(http)}${path}`)

const ownPath = (path: unknown): string | null =>
  typeof path === 'string' && path.length <= 1000 && ownPathPattern.test(path) ? path : null

/** What came to nothing, as a code; what is nobody's fault but ours is thrown again. */
function codeOf(error: unknown): FailureCode {
  if (error instanceof SsoFailure) return error.code
  if (!(error instanceof Problem)) throw error
  if (error.status === 429) return 'too_many'
  if (error.status === 401) return 'deactivated'
  throw error
}

function tell(code: FailureCode): void {
  const { requestId, request } = currentContext()
  const line = { event: 'single_sign_on', code: `E_SSO_${code.toUpperCase()}`, requestId }
  securityLog()?.refused({ ...line, ...(request && { request }) })
}

export default class SignInController {
  async providers({ http, query }: Input<undefined, typeof providersQuery>) {
    await lookupsPerClient.use(clientOf(http))
    return providersOf(query.organization ?? '')
  }

  async begin({ http, params }: Input<undefined, undefined, 'id'>) {
    if (!isOnOwnHost(http)) return toPage(http, '/login')
    if (!isBegunHere(http)) return toLogin(http, 'elsewhere')
    try {
      await beginningsPerClient.use(clientOf(http))
      const browser = signIns.use().remember(http)
      const { next: path, anew } = http.request.qs()
      const next = ownPath(path)
      const origin = originHere(http)
      const asked = { configId: params.id, browser, next, origin, asksAnew: anew === 'true' }
      return to((await beginSignIn(asked)).href)
    } catch (error) {
      const code = codeOf(error)
      tell(code)
      return toLogin(http, code)
    }
  }

  /** Whatever is wrong ends on the sign-in page, and starts no session. */
  async callback({ http }: Input) {
    try {
      const query = http.request.parsedUrl.query ?? ''
      const elsewhere = await begunElsewhere(http)
      // Only the browser that has begun there can go on, once and within minutes.
      if (elsewhere) return to(callbackAt(elsewhere, query))
      const next = await finishSignIn(http, new URL(`${callbackUrl()}?${query}`))
      return toPage(http, next ?? '/dashboard')
    } catch (error) {
      const code = codeOf(error)
      tell(code)
      const isMore = await failuresPerClient.tryUse(clientOf(http))
      return toLogin(http, isMore ? code : 'too_many')
    }
  }

  async signOut({ http }: Input) {
    return { url: await signOutAddress(http) }
  }
}
