import { drawTenantLetter, type Letter } from '@crossdock/kernel/mail'
import { settings } from '@crossdock/kernel/settings'
import { accounts } from '@crossdock/backend/users'

/** Notifies a person that their passkeys no longer work: a person who did not ask for this must know immediately. */
export const secondFactorResetLetter: Letter = {
  async compose({ userId }) {
    const account = await accounts.use().find(String(userId))
    if (!account) return null
    const place = account.tenantName ?? 'Crossdock'
    return {
      to: account.email,
      subject: `Your second factor on ${place} was reset`,
      ...(await drawTenantLetter(account.tenantId, {
        title: 'Your second factor was reset',
        paragraphs: [
          `An administrator of ${place} has removed your passkeys and recovery codes and ended your sessions.`,
          'Sign in by mail, and add a passkey again under Security.',
          'If you did not ask for this, contact your administrator immediately.',
        ],
        buttons: [{ label: 'Sign in', url: `${settings.use().APP_URL}/login` }],
        footer: [`Sent to ${account.email}: the way you sign in has changed.`],
      })),
    }
  },
}
