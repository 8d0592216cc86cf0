import { dialect, now, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { Problem } from '@crossdock/kernel/http'
import { asOperator, withContext } from '@crossdock/kernel/tenancy'
import { accounts, type Account } from '@crossdock/backend/users'
import { hash, sameText } from '../tokens.js'
import { codeHash } from './magic_tokens.js'
import { startSession, type Device, type StartedSession } from './sessions.js'

/** Wrong codes that use a mail up. */
const maxAttempts = 5

interface OpenToken {
  id: string
  user_id: string | null
  code: string
}

const refusedCode = () =>
  new Problem(401, 'E_SIGN_IN', 'That code is wrong or has expired. Request a new one.')

const refusedLink = () =>
  new Problem(
    401,
    'E_SIGN_IN',
    'This sign-in link has expired or was used already. Request a new one.'
  )

const reason = 'sign-in knows no tenant yet'

/** Signs in with a mailed code. @throws Problem 401, the same whatever was wrong. */
export async function signInByCode(
  input: { email: string; code: string; organization: string | null },
  device: Device
): Promise<StartedSession> {
  const started = await asOperator(reason, () =>
    transaction(async () => {
      const { tenantId } = await accounts.use().resolve(input.email, input.organization)
      const open = await openTokens(input.email, tenantId)
      const matching = open.filter(({ id, code }) => sameText(code, codeHash(id, input.code)))
      const token = matching[0]
      if (!token) {
        await unscoped()
          .from('magic_tokens')
          .whereIn(
            'id',
            open.map(({ id }) => id)
          )
          .increment('attempts', 1)
        return null
      }
      await unscoped().from('magic_tokens').where('id', token.id).update({ used: true })
      return enter(token.user_id, device)
    })
  )
  if (!started) throw refusedCode()
  return started
}

/** Tokens whose code may still be tried, held until the transaction ends so that tries are counted. */
async function openTokens(email: string, tenantId: string | null): Promise<OpenToken[]> {
  const query = unscoped()
    .from('magic_tokens')
    .select('id', 'user_id', 'code')
    .where({ email, used: false })
    .where('expires_at', '>', now())
    .where('attempts', '<', maxAttempts)
    .orderBy('id')
  if (tenantId) query.where('tenant_id', tenantId)
  else query.whereNull('tenant_id')
  // SQLite's transaction is the only writer anyway.
  if (dialect() === 'postgres') query.forUpdate()
  return query
}

/** Signs in with the token of a mailed link. @throws Problem 401 */
export async function signInByLink(token: string, device: Device): Promise<StartedSession> {
  const started = await asOperator(reason, () =>
    transaction(async () => {
      const row = { token: hash(token), used: false }
      const used = await unscoped()
        .from('magic_tokens')
        .where(row)
        .where('expires_at', '>', now())
        .update({ used: true })
      if (Number(used) !== 1) return null
      const found = await unscoped().from('magic_tokens').where('token', row.token).first()
      return enter(found.user_id, device)
    })
  )
  if (!started) throw refusedLink()
  return started
}

async function enter(userId: string | null, device: Device): Promise<StartedSession | null> {
  const account = userId ? await accounts.use().find(userId) : null
  if (!account?.mayEnter) return null
  await accounts.use().noteSignIn(account.id)
  await recordSignIn(account)
  return startSession(account, device)
}

async function recordSignIn({ id, tenantId, label, email }: Account): Promise<void> {
  const actor = { type: 'user', id, userId: id, label } as const
  await withContext({ actor, tenantId, operator: tenantId === null }, () =>
    recordEvent({ type: 'user_signed_in', target: { type: 'user', id }, payload: { email } })
  )
}
