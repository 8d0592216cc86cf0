import type { HttpContext } from '@adonisjs/core/http'
import { ownPathPattern, signIns } from '@crossdock/backend/access'
import { Answer, originHere, type Input } from '@crossdock/kernel/http'
import { clientKey } from '@crossdock/kernel/limits'
import { Problem, securityLog } from '@crossdock/kernel/ground'
import { currentContext } from '@crossdock/kernel/tenancy'
import { beginSignIn } from '../actions/begin_sign_in.js'
import { finishSignIn } from '../actions/finish_sign_in.js'
import { beginningsPerClient, failuresPerClient, lookupsPerClient } from '../limits.js'
import { callbackAt, callbackUrl } from '../provider/callback.js'
import { SsoFailure, type FailureCode } from '../provider/failures.js'
import { signOutAddress } from '../provider/sign_out.js'
import { providersOf } from '../queries/active_configs.js'
import type { providersQuery } from '../validators/sign_in.js'
import { findOriginOfStart, isStartedHere, isOnOwnHost } from '../sign_in_origin.js'

const clientOf = ({ request }: HttpContext): string => clientKey(request.ip())

/** Redirects a browser. These answers are for one browser and must not be cached. */
const redirectTo = (location: string) =>
  new Answer(302, undefined, { location, 'cache-control': 'no-store' })

/**
 * The sign-in page with an error code. Texts from providers or addresses are never shown: the code selects the
 * sentence.
 */
const redirectToLogin = (http: HttpContext, code: FailureCode) =>
  redirectToPage(http, `/login?sso=${code}`)

/** A page of the console, at the address of the request. */
const redirectToPage = (http: HttpContext, path: string) => redirectTo(`${originHere(http)}${path}`)

const ownPath = (path: unknown): string | null =>
  typeof path === 'string' && path.length <= 1000 && ownPathPattern.test(path) ? path : null

/** The code of a failed sign-in. Errors of the server itself are thrown again. */
function failureCodeOf(error: unknown): FailureCode {
  if (error instanceof SsoFailure) return error.code
  if (!(error instanceof Problem)) throw error
  if (error.status === 429) return 'too_many'
  if (error.status === 401) return 'deactivated'
  throw error
}

function logFailure(code: FailureCode): void {
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
    if (!isOnOwnHost(http)) return redirectToPage(http, '/login')
    if (!isStartedHere(http)) return redirectToLogin(http, 'elsewhere')
    try {
      await beginningsPerClient.use(clientOf(http))
      const browser = signIns.use().remember(http)
      const { next: path, anew: again } = http.request.qs()
      const next = ownPath(path)
      const origin = originHere(http)
      const asked = { configId: params.id, browser, next, origin, forcesLogin: again === 'true' }
      return redirectTo((await beginSignIn(asked)).href)
    } catch (error) {
      const code = failureCodeOf(error)
      logFailure(code)
      return redirectToLogin(http, code)
    }
  }

  /** Every failure ends on the sign-in page, and starts no session. */
  async callback({ http }: Input) {
    try {
      const query = http.request.parsedUrl.query ?? ''
      const elsewhere = await findOriginOfStart(http)
      // Only the browser that began the sign-in there can continue, once and within minutes.
      if (elsewhere) return redirectTo(callbackAt(elsewhere, query))
      const next = await finishSignIn(http, new URL(`${callbackUrl()}?${query}`))
      return redirectToPage(http, next ?? '/dashboard')
    } catch (error) {
      const code = failureCodeOf(error)
      logFailure(code)
      const isMore = await failuresPerClient.tryUse(clientOf(http))
      return redirectToLogin(http, isMore ? code : 'too_many')
    }
  }

  async signOut({ http }: Input) {
    return { url: await signOutAddress(http) }
  }
}
