import { clock, newId, transaction, unscoped } from '@crossdock/kernel/database'
import { originsOf, asOperator } from '@crossdock/kernel/tenancy'
import { accounts } from '@crossdock/backend/users'
import { MagicToken } from '../models/magic_token.js'
import { hash, mac, newCode, newLinkToken } from '../tokens.js'

/** Lifetime of a code and its link. */
export const signInMinutes = 10

/**
 * The organization and the account that a link signs in to. A link without a user signs in no one, but looks the same
 * to an attacker.
 */
export interface Place {
  tenantId: string | null
  userId: string | null
  /** Subdomain of the organization; people of the organization may sign in at its own address. */
  subdomain?: string | null
}

interface Issue {
  email: string
  places: Place[]
  /** Hash of the requesting browser's secret; null when no browser asked, so that the mail has no code. */
  browser: string | null
  /** Path the person wanted to open. */
  next?: string | null
  lifetimeMs?: number
  /** Origin of the request; the link points back to it. */
  asked?: string | null
}

/**
 * Creates a single-use link for each of `places` and, if a browser asked, one code for all of them. Using the
 * code or a link invalidates them all. Stores only hashes.
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
    ({ token, subdomain }) => `${signInPageAt(subdomain, asked)}?token=${token}${rest}`
  )
  return { code: browser && code, urls }
}

/**
 * Address of the sign-in page for an organization with `ssoOnly`; keeps the requested origin if it is the
 * organization's.
 */
export function signInPage(subdomain: string | null, asked: string | null = null): string {
  const page = signInPageAt(subdomain, asked)
  const isOwn = page !== signInPageAt()
  // At the organization's own address the page derives the organization from the host.
  return isOwn || !subdomain ? page : `${page}?organization=${encodeURIComponent(subdomain)}`
}

/**
 * Returns the address of the sign-in page. Keeps the requested origin only if it belongs to the organization, so that
 * an attacker cannot redirect people to another site.
 */
function signInPageAt(subdomain: string | null = null, asked: string | null = null): string {
  const [main, ...own] = originsOf(subdomain)
  return `${asked && own.includes(asked) ? asked : main}/login`
}

/** The request id is part of the hash, so a code's hash is useless for another mail. */
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
