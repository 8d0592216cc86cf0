import { drawLetter, drawTenantLetter, type Letter, type Message } from '@crossdock/kernel/mail'
import { accounts, type Account } from '@crossdock/backend/users'
import { originsOf } from '@crossdock/kernel/tenancy'
import { findViolatedRule } from '../policies/sign_in_rules.js'
import { issueMagicTokens, signInMinutes, signInPage, type Place } from '../actions/magic_tokens.js'

const footer = ['You get this mail because your address was entered on the sign-in page.']

const scarce =
  'Many mails were requested for this address, so this one has no code. Wait a few minutes before you ask for another.'

interface Entrance {
  place: Account
  url: string
}

/**
 * Contains a button for each place and the code, if there is one. For an organization with a provider, the
 * button opens its sign-in page.
 */
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
    ? `Enter this code in the browser that requested it, or use ${button}.`
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
      footer: [
        ...footer,
        'If it was not you, ignore it: sign-in is not possible without this mail.',
      ],
    })),
  }
}

const byProvider = (elsewhere: Entrance[]): string =>
  `${namesOf(elsewhere.map(({ place }) => place))} ${elsewhere.length > 1 ? 'let' : 'lets'} people sign in only through an identity provider. The button opens the sign-in page; continue from there.`

/** The tenant whose branding a mail uses; null when the mail is about several. */
const onlyOf = ([first, ...others]: Account[]): string | null =>
  first && others.length === 0 ? first.tenantId : null

const namesOf = (places: Account[]): string => places.map(({ tenantName }) => tenantName).join(', ')

/** For organizations that only allow their provider: codes and links would not work there. */
async function providerMail(to: string, elsewhere: Entrance[]): Promise<Message> {
  const one = elsewhere.length === 1
  return {
    to,
    subject: `Sign in to ${one ? elsewhere[0]!.place.tenantName : 'Crossdock'}`,
    ...(await drawTenantLetter(one ? elsewhere[0]!.place.tenantId : null, {
      title: 'Sign in with your identity provider',
      paragraphs: [byProvider(elsewhere)],
      buttons: elsewhere.map(({ place: { tenantName }, url }) => ({
        label: one ? 'Go to sign-in' : `Sign in to ${tenantName}`,
        url,
      })),
      footer,
    })),
  }
}

/** Has no code and no link, because the organization does not accept the address's domain. */
async function outsideMail(to: string, outside: Account[]): Promise<Message> {
  const names = namesOf(outside)
  return {
    to,
    subject: `You cannot sign in to ${names}`,
    ...(await drawTenantLetter(onlyOf(outside), {
      title: 'Your address is not allowed',
      paragraphs: [
        `${names} ${outside.length > 1 ? 'accept' : 'accepts'} only certain email domains, and ${to} is not in one of them. Ask an administrator there.`,
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

/** Has no code and no link. Only the owner of the address learns that the organization exists and is suspended. */
async function closedMail(to: string, closed: Account[]): Promise<Message> {
  const names = namesOf(closed)
  const are = closed.length > 1 ? 'are' : 'is'
  return {
    to,
    subject: `${names} ${are} suspended`,
    ...(await drawTenantLetter(onlyOf(closed), {
      title: 'You cannot sign in now',
      paragraphs: [
        `${names} ${are} suspended, so sign-in is not possible. Your data is not lost. Ask the operator of this Crossdock for details.`,
      ],
      footer,
    })),
  }
}

/** Has no code and no link. Only the owner of the address learns that there is an account. */
async function deactivatedMail(to: string, closed: Account[]): Promise<Message> {
  const names = closed.map(({ tenantName }) => tenantName ?? 'Crossdock').join(', ')
  return {
    to,
    subject: `You cannot sign in to ${names}`,
    ...(await drawTenantLetter(onlyOf(closed), {
      title: 'Your account is deactivated',
      paragraphs: [
        `Your account at ${names} is deactivated, so sign-in is not possible. Ask an administrator there to reactivate it.`,
      ],
      footer,
    })),
  }
}

const linkTo = ({ tenantId, tenantSubdomain, id }: Account): Place => ({
  tenantId,
  userId: id,
  subdomain: tenantSubdomain,
})

/** The sign-in mail that fits the address and the organization; none for an unknown address. */
export const signInLetter: Letter = {
  isWaitedFor: true,
  async compose(data) {
    const to = String(data.email)
    const organization = data.organization as string | null
    const { tenantId, account } = await accounts.use().resolve(to, organization)
    const all = await accounts.use().placesOf(to)
    const named = account?.mayEnter ? [account] : []
    const places = organization ? named : all
    const open = places.filter((place) => !findViolatedRule(place, false))
    const asked = (data.asked as string | null) ?? null
    const { code, urls } = await issueMagicTokens({
      email: to,
      // Issued for unknown addresses too, so that trying a code looks the same.
      places: open.length > 0 ? open.map(linkTo) : [{ tenantId, userId: null }],
      browser: data.browser as string | null,
      next: data.next as string | null,
      asked,
    })
    const elsewhere = places
      .filter((place) => !findViolatedRule(place, true) && place.ssoOnly)
      .map((place) => ({ place, url: signInPage(place.tenantSubdomain, asked) }))
    if (open.length > 0) {
      const mailed = open.map((place, at) => ({ place, url: urls[at]! }))
      return entranceMail(to, mailed, elsewhere, code)
    }
    if (elsewhere.length > 0) return providerMail(to, elsewhere)
    if (places.length > 0) return outsideMail(to, places)
    const closed = await accounts.use().closedTo(to)
    const meant = organization ? closed.filter((one) => one.tenantId === tenantId) : closed
    const suspended = meant.filter(({ isDeactivated }) => !isDeactivated)
    if (suspended.length > 0) return closedMail(to, suspended)
    if (meant.length > 0) return deactivatedMail(to, meant)
    return all.length > 0 ? organizationsMail(to, all) : null
  },
}
