import { accounts } from '@crossdock/backend/users'
import { originsOf } from '@crossdock/kernel/tenancy'
import { drawTenantLetter, type Letter } from '@crossdock/kernel/mail'
import { graceDays } from '../domain_name.js'

/** Notifies an administrator that the organization is no longer reachable at its domain. */
export const domainLostLetter: Letter = {
  async compose({ userId, domain }) {
    const account = await accounts.use().find(String(userId))
    if (!account?.mayEnter) return null
    const place = account.tenantName ?? 'Crossdock'
    const name = String(domain)
    return {
      to: account.email,
      subject: `${place} is no longer reachable at ${name}`,
      ...(await drawTenantLetter(account.tenantId, {
        title: `${name} is no longer your domain here`,
        paragraphs: [
          `The record in DNS that proves ${name} to be the domain of ${place} has been missing for ${graceDays} days. People can no longer sign in at that address.`,
          'To use it again, set the record and verify the domain under Branding.',
        ],
        buttons: [{ label: 'Open Branding', url: `${originsOf(null)[0]}/branding` }],
        footer: [`Sent to ${account.email}, who administers ${place}.`],
      })),
    }
  },
}
