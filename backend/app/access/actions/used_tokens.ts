import { unscoped } from '@crossdock/kernel/database'
import { tokensOfMail, type OpenLink, type OpenToken } from '../queries/open_tokens.js'

const whereTokens = (tokens: { id: string }[]) =>
  unscoped()
    .from('magic_tokens')
    .whereIn(
      'id',
      tokens.map(({ id }) => id)
    )

/** Counts a wrong code against these tokens. */
export const countWrongCode = (open: OpenToken[]) => whereTokens(open).increment('attempts', 1)

/** Invalidates the code and all links of a token's mail; false if another request did so first. */
export async function invalidateMail(token: Pick<OpenLink, 'id' | 'request_id'>): Promise<boolean> {
  const mail = await tokensOfMail(token)
  if (mail.length === 0 || mail.some(({ used }) => used)) return false
  await whereTokens(mail).update({ used: true })
  return true
}
