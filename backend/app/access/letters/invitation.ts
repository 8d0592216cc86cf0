import { drawTenantLetter, type Letter } from '@crossdock/kernel/mail'
import { originsOf } from '@crossdock/kernel/http'
import { accounts } from '@crossdock/backend/users'
import { createSignInLink } from '../actions/magic_tokens.js'

/** People read invitations when they get round to it. */
const lifetimeDays = 7

/** Welcomes a new person with a link that signs them in. */
export const invitationLetter: Letter = {
  async compose({ userId, invitedBy }) {
    const account = await accounts.use().find(String(userId))
    if (!account?.mayEnter) return null
    const place = account.tenantName ?? 'Crossdock'
    const organization = account.tenantSubdomain
      ? `the organization ${account.tenantSubdomain}`
      : 'no organization'
    const url = await createSignInLink(account.id, lifetimeDays * 24 * 60 * 60_000)
    return {
      to: account.email,
      subject: `You are invited to ${place}`,
      ...(await drawTenantLetter(account.tenantId, {
        title: `Welcome to ${place}`,
        paragraphs: [
          `${String(invitedBy)} has invited you to ${place} on Crossdock, where your team shares files and connects systems.`,
          `The button signs you in. It works once, within ${lifetimeDays} days.`,
          `Later, sign in at ${originsOf(null)[0]}/login with the address ${account.email} and ${organization}.`,
        ],
        buttons: [{ label: 'Accept the invitation', url }],
        footer: [`Sent to ${account.email}. If you did not expect it, ignore it.`],
      })),
    }
  },
}
