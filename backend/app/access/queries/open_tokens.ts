import { dialect, now, unscoped } from '@crossdock/kernel/database'
import { hash } from '../tokens.js'

/** Wrong codes after which a mail's code no longer works; its links still do. */
const maxAttempts = 5

export interface OpenToken {
  id: string
  request_id: string
  tenant_id: string | null
  user_id: string | null
  code: string
}

export interface OpenLink {
  id: string
  /** null for mails sent before mails had several links. */
  request_id: string | null
  user_id: string | null
  browser: string | null
}

/** Accounts that these tokens sign in. Lock them (`accounts.hold`) before you lock the tokens. */
export async function findTokenAccounts(
  tokens: { email: string; browser: string } | { token: string }
): Promise<string[]> {
  const rows: { user_id: string | null }[] = await open().select('user_id').where(tokens)
  return rows.flatMap(({ user_id: id }) => id ?? [])
}

const open = () =>
  unscoped().from('magic_tokens').where('used', false).where('expires_at', '>', now())

/**
 * Tokens whose code this browser may still try, locked until the transaction ends so that tries are counted. The
 * lock order is the order of creation, as in `tokensOfMail`, so that two requests cannot deadlock.
 */
export async function openTokens(email: string, browser: string): Promise<OpenToken[]> {
  const query = open()
    .select('id', 'request_id', 'tenant_id', 'user_id', 'code')
    .where({ email, browser })
    .where('attempts', '<', maxAttempts)
    .orderBy('id')
  // An SQLite transaction is the only writer anyway.
  if (dialect() === 'postgres') query.forUpdate()
  return query
}

/** The link with this token, if it is valid. */
export const openLink = (token: string): Promise<OpenLink | null> =>
  open().select('id', 'request_id', 'user_id', 'browser').where('token', hash(token)).first()

/** All tokens of the mail that contained this token, locked until the transaction ends. */
export async function tokensOfMail(
  token: Pick<OpenLink, 'id' | 'request_id'>
): Promise<{ id: string; used: boolean | number }[]> {
  const query = unscoped().from('magic_tokens').select('id', 'used').orderBy('id')
  if (token.request_id) query.where('request_id', token.request_id)
  else query.where('id', token.id)
  if (dialect() === 'postgres') query.forUpdate()
  return query
}
