import { unscoped } from '@crossdock/kernel/database'
import { tokensOfMail, type OpenLink, type OpenToken } from '../queries/open_tokens.js'

const all = (tokens: { id: string }[]) =>
  unscoped()
    .from('magic_tokens')
    .whereIn(
      'id',
      tokens.map(({ id }) => id)
    )

/** A wrong code was tried on these. */
export const countTry = (open: OpenToken[]) => all(open).increment('attempts', 1)

/** Uses up the whole mail a token came in; false when somebody was faster. */
export async function useUp(token: Pick<OpenLink, 'id' | 'request_id'>): Promise<boolean> {
  const mail = await tokensOfMail(token)
  if (mail.length === 0 || mail.some(({ used }) => used)) return false
  await all(mail).update({ used: true })
  return true
}
