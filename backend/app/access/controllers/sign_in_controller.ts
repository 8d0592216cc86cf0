import type { Account } from '@crossdock/backend/users'
import type { HttpContext } from '@adonisjs/core/http'
import {
  clientKey,
  originHere,
  Problem,
  hostOf,
  subdomainOf,
  text,
  type Input,
} from '@crossdock/kernel/http'
import { transaction } from '@crossdock/kernel/database'
import { sendLetter } from '@crossdock/kernel/mail'
import { endSession } from '../actions/sessions.js'
import {
  describeLink,
  foreignBrowser,
  signInByCode,
  signInByLink,
  type Awaited,
  type Entered,
} from '../actions/sign_in.js'
import { askingBrowser, familiarBrowser, rememberAsking, rememberSignIn } from '../browsers.js'
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
import { isRefused, spendingTries } from '../spending_tries.js'
import { liveSession, type LiveSession } from '../queries/live_session.js'
import {
  assertOwnPage,
  claimedSession,
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

/** Gives the browser its session; the one it had is over. */
async function admit(http: HttpContext, entered: Entered | Awaited, next?: string) {
  if ('awaited' in entered) {
    await secondFactors.use().begin(http, entered.awaited.id)
    return { message: 'Now use a passkey or a recovery code.', secondFactor: true }
  }
  const { account, session } = entered
  const former = claimedSession(http.request.request)
  if (former) await endSession(former)
  setSessionCookies(http, session)
  rememberSignIn(http, account.email)
  return { message: 'You have been signed in.', redirectUrl: next ?? '/dashboard' }
}

/** The session a sign-in would end. @throws Problem when the request comes from no page of ours. */
async function replacedSession(http: HttpContext): Promise<LiveSession | null> {
  const { request } = http.request
  const session = await liveSession(request)
  if (session) assertOwnPage(request, session.id)
  return session
}

function organizationOf({ tenantId: id, tenantName: name, tenantSubdomain: subdomain }: Account) {
  return id && name && subdomain ? [{ id, name, subdomain }] : []
}

/** Counts refused links. Right ones always pass: nobody guesses a link. */
async function countingFailures<T>(client: string, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (isRefused(error)) await failuresPerClient.use(client)
    throw error
  }
}

/** What is sent to somebody who asks. */
type Mail = 'code' | 'links' | 'none'

const sent = 'Check your email for a secure sign-in link or use the verification code.'
/** True as well when the mail of some minutes ago has to do. */
const sentWithoutCode =
  'Very many mails were asked for to this address: for now they have a link but no code, and come some minutes apart. Use the newest link in your email.'

/** @throws Problem 429 when neither the browser nor its network may have another mail sent. */
async function countMail(http: HttpContext, email: string): Promise<Mail> {
  const familiar = familiarBrowser(http, email)
  if (familiar && (await mailsPerDevice.tryUse(familiar))) return 'code'
  const client = clientOf(http)
  await mailsPerClient.use(client)
  const asking = askingBrowser(http, email)
  if (!asking || !(await mailsPerRequest.tryUse(asking))) {
    await mailsPerAddressAndClient.use(`${email} ${client}`)
  }
  if (await codesPerAddress.tryUse(email)) return 'code'
  return (await linksPerAddress.tryUse(email)) ? 'links' : 'none'
}

/** A link acts at once only where it was asked for, and never over a session. */
const isExpected = (http: HttpContext, email: string, browser: string | null) =>
  browser !== null && browser === askingBrowser(http, email)

export default class SignInController {
  /** Everything that depends on the address happens in the job, so the answer tells nothing. */
  async requestMail({ http, body }: Input<typeof magicLinkValidator>) {
    const { email, tenantId, next = null } = body
    const mail = await countMail(http, email)
    const browser = rememberAsking(http, email)
    const organization = tenantId || null
    // Links alone are for whoever owns the address, so they say nothing of who asked.
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

  /** For the sign-in page, which can then fill in the organization. */
  showOrganization({ http }: Input) {
    return { subdomain: subdomainOf(hostOf(http)) }
  }

  /** Codes can be guessed, so whoever has used up their tries may not try a right one either. */
  async verifyCode({ http, body }: Input<typeof verifyCodeValidator>) {
    const { email, code, tenantId, next } = body
    await replacedSession(http)
    const familiar = familiarBrowser(http, email)
    const limit = familiar ? failuresPerDevice : failuresPerClient
    const key = familiar ?? clientOf(http)
    const outcome = await spendingTries(limit, key, async () => {
      const browser = askingBrowser(http, email)
      if (!browser) throw foreignBrowser()
      const input = { email, code, organization: tenantId || null, browser }
      return signInByCode(input, deviceOf(http))
    })
    if (!Array.isArray(outcome)) return admit(http, outcome, next)
    return {
      message: 'Choose the organization to sign in to.',
      organizations: outcome.flatMap(organizationOf),
    }
  }

  /** For the page a link opens: whom it lets in, and whether a click must say that it shall. */
  async showLink({ http, body }: Input<typeof linkValidator>) {
    const { account, browser } = await countingFailures(clientOf(http), () =>
      describeLink(body.token)
    )
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
    const entered = await countingFailures(clientOf(http), async () => {
      const { account, browser } = await describeLink(token)
      const expected = !session && isExpected(http, account.email, browser)
      if (!expected && !confirm) throw unconfirmed()
      return signInByLink(token, deviceOf(http))
    })
    return admit(http, entered, next)
  }

  /** Public, so that leaving works after the session has ended; a live one still needs its CSRF token. */
  async signOut({ http }: Input) {
    if (await replacedSession(http)) await endSession(claimedSession(http.request.request)!)
    clearSessionCookies(http)
  }
}

const unconfirmed = () =>
  new Problem(
    409,
    'E_CONFIRM_SIGN_IN',
    text(
      'This link was not asked for in this browser, or somebody is signed in here. Open it on the sign-in page and confirm there.'
    )
  )
