import { drawLetter, drawTenantLetter, type Letter, type Message } from '@crossdock/kernel/mail'
import { accounts, type Account } from '@crossdock/backend/users'
import { originsOf } from '@crossdock/kernel/http'
import { issueMagicTokens, signInMinutes, type Place } from '../actions/magic_tokens.js'

const footer = ['You get this mail because somebody entered your address to sign in.']

const scarce =
  'Somebody asked for many mails to this address, so this one has no code, and more come minutes apart.'

/** A button for each place and, when there is one, the code; `urls` are in the order of `places`. */
async function entranceMail(
  to: string,
  places: Account[],
  code: string | null,
  urls: string[]
): Promise<Message> {
  const [only, ...others] = places
  const one = others.length === 0
  const button = one ? 'the button' : 'the button of the place you want'
  const how = code
    ? `Enter this code where you asked for it, or use ${button}.`
    : `${scarce} Use ${button}.`
  const once = code ? 'They work once' : 'It works once'
  return {
    to,
    subject: `Sign in to ${(one && only?.tenantName) || 'Crossdock'}`,
    ...(await drawTenantLetter(one && only ? only.tenantId : null, {
      title: code ? 'Your sign-in code' : 'Your sign-in link',
      ...(code ? { code } : {}),
      paragraphs: [`${how} ${once}, within ${signInMinutes} minutes.`],
      buttons: places.map(({ tenantName }, at) => ({
        label: one ? 'Sign in' : `Sign in ${tenantName ? `to ${tenantName}` : 'as administrator'}`,
        url: urls[at]!,
      })),
      footer: [...footer, 'If it was not you, ignore it: nobody gets in without this mail.'],
    })),
  }
}

function organizationsMail(to: string, places: Account[]): Message {
  return {
    to,
    subject: 'Your organizations on Crossdock',
    ...drawLetter({
      title: 'Which organization?',
      paragraphs: [
        'You asked to sign in, but not to an organization this address belongs to. Leave the Organization field empty, or enter one of these:',
      ],
      items: places.map(({ tenantSubdomain, tenantName }) =>
        tenantSubdomain ? `${tenantSubdomain} (${tenantName})` : 'leave it empty for admin access'
      ),
      buttons: [{ label: 'Go to sign-in', url: `${originsOf(null)[0]}/login` }],
      footer,
    }),
  }
}

/** Without a code or a link: only whose address it is learns that there is such an organization, and how it is. */
function closedMail(to: string, closed: Account[]): Message {
  const names = closed.map(({ tenantName }) => tenantName).join(', ')
  const are = closed.length > 1 ? 'are' : 'is'
  return {
    to,
    subject: `${names} ${are} suspended`,
    ...drawLetter({
      title: 'You cannot sign in at present',
      paragraphs: [
        `${names} ${are} suspended, so nobody can sign in there. Nothing of yours is lost by that. Whoever runs this Crossdock can say more.`,
      ],
      footer,
    }),
  }
}

const linkTo = ({ tenantId, tenantSubdomain, id }: Account): Place => ({
  ...{ tenantId, userId: id, subdomain: tenantSubdomain },
})

/** What somebody gets who asks to sign in; nothing when their address is unknown. */
export const signInLetter: Letter = {
  async compose(data) {
    const to = String(data.email)
    const organization = data.organization as string | null
    const { tenantId, account } = await accounts.use().resolve(to, organization)
    const all = await accounts.use().placesOf(to)
    const named = account?.mayEnter ? [account] : []
    const places = organization ? named : all
    const { code, urls } = await issueMagicTokens({
      email: to,
      // Made for unknown addresses too: trying codes must not feel different.
      places: places.length > 0 ? places.map(linkTo) : [{ tenantId, userId: null }],
      browser: data.browser as string | null,
      next: data.next as string | null,
      asked: (data.asked as string | null) ?? null,
    })
    if (places.length > 0) return entranceMail(to, places, code, urls)
    const closed = await accounts.use().closedTo(to)
    const meant = organization ? closed.filter((one) => one.tenantId === tenantId) : closed
    if (meant.length > 0) return closedMail(to, meant)
    return all.length > 0 ? organizationsMail(to, all) : null
  },
}
