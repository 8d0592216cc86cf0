import type { Account } from '@crossdock/backend/users'
import type { HttpContext } from '@adonisjs/core/http'
import { clientKey } from '@crossdock/kernel/limits'
import { originHere, hostOf, type Input } from '@crossdock/kernel/http'
import { Problem, text } from '@crossdock/kernel/ground'
import { subdomainOf } from '@crossdock/kernel/tenancy'
import { transaction } from '@crossdock/kernel/database'
import { sendLetter } from '@crossdock/kernel/mail'
import { endSession } from '../actions/sessions.js'
import {
  describeLink,
  foreignBrowser,
  signInByCode,
  signInByLink,
  type PendingSecondFactor,
  type CompletedSignIn,
} from '../actions/sign_in.js'
import {
  browserThatRequestedMail,
  familiarBrowser,
  rememberMailRequest,
  rememberSignIn,
} from '../browsers.js'
import { secondFactors } from '../contracts/index.js'
import { deviceOf } from '../device.js'
import {
  codesPerAddress,
  failuresPerClient,
  failuresPerDevice,
  linksPerAddress,
  mailsPerAddressAndClient,
  mailsPerClient,
  mailsPerDevice,
  mailsPerRequest,
} from '../limits.js'
import { isRefused, countAttempt } from '../count_attempt.js'
import { liveSession, type LiveSession } from '../queries/live_session.js'
import {
  assertOwnPage,
  sessionSecretOf,
  clearSessionCookies,
  setSessionCookies,
} from '../session_cookies.js'
import type {
  linkValidator,
  magicLinkValidator,
  verifyCodeValidator,
  verifyLinkValidator,
} from '../validators/sign_in.js'

const clientOf = ({ request }: HttpContext): string => clientKey(request.ip())

/** Gives the browser its new session and ends its old one, or asks for the second factor. */
async function answerSignIn(
  http: HttpContext,
  entered: CompletedSignIn | PendingSecondFactor,
  next?: string
) {
  if ('awaited' in entered) {
    await secondFactors.use().begin(http, entered.awaited.id)
    return { message: 'Now use a passkey or a recovery code.', secondFactor: true }
  }
  const { account, session } = entered
  const former = sessionSecretOf(http.request.request)
  if (former) await endSession(former)
  setSessionCookies(http, session)
  rememberSignIn(http, account.email)
  return { message: 'You have been signed in.', redirectUrl: next ?? '/dashboard' }
}

/** The session a sign-in would replace. @throws Problem when the request does not come from one of our pages */
async function replacedSession(http: HttpContext): Promise<LiveSession | null> {
  const { request } = http.request
  const session = await liveSession(request)
  if (session) assertOwnPage(request, session.id)
  return session
}

function organizationOf({ tenantId: id, tenantName: name, tenantSubdomain: subdomain }: Account) {
  return id && name && subdomain ? [{ id, name, subdomain }] : []
}

/** Limits refused links. A valid link always passes, because it cannot be guessed. */
async function countFailures<T>(client: string, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (isRefused(error)) await failuresPerClient.use(client)
    throw error
  }
}

/** What kind of mail a request sends. */
type Mail = 'code' | 'links' | 'none'

const sent = 'Check your email for a secure sign-in link or use the verification code.'
/** This answer is also true when no new mail was sent, because the mail sent minutes ago is still valid. */
const sentWithoutCode =
  'Too many emails were requested for this address. For now they have a link but no code, and arrive minutes apart. Use the newest link in your email.'

/** @throws Problem 429 when both the browser and its network have used up their limits */
async function countMail(http: HttpContext, email: string): Promise<Mail> {
  const familiar = familiarBrowser(http, email)
  if (familiar && (await mailsPerDevice.tryUse(familiar))) return 'code'
  const client = clientOf(http)
  await mailsPerClient.use(client)
  const asking = browserThatRequestedMail(http, email)
  if (!asking || !(await mailsPerRequest.tryUse(asking))) {
    await mailsPerAddressAndClient.use(`${email} ${client}`)
  }
  if (await codesPerAddress.tryUse(email)) return 'code'
  return (await linksPerAddress.tryUse(email)) ? 'links' : 'none'
}

/** A link works without confirmation only in the requesting browser, and never when it would replace a session. */
const isExpected = (http: HttpContext, email: string, browser: string | null) =>
  browser !== null && browser === browserThatRequestedMail(http, email)

export default class SignInController {
  /** Everything that depends on the address happens in the job, so the answer reveals nothing about it. */
  async requestMail({ http, body }: Input<typeof magicLinkValidator>) {
    const { email, tenantId, next = null } = body
    const mail = await countMail(http, email)
    const browser = rememberMailRequest(http, email)
    const organization = tenantId || null
    // A mail with only links can be triggered from any network, so it contains nothing that the requester
    // chose.
    const letter =
      mail === 'code'
        ? { email, organization, browser, next, asked: originHere(http) }
        : { email, organization: null, browser: null, next: null, asked: null }
    if (mail !== 'none') {
      await transaction(async () => void (await sendLetter('access.signIn', letter)))
    }
    return mail === 'code'
      ? { hasCode: true, message: sent }
      : { hasCode: false, message: sentWithoutCode }
  }

  /** Lets the sign-in page fill in the organization. */
  showOrganization({ http }: Input) {
    return { subdomain: subdomainOf(hostOf(http)) }
  }

  /** Codes can be guessed, so after too many tries even a right code fails. */
  async verifyCode({ http, body }: Input<typeof verifyCodeValidator>) {
    const { email, code, tenantId, next } = body
    await replacedSession(http)
    const familiar = familiarBrowser(http, email)
    const limit = familiar ? failuresPerDevice : failuresPerClient
    const key = familiar ?? clientOf(http)
    const outcome = await countAttempt(limit, key, async () => {
      const browser = browserThatRequestedMail(http, email)
      if (!browser) throw foreignBrowser()
      const input = { email, code, organization: tenantId || null, browser }
      return signInByCode(input, deviceOf(http))
    })
    if (!Array.isArray(outcome)) return answerSignIn(http, outcome, next)
    return {
      message: 'Choose the organization to sign in to.',
      organizations: outcome.flatMap(organizationOf),
    }
  }

  /** Shows the page of a link which account it signs in, and whether a click must confirm that. */
  async showLink({ http, body }: Input<typeof linkValidator>) {
    const { account, browser } = await countFailures(clientOf(http), () => describeLink(body.token))
    const session = await liveSession(http.request.request)
    return {
      email: account.email,
      organization: account.tenantName,
      needsConfirmation: Boolean(session) || !isExpected(http, account.email, browser),
      signedInAs: session ? session.account.email : null,
    }
  }

  async verifyLink({ http, body }: Input<typeof verifyLinkValidator>) {
    const { token, confirm = false, next } = body
    const session = await replacedSession(http)
    const entered = await countFailures(clientOf(http), async () => {
      const { account, browser } = await describeLink(token)
      const expected = !session && isExpected(http, account.email, browser)
      if (!expected && !confirm) throw unconfirmed()
      return signInByLink(token, deviceOf(http))
    })
    return answerSignIn(http, entered, next)
  }

  /** Public, so that signing out works after the session has ended. A live session still needs its CSRF token. */
  async signOut({ http }: Input) {
    if (await replacedSession(http)) await endSession(sessionSecretOf(http.request.request)!)
    clearSessionCookies(http)
  }
}

const unconfirmed = () =>
  new Problem(
    409,
    'E_CONFIRM_SIGN_IN',
    text(
      'This link was requested in another browser, or this browser is already signed in. Open it on the sign-in page and confirm there.'
    )
  )
