import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { Problem, text, type Text } from '@crossdock/kernel/ground'
import { asOperator, withContext } from '@crossdock/kernel/tenancy'
import { accounts, type Account } from '@crossdock/backend/users'
import {
  openLink,
  openTokens,
  type OpenLink,
  type OpenToken,
  findTokenAccounts,
} from '../queries/open_tokens.js'
import { secondFactors } from '../contracts/index.js'
import { hash, equalsInConstantTime } from '../tokens.js'
import { findDomainRefusal } from '../policies/own_domain.js'
import { assertRulesAllow, refusedByRule, findViolatedRule } from '../policies/sign_in_rules.js'
import { codeHash } from './magic_tokens.js'
import { countWrongCode, invalidateMail } from './used_tokens.js'
import { startSession, type Device, type StartedSession } from './sessions.js'
import { userSignedIn } from '../event_types.js'
import { noteDevice } from './note_device.js'

/** The person is signed in. */
export interface CompletedSignIn {
  account: Account
  session: StartedSession
}

/** The code or link was right, but a second factor is still missing. */
export interface PendingSecondFactor {
  awaited: Account
}

const reason = 'sign-in knows no tenant yet'

const refusedCode = () =>
  new Problem(401, 'E_SIGN_IN', text('That code is wrong or has expired. Request a new one.'))

/** Reveals only that the browser differs, nothing about the address. */
export const foreignBrowser = (): Problem =>
  new Problem(
    401,
    'E_SIGN_IN',
    text('A code works only where it was requested. Request a new one here.')
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
  /** Hash of the browser's secret. */
  browser: string
}

/**
 * Signs in with a mailed code, in the browser that requested it. If the code opens several places and the input
 * names none, the code stays valid and the result lists the places to choose from.
 * @throws Problem 401, the same for every cause
 */
export async function signInByCode(
  input: CodeInput,
  device: Device
): Promise<CompletedSignIn | PendingSecondFactor | Account[]> {
  const outcome = await asOperator(reason, () =>
    transaction(async () => {
      const { email, browser } = input
      await accounts.use().hold(await findTokenAccounts({ email, browser }))
      const open = await openTokens(email, browser)
      const { places, rule } = await placesOf(open, input, device)
      if (places.length === 0 && rule) throw refusedByRule(rule)
      if (places.length === 0) await countWrongCode(open)
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

/**
 * The places the code opens: the named organization, else all with a link in its mail. `rule` is the first sign-in
 * rule that refused a place.
 */
async function placesOf(
  open: OpenToken[],
  { email, code, organization }: CodeInput,
  { domainOf }: Device
) {
  const right = open.filter((token) =>
    equalsInConstantTime(token.code, codeHash(token.request_id, code))
  )
  const { tenantId } = await accounts.use().resolve(email, organization)
  const places: { token: OpenToken; account: Account }[] = []
  let rule: Text | null = null
  for (const token of right) {
    if (organization && (!tenantId || token.tenant_id !== tenantId)) continue
    const account = await accountOf(token)
    const against =
      account && (findDomainRefusal(account, domainOf) ?? findViolatedRule(account, false))
    rule ??= against
    if (against) continue
    // Two mails requested by one browser may lead to the same place.
    const known = places.some((place) => place.account.id === account?.id)
    if (account && !known) places.push({ token, account })
  }
  return { places, rule }
}

/** The account a link signs in; null if it may not sign in. */
const accountOf = async ({ user_id: id }: { user_id: string | null }): Promise<Account | null> => {
  const account = id ? await accounts.use().find(id) : null
  return account?.mayEnter ? account : null
}

export interface DescribedLink {
  account: Account
  /** The browser that requested the link; null if no browser did. */
  browser: string | null
}

/** Finds the account that a link signs in; the link stays valid. @throws Problem 401 */
export async function describeLink(token: string): Promise<DescribedLink> {
  const link = await asOperator(reason, () => openLink(token))
  const account = link && (await accountOf(link))
  if (!account) throw refusedLink()
  assertRulesAllow(account, false)
  return { account, browser: link.browser }
}

/** Signs in with the token of a mailed link. @throws Problem 401 */
export async function signInByLink(
  token: string,
  device: Device
): Promise<CompletedSignIn | PendingSecondFactor> {
  const entered = await asOperator(reason, () =>
    transaction(async () => {
      await accounts.use().hold(await findTokenAccounts({ token: hash(token) }))
      const link = await openLink(token)
      return link && enter(link, device)
    })
  )
  if (!entered) throw refusedLink()
  return entered
}

/** Invalidates the mail and starts a session; null if another request used the mail first. */
async function enter(
  token: Pick<OpenLink, 'id' | 'request_id' | 'user_id'>,
  device: Device
): Promise<CompletedSignIn | PendingSecondFactor | null> {
  const account = await accountOf(token)
  if (!account) return null
  assertRulesAllow(account, false)
  if (!(await invalidateMail(token))) return null
  if (await secondFactors.use().isAskedOf(account.id)) return { awaited: account }
  await accounts.use().noteSignIn(account.id)
  await recordSignIn(account, device)
  return { account, session: await startSession(account, device, { usedSecondFactor: false }) }
}

/**
 * Records a sign-in.
 * @param account as loaded before `lastLoginAt` changed
 */
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
