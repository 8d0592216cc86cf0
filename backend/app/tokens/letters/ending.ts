import { accounts } from '@crossdock/backend/users'
import { drawTenantLetter, type Letter } from '@crossdock/kernel/mail'
import { originsOf } from '@crossdock/kernel/tenancy'
import { findEndingTokens, type EndingToken } from '../queries/still_ending.js'

/** Items in the list of a mail; the console shows the rest. */
const maxListed = 20

/** Lists a person's tokens that end soon; no mail if all of them were revoked since. */
export const endingLetter: Letter = {
  async compose({ userId, ids }) {
    const account = await accounts.use().find(String(userId))
    if (!account?.mayEnter) return null
    const tokens = await findEndingTokens(account.id, ids as string[])
    const [first] = tokens
    if (!first) return null
    const place = account.tenantName ?? 'Crossdock'
    const words = tokens.length === 1 ? ofOne(first, place) : ofSeveral(tokens.length, place)
    return {
      to: account.email,
      subject: words.subject,
      ...(await drawTenantLetter(account.tenantId, {
        title: words.title,
        paragraphs: [words.what, words.how],
        items: listed(tokens),
        buttons: [{ label: 'See your API tokens', url: `${originsOf(null)[0]}/api-tokens` }],
        footer: [`Sent to ${account.email}, because a token of yours ends soon.`],
      })),
    }
  },
}

const ofOne = ({ name }: EndingToken, place: string) => ({
  subject: `Your API token "${name}" ends soon`,
  title: 'Your API token ends soon',
  what: `A token that you created for ${place} expires soon. Programs that use it will be refused.`,
  how: 'To keep them working, create a new token, use it in place of this one, and revoke this one.',
})

const ofSeveral = (count: number, place: string) => ({
  subject: `${count} of your API tokens end soon`,
  title: 'Your API tokens end soon',
  what: `Tokens that you created for ${place} expire soon. Programs that use them will be refused.`,
  how: 'To keep them working, create new tokens, use them in place of these, and revoke these.',
})

function listed(tokens: EndingToken[]): string[] {
  const items = tokens.slice(0, maxListed).map(describe)
  const more = tokens.length - items.length
  return more > 0 ? [...items, `and ${more} more`] : items
}

/** Names can be older than the rules for names, so whitespace is normalized to keep each on one line. */
const describe = ({ name, prefix, expires_at }: EndingToken) =>
  `${name.replace(/\s+/g, ' ')} (${prefix}…), until ${expires_at.slice(0, 16).replace('T', ' ')} UTC`
