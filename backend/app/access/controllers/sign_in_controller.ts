import { isIP } from 'node:net'
import type { HttpContext } from '@adonisjs/core/http'
import { authentication, clientKey, Problem, type Input, type Limit } from '@crossdock/kernel/http'
import { transaction } from '@crossdock/kernel/database'
import { sendLetter } from '@crossdock/kernel/mail'
import { endSession, type Device, type StartedSession } from '../actions/sessions.js'
import { signInByCode, signInByLink } from '../actions/sign_in.js'
import { clearSessionCookies, readCookie, sessionCookie, setSessionCookies } from '../cookies.js'
import {
  failuresPerAddress,
  failuresPerClient,
  mailsPerAddress,
  mailsPerClient,
} from '../limits.js'
import type {
  magicLinkValidator,
  verifyCodeValidator,
  verifyLinkValidator,
} from '../validators/sign_in.js'

const deviceOf = ({ request }: HttpContext): Device => ({
  ip: isIP(request.ip()) ? request.ip() : null,
  userAgent: request.header('user-agent') ?? null,
})

/** Gives the browser its session; the one it had is over. */
async function admit(http: HttpContext, started: StartedSession) {
  const former = readCookie(http, sessionCookie)
  if (former) await endSession(former)
  setSessionCookies(http, started)
  return { message: 'You have been signed in.', redirectUrl: '/dashboard' }
}

/** Counts refused attempts only: people who get it right are never slowed down. */
async function countingFailures<T>(
  limits: [Limit, string][],
  attempt: () => Promise<T>
): Promise<T> {
  for (const [limit, key] of limits) await limit.assertLeft(key)
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof Problem && error.status === 401) {
      for (const [limit, key] of limits) await limit.use(key)
    }
    throw error
  }
}

export default class SignInController {
  /** Everything that depends on the address happens in the job, so the answer tells nothing. */
  async requestMail({ http, body }: Input<typeof magicLinkValidator>) {
    const { email, tenantId } = body
    await mailsPerClient.use(clientKey(http.request.ip()))
    await mailsPerAddress.use(email)
    const letter = { email, organization: tenantId || null }
    await transaction(async () => void (await sendLetter('access.signIn', letter)))
    return { message: 'Check your email for a secure sign-in link or use the verification code.' }
  }

  async verifyCode({ http, body }: Input<typeof verifyCodeValidator>) {
    const { email, code, tenantId } = body
    const limits: [Limit, string][] = [
      [failuresPerClient, clientKey(http.request.ip())],
      [failuresPerAddress, email],
    ]
    const started = await countingFailures(limits, () =>
      signInByCode({ email, code, organization: tenantId || null }, deviceOf(http))
    )
    return admit(http, started)
  }

  async verifyLink({ http, body }: Input<typeof verifyLinkValidator>) {
    const limits: [Limit, string][] = [[failuresPerClient, clientKey(http.request.ip())]]
    const started = await countingFailures(limits, () => signInByLink(body.token, deviceOf(http)))
    return admit(http, started)
  }

  /** Public, so that leaving works after the session has ended; a live one still needs its CSRF token. */
  async signOut({ http }: Input) {
    const token = readCookie(http, sessionCookie)
    if (token && (await authentication.use().identify(http))) await endSession(token)
    clearSessionCookies(http)
  }
}
