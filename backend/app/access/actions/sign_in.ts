import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { Problem, text, type Text } from '@crossdock/kernel/http'
import { asOperator, withContext } from '@crossdock/kernel/tenancy'
import { accounts, type Account } from '@crossdock/backend/users'
import {
  openLink,
  openTokens,
  type OpenLink,
  type OpenToken,
  whomOpens,
} from '../queries/open_tokens.js'
import { secondFactors } from '../contracts/index.js'
import { hash, sameText } from '../tokens.js'
import { strangerAt } from '../policies/own_domain.js'
import { assertRulesAllow, refusedByRule, ruleAgainst } from '../policies/sign_in_rules.js'
import { codeHash } from './magic_tokens.js'
import { countTry, useUp } from './used_tokens.js'
import { startSession, type Device, type StartedSession } from './sessions.js'
import { userSignedIn } from '../event_types.js'
import { noteDevice } from './note_device.js'

/** Somebody who has got in. */
export interface Entered {
  account: Account
  session: StartedSession
}

/** Somebody whose mail was right, and who is asked for a second factor. */
export interface Awaited {
  awaited: Account
}

const reason = 'sign-in knows no tenant yet'

const refusedCode = () =>
  new Problem(401, 'E_SIGN_IN', text('That code is wrong or has expired. Request a new one.'))

/** Tells of the browser only, nothing of the address. */
export const foreignBrowser = (): Problem =>
  new Problem(
    401,
    'E_SIGN_IN',
    text('A code works only where it was asked for, and that was not here. Request a new one here.')
  )

const refusedLink = () =>
  new Problem(
    401,
    'E_SIGN_IN',
    text('This sign-in link has expired or was used already. Request a new one.')
  )

export interface CodeInput {
  email: string
  code: string
  organization: string | null
  /** The browser that tries it. */
  browser: string
}

/**
 * Signs in with a mailed code, in the browser that asked for it. A right code that opens several
 * places of which none was named stays good; the places are given back to choose from.
 * @throws Problem 401, the same whatever was wrong.
 */
export async function signInByCode(
  input: CodeInput,
  device: Device
): Promise<Entered | Awaited | Account[]> {
  const outcome = await asOperator(reason, () =>
    transaction(async () => {
      const { email, browser } = input
      await accounts.use().hold(await whomOpens({ email, browser }))
      const open = await openTokens(email, browser)
      const { places, rule } = await placesOf(open, input, device)
      if (places.length === 0 && rule) throw refusedByRule(rule)
      if (places.length === 0) await countTry(open)
      const chosen = places.find(({ account }) => account.isSuperAdmin) ?? places[0]
      if (!chosen) return null
      if (places.length > 1 && !chosen.account.isSuperAdmin) {
        return places.map(({ account }) => account)
      }
      return enter(chosen.token, device)
    })
  )
  if (!outcome) throw refusedCode()
  return outcome
}

/** What the code opens: the organization named, else everything its mail has a link for; and by which rule it does not. */
async function placesOf(
  open: OpenToken[],
  { email, code, organization }: CodeInput,
  { domainOf }: Device
) {
  const right = open.filter((token) => sameText(token.code, codeHash(token.request_id, code)))
  const { tenantId } = await accounts.use().resolve(email, organization)
  const places: { token: OpenToken; account: Account }[] = []
  let rule: Text | null = null
  for (const token of right) {
    if (organization && (!tenantId || token.tenant_id !== tenantId)) continue
    const account = await whom(token)
    const against = account && (strangerAt(account, domainOf) ?? ruleAgainst(account, false))
    rule ??= against
    if (against) continue
    // Two mails of one browser may lead to the same place.
    const known = places.some((place) => place.account.id === account?.id)
    if (account && !known) places.push({ token, account })
  }
  return { places, rule }
}

/** Whom a link lets in. */
const whom = async ({ user_id: id }: { user_id: string | null }): Promise<Account | null> => {
  const account = id ? await accounts.use().find(id) : null
  return account?.mayEnter ? account : null
}

export interface DescribedLink {
  account: Account
  /** The browser that asked for it; null when nobody's did. */
  browser: string | null
}

/** Says whom a link lets in, without using it up. @throws Problem 401 */
export async function describeLink(token: string): Promise<DescribedLink> {
  const link = await asOperator(reason, () => openLink(token))
  const account = link && (await whom(link))
  if (!account) throw refusedLink()
  assertRulesAllow(account, false)
  return { account, browser: link.browser }
}

/** Signs in with the token of a mailed link. @throws Problem 401 */
export async function signInByLink(token: string, device: Device): Promise<Entered | Awaited> {
  const entered = await asOperator(reason, () =>
    transaction(async () => {
      await accounts.use().hold(await whomOpens({ token: hash(token) }))
      const link = await openLink(token)
      return link && enter(link, device)
    })
  )
  if (!entered) throw refusedLink()
  return entered
}

/** Uses up the whole mail, unless somebody was faster, and starts a session. */
async function enter(
  token: Pick<OpenLink, 'id' | 'request_id' | 'user_id'>,
  device: Device
): Promise<Entered | Awaited | null> {
  const account = await whom(token)
  if (!account) return null
  assertRulesAllow(account, false)
  if (!(await useUp(token))) return null
  if (await secondFactors.use().isAskedOf(account.id)) return { awaited: account }
  await accounts.use().noteSignIn(account.id)
  await recordSignIn(account, device)
  return { account, session: await startSession(account, device, { broughtSecondFactor: false }) }
}

/** Tells the log that somebody has signed in. @param account as it was before that was noted */
export async function recordSignIn(account: Account, device: Device): Promise<void> {
  const { id, tenantId, label, email, lastLoginAt } = account
  const actor = { type: 'user', id, userId: id, label } as const
  await withContext({ actor, tenantId, operator: tenantId === null }, async () => {
    const newDevice = tenantId === null ? null : await noteDevice(account, device)
    await recordEvent(userSignedIn, {
      target: { type: 'user', id },
      payload: { email, isFirst: lastLoginAt === null, newDevice },
    })
  })
}
