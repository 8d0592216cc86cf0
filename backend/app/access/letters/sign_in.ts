import { drawLetter, drawTenantLetter, type Letter, type Message } from '@crossdock/kernel/mail'
import { accounts, type Account } from '@crossdock/backend/users'
import { originsOf } from '@crossdock/kernel/http'
import { ruleAgainst } from '../policies/sign_in_rules.js'
import { issueMagicTokens, signInMinutes, signInPage, type Place } from '../actions/magic_tokens.js'

const footer = ['You get this mail because somebody entered your address to sign in.']

const scarce =
  'Somebody asked for many mails to this address, so this one has no code, and more come minutes apart.'

interface Entrance {
  place: Account
  url: string
}

/** A button for each place and, when there is one, the code; those of places with a provider lead to their sign-in page. */
async function entranceMail(
  to: string,
  mailed: Entrance[],
  elsewhere: Entrance[],
  code: string | null
): Promise<Message> {
  const [only, ...others] = [...mailed, ...elsewhere]
  const one = others.length === 0
  const button = one ? 'the button' : 'the button of the place you want'
  const how = code
    ? `Enter this code where you asked for it, or use ${button}.`
    : `${scarce} Use ${button}.`
  const once = code ? 'They work once' : 'It works once'
  return {
    to,
    subject: `Sign in to ${(one && only?.place.tenantName) || 'Crossdock'}`,
    ...(await drawTenantLetter(one && only ? only.place.tenantId : null, {
      title: code ? 'Your sign-in code' : 'Your sign-in link',
      ...(code ? { code } : {}),
      paragraphs: [
        `${how} ${once}, within ${signInMinutes} minutes.`,
        ...(elsewhere.length > 0 ? [byProvider(elsewhere)] : []),
      ],
      buttons: [...mailed, ...elsewhere].map(({ place: { tenantName }, url }) => ({
        label: one ? 'Sign in' : `Sign in ${tenantName ? `to ${tenantName}` : 'as administrator'}`,
        url,
      })),
      footer: [...footer, 'If it was not you, ignore it: nobody gets in without this mail.'],
    })),
  }
}

const byProvider = (elsewhere: Entrance[]): string =>
  `${namesOf(elsewhere.map(({ place }) => place))} ${elsewhere.length > 1 ? 'let' : 'lets'} people in by an identity provider only: the button opens the sign-in page, and you go on from there.`

/** Whose look a mail about some places has: none where there are several. */
const onlyOf = ([first, ...others]: Account[]): string | null =>
  first && others.length === 0 ? first.tenantId : null

const namesOf = (places: Account[]): string => places.map(({ tenantName }) => tenantName).join(', ')

/** Of organizations alone whose people come in by their provider: a code or a link of ours would open nothing. */
async function providerMail(to: string, elsewhere: Entrance[]): Promise<Message> {
  const one = elsewhere.length === 1
  return {
    to,
    subject: `Sign in to ${one ? elsewhere[0]!.place.tenantName : 'Crossdock'}`,
    ...(await drawTenantLetter(one ? elsewhere[0]!.place.tenantId : null, {
      title: 'Sign in by your identity provider',
      paragraphs: [byProvider(elsewhere)],
      buttons: elsewhere.map(({ place: { tenantName }, url }) => ({
        label: one ? 'Go to sign-in' : `Sign in to ${tenantName}`,
        url,
      })),
      footer,
    })),
  }
}

/** Without a code or a link: the address is none of those the organization lets in. */
async function outsideMail(to: string, outside: Account[]): Promise<Message> {
  const names = namesOf(outside)
  return {
    to,
    subject: `You cannot sign in to ${names}`,
    ...(await drawTenantLetter(onlyOf(outside), {
      title: 'Your address is not let in',
      paragraphs: [
        `${names} ${outside.length > 1 ? 'let' : 'lets'} in addresses of certain domains only, and ${to} is of none of them. Ask an administrator there.`,
      ],
      footer,
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
async function closedMail(to: string, closed: Account[]): Promise<Message> {
  const names = namesOf(closed)
  const are = closed.length > 1 ? 'are' : 'is'
  return {
    to,
    subject: `${names} ${are} suspended`,
    ...(await drawTenantLetter(onlyOf(closed), {
      title: 'You cannot sign in at present',
      paragraphs: [
        `${names} ${are} suspended, so nobody can sign in there. Nothing of yours is lost by that. Whoever runs this Crossdock can say more.`,
      ],
      footer,
    })),
  }
}

const linkTo = ({ tenantId, tenantSubdomain, id }: Account): Place => ({
  ...{ tenantId, userId: id, subdomain: tenantSubdomain },
})

/** What somebody gets who asks to sign in; nothing when their address is unknown. */
export const signInLetter: Letter = {
  isWaitedFor: true,
  async compose(data) {
    const to = String(data.email)
    const organization = data.organization as string | null
    const { tenantId, account } = await accounts.use().resolve(to, organization)
    const all = await accounts.use().placesOf(to)
    const named = account?.mayEnter ? [account] : []
    const places = organization ? named : all
    const open = places.filter((place) => !ruleAgainst(place, false))
    const asked = (data.asked as string | null) ?? null
    const { code, urls } = await issueMagicTokens({
      email: to,
      // Made for unknown addresses too: trying codes must not feel different.
      places: open.length > 0 ? open.map(linkTo) : [{ tenantId, userId: null }],
      browser: data.browser as string | null,
      next: data.next as string | null,
      asked,
    })
    const elsewhere = places
      .filter((place) => !ruleAgainst(place, true) && place.ssoOnly)
      .map((place) => ({ place, url: signInPage(place.tenantSubdomain, asked) }))
    if (open.length > 0) {
      const mailed = open.map((place, at) => ({ place, url: urls[at]! }))
      return entranceMail(to, mailed, elsewhere, code)
    }
    if (elsewhere.length > 0) return providerMail(to, elsewhere)
    if (places.length > 0) return outsideMail(to, places)
    const closed = await accounts.use().closedTo(to)
    const meant = organization ? closed.filter((one) => one.tenantId === tenantId) : closed
    if (meant.length > 0) return closedMail(to, meant)
    return all.length > 0 ? organizationsMail(to, all) : null
  },
}
