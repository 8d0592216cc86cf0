import { accounts } from '@crossdock/backend/users'
import { originsOf } from '@crossdock/kernel/http'
import { drawTenantLetter, type Letter } from '@crossdock/kernel/mail'

/** Tells an administrator that an environment runs short of something. */
export const quotaLetter: Letter = {
  async compose({ userId, environment, label, meter, unit, threshold, used, limit }) {
    const account = await accounts.use().find(String(userId))
    if (!account?.mayEnter) return null
    const place = account.tenantName ?? 'Crossdock'
    return {
      to: account.email,
      subject: `${label} in ${environment}: more than ${threshold} % are used`,
      ...(await drawTenantLetter(account.tenantId, {
        title: `More than ${threshold} % are used`,
        paragraphs: [
          `${label} of the environment ${environment} of ${place}: ${used} of ${limit} ${unit} are used (${meter}).`,
          'When all of it is used, what needs more of it is refused. Use less, or have the limit raised.',
        ],
        buttons: [{ label: 'See what is used', url: `${originsOf(null)[0]}/integrations` }],
        footer: [
          `Sent to ${account.email}, who administers ${place}: once a month for each limit at 75 % and at 90 %.`,
        ],
      })),
    }
  },
}
