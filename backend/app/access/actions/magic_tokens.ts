import { clock, newId, transaction, unscoped } from '@crossdock/kernel/database'
import { originsOf } from '@crossdock/kernel/http'
import { asOperator } from '@crossdock/kernel/tenancy'
import { accounts } from '@crossdock/backend/users'
import { MagicToken } from '../models/magic_token.js'
import { hash, mac, newCode, newLinkToken } from '../tokens.js'

/** How long a code and its link are good. */
export const signInMinutes = 10

/** Where a link leads. Without a user it leads nowhere, and looks the same from outside. */
export interface Place {
  tenantId: string | null
  userId: string | null
  /** Of the organization, where it may be asked for at its own address. */
  subdomain?: string | null
}

interface Issue {
  email: string
  places: Place[]
  /** Hash of the asking browser's secret; a code is made for a browser only. */
  browser: string | null
  /** Path the person wanted to open. */
  next?: string | null
  lifetimeMs?: number
  /** Origin at which it was asked for: there the link is expected. */
  asked?: string | null
}

/**
 * Makes a single-use link for each place and, for a browser, one code for all of them; only their hashes are kept.
 * Using one of them uses up the others.
 */
export async function issueMagicTokens(
  issue: Issue
): Promise<{ code: string | null; urls: string[] }> {
  const { email, places, browser, next, lifetimeMs = signInMinutes * 60_000, asked } = issue
  const requestId = newId()
  const code = newCode()
  const links = places.map((place) => ({ ...place, token: newLinkToken() }))
  await asOperator('sign-in knows no tenant yet', () =>
    transaction(async () => {
      await unscoped()
        .from('magic_tokens')
        .where('expires_at', '<', clock.date().toISOString())
        .delete()
      for (const { tenantId, userId, token } of links) {
        await MagicToken.create({
          email,
          tenantId,
          userId,
          browser,
          requestId,
          token: hash(token),
          ...(browser ? { code: codeHash(requestId, code) } : {}),
          expiresAt: new Date(clock.now() + lifetimeMs).toISOString(),
        })
      }
    })
  )
  const rest = next ? `&next=${encodeURIComponent(next)}` : ''
  const urls = links.map(
    ({ token, subdomain }) => `${pageFor(subdomain, asked)}?token=${token}${rest}`
  )
  return { code: browser && code, urls }
}

/** The sign-in page of an organization whose people come in by their provider, where it was asked for if that is theirs. */
export function signInPage(subdomain: string | null, asked: string | null = null): string {
  const page = pageFor(subdomain, asked)
  const isOwn = page !== pageFor()
  // At its own address the page knows the organization.
  return isOwn || !subdomain ? page : `${page}?organization=${encodeURIComponent(subdomain)}`
}

/** Back to where it was asked for, if people of the place may be there; a stranger's word must not send them elsewhere. */
function pageFor(subdomain: string | null = null, asked: string | null = null): string {
  const [main, ...own] = originsOf(subdomain)
  return `${asked && own.includes(asked) ? asked : main}/login`
}

/** A code's hash is worth nothing for another mail. */
export const codeHash = (requestId: string, code: string): string =>
  mac('sign-in code', `${requestId} ${code}`)

/** See `signInLinks`. */
export async function createSignInLink(userId: string, lifetimeMs?: number): Promise<string> {
  const account = await accounts.use().find(userId)
  if (!account) throw new Error(`There is no user ${userId} to make a sign-in link for.`)
  const { email, tenantId } = account
  const places = [{ tenantId, userId }]
  const { urls } = await issueMagicTokens({ email, places, browser: null, lifetimeMs })
  return urls[0]!
}
