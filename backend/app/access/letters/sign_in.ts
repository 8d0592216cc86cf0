import { drawLetter, type Letter, type Message } from '@crossdock/kernel/mail'
import { accounts, type Organization } from '@crossdock/backend/users'
import { settings } from '@crossdock/kernel/settings'
import { issueMagicToken, signInMinutes } from '../actions/magic_tokens.js'

const footer = ['You get this mail because somebody entered your address to sign in.']

function codeMail(to: string, place: string | null, code: string, url: string): Message {
  return {
    to,
    subject: `Sign in to ${place ?? 'Crossdock'}`,
    ...drawLetter({
      title: 'Your sign-in code',
      code,
      paragraphs: [
        `Enter this code where you asked for it, or use the button. Both work once, within ${signInMinutes} minutes.`,
      ],
      button: { label: 'Sign in', url },
      footer: [...footer, 'If it was not you, ignore it: nobody gets in without this mail.'],
    }),
  }
}

function organizationsMail(
  to: string,
  organizations: Organization[],
  isSuperAdmin: boolean
): Message {
  return {
    to,
    subject: 'Your organizations on Crossdock',
    ...drawLetter({
      title: 'Which organization?',
      paragraphs: [
        'You asked to sign in, but not to an organization this address belongs to. Enter one of these in the Organization field:',
      ],
      items: [
        ...organizations.map(({ name, subdomain }) => `${subdomain} (${name})`),
        ...(isSuperAdmin ? ['leave it empty for admin access'] : []),
      ],
      button: { label: 'Go to sign-in', url: `${settings.use().APP_URL}/login` },
      footer,
    }),
  }
}

/** What somebody gets who asks to sign in; nothing when their address is unknown. */
export const signInLetter: Letter = {
  async compose({ email, organization }) {
    const to = String(email)
    const { tenantId, account } = await accounts.use().resolve(to, organization as string | null)
    const known = account?.mayEnter ? account : null
    // Made for unknown addresses too: trying codes must not feel different.
    const { code, url } = await issueMagicToken({
      email: to,
      tenantId,
      userId: known?.id ?? null,
      withCode: true,
    })
    if (known) return codeMail(to, known.tenantName, code, url)
    const organizations = await accounts.use().organizationsOf(to)
    const { account: operator } = await accounts.use().resolve(to, null)
    const isSuperAdmin = operator?.mayEnter ?? false
    if (organizations.length === 0 && !isSuperAdmin) return null
    return organizationsMail(to, organizations, isSuperAdmin)
  },
}
