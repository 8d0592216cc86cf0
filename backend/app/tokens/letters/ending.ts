import { accounts } from '@crossdock/backend/users'
import { drawTenantLetter, type Letter } from '@crossdock/kernel/mail'
import { originsOf } from '@crossdock/kernel/http'
import { stillEnding, type EndingToken } from '../queries/still_ending.js'

/** Items of the list in a mail; whoever has more finds them in the console. */
const mostListed = 20

/** Tells somebody which tokens of theirs end soon; nothing when all of them were revoked meanwhile. */
export const endingLetter: Letter = {
  async compose({ userId, ids }) {
    const account = await accounts.use().find(String(userId))
    if (!account?.mayEnter) return null
    const tokens = await stillEnding(account.id, ids as string[])
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
        footer: [`Sent to ${account.email}: what belongs to you ends soon.`],
      })),
    }
  },
}

const ofOne = ({ name }: EndingToken, place: string) => ({
  subject: `Your API token "${name}" ends soon`,
  title: 'Your API token ends soon',
  what: `A token you made for ${place} reaches its end. Programs that use it are refused from then on.`,
  how: 'To keep them working, make a new token, put it where this one is used, and revoke this one.',
})

const ofSeveral = (count: number, place: string) => ({
  subject: `${count} of your API tokens end soon`,
  title: 'Your API tokens end soon',
  what: `Tokens you made for ${place} reach their end. Programs that use them are refused from then on.`,
  how: 'To keep them working, make new tokens, put them where these are used, and revoke these.',
})

function listed(tokens: EndingToken[]): string[] {
  const items = tokens.slice(0, mostListed).map(describe)
  const more = tokens.length - items.length
  return more > 0 ? [...items, `and ${more} more`] : items
}

/** Names may be older than the rules for them: each stays on its line. */
const describe = ({ name, prefix, expires_at }: EndingToken) =>
  `${name.replace(/\s+/g, ' ')} (${prefix}…), until ${expires_at.slice(0, 16).replace('T', ' ')} UTC`
