import { accounts } from '@crossdock/backend/users'
import { originsOf } from '@crossdock/kernel/tenancy'
import { drawLetter, type Letter } from '@crossdock/kernel/mail'
import { requestsPerDay } from './ask_for_more.js'

/** The e-mail to an operator when an organization requests a higher limit. */
export const moreLetter: Letter = {
  async compose(data) {
    const account = await accounts.use().find(String(data.userId))
    if (!account?.isSuperAdmin || !account.mayEnter) return null
    const { tenant, environment, by, label, unit, used, limit, message } = data
    const title = `${String(tenant)} asks for more: ${String(label)}`
    const place = `/admin/environments?tenant=${encodeURIComponent(String(data.tenantId))}`
    return {
      to: account.email,
      subject: title.replace(/\s+/g, ' ').slice(0, 150),
      ...drawLetter({
        title,
        paragraphs: [
          `${String(by)} asks you to raise this limit in ${String(environment)}. ${String(used)} of ${String(limit)} ${String(unit)} are used.`,
          ...(typeof message === 'string' ? message.split(/\n+/) : []),
        ],
        buttons: [{ label: 'Open the environments', url: `${originsOf(null)[0]}${place}` }],
        footer: [
          `Sent to ${account.email}, who runs this server. An organization can ask ${requestsPerDay} times a day.`,
        ],
      }),
    }
  },
}
