import { drawTenantLetter, type Letter } from '@crossdock/kernel/mail'
import { originsOf } from '@crossdock/kernel/tenancy'
import { accounts } from '@crossdock/backend/users'
import { createSignInLink, signInPage } from '../actions/magic_tokens.js'

/** Long, because people may answer an invitation days later. */
const lifetimeDays = 7

/** Welcomes a new person with a link that signs them in, or with the sign-in page for `ssoOnly`. */
export const invitationLetter: Letter = {
  async compose({ userId, invitedBy }) {
    const account = await accounts.use().find(String(userId))
    if (!account?.mayEnter || account.isOutside) return null
    const place = account.tenantName ?? 'Crossdock'
    const organization = account.tenantSubdomain
      ? `the organization ${account.tenantSubdomain}`
      : 'no organization'
    const { ssoOnly, tenantSubdomain } = account
    const url = ssoOnly
      ? signInPage(tenantSubdomain)
      : await createSignInLink(account.id, lifetimeDays * 24 * 60 * 60_000)
    const how = ssoOnly
      ? 'The button opens the sign-in page. Continue there with the identity provider of your organization.'
      : `The button signs you in. It works once, within ${lifetimeDays} days.`
    const later = ssoOnly
      ? 'Later, sign in the same way'
      : `Later, sign in at ${originsOf(null)[0]}/login`
    return {
      to: account.email,
      subject: `You are invited to ${place}`,
      ...(await drawTenantLetter(account.tenantId, {
        title: `Welcome to ${place}`,
        paragraphs: [
          `${String(invitedBy)} has invited you to ${place} on Crossdock, where your team shares files and connects systems.`,
          how,
          `${later} with the address ${account.email} and ${organization}.`,
        ],
        buttons: [{ label: 'Accept the invitation', url }],
        footer: [`Sent to ${account.email}. If you did not expect it, ignore it.`],
      })),
    }
  },
}
