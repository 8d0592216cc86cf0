import { newId, unscoped } from '@crossdock/kernel/database'
import { settings } from '@crossdock/kernel/settings'
import { asOperator } from '@crossdock/kernel/tenancy'
import { accounts } from '@crossdock/backend/users'
import { MagicToken } from '../models/magic_token.js'
import { hash, mac, newCode, newLinkToken } from '../tokens.js'

/** How long a code and its link are good. */
export const signInMinutes = 10

interface Issue {
  email: string
  tenantId: string | null
  userId: string | null
  lifetimeMs?: number
  withCode?: boolean
}

/** Makes a single-use link, with a code when asked; only their hashes are kept. */
export async function issueMagicToken(issue: Issue): Promise<{ code: string; url: string }> {
  const { email, tenantId, userId, lifetimeMs = signInMinutes * 60_000, withCode } = issue
  const id = newId()
  const link = newLinkToken()
  const code = newCode()
  await asOperator('sign-in knows no tenant yet', async () => {
    await unscoped()
      .from('magic_tokens')
      .where('expires_at', '<', new Date().toISOString())
      .delete()
    await MagicToken.create({
      id,
      email,
      tenantId,
      userId,
      token: hash(link),
      ...(withCode ? { code: codeHash(id, code) } : {}),
      expiresAt: new Date(Date.now() + lifetimeMs).toISOString(),
    })
  })
  return { code, url: `${settings.use().APP_URL}/login?token=${link}` }
}

/** A code's hash is worth nothing for another row. */
export const codeHash = (id: string, code: string): string => mac('sign-in code', `${id} ${code}`)

/** See `signInLinks`. */
export async function createSignInLink(userId: string, lifetimeMs?: number): Promise<string> {
  const account = await accounts.use().find(userId)
  if (!account) throw new Error(`There is no user ${userId} to make a sign-in link for.`)
  const { email, tenantId } = account
  return (await issueMagicToken({ email, tenantId, userId, lifetimeMs })).url
}
