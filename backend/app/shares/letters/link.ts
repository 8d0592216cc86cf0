import { accounts } from '@crossdock/backend/users'
import { now } from '@crossdock/kernel/database'
import { drawTenantLetter, type Letter } from '@crossdock/kernel/mail'
import { secrets } from '@crossdock/kernel/secrets'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { endOf } from '../lifetime.js'
import { Share } from '../models/share.js'
import { sharingRule } from '../queries/sharing_rule.js'
import { statusAt } from '../queries/status.js'
import { mailContext } from '../secret.js'

const day = (time: string) => time.slice(0, 10)

/** Mails a link to a recipient if the link still works. The mail never contains the password. */
export const linkLetter: Letter = {
  async compose({ id, to, url }) {
    const share = await Share.find(id)
    const rule = await sharingRule()
    if (!share || !rule.enabled || statusAt(now(), share, rule) !== 'active') return null
    const sender = await accounts.use().known(share.createdBy)
    if (!sender?.mayEnter) return null
    const { name, kind, message } = share
    const who = sender.tenantName ? `${sender.label} (${sender.tenantName})` : sender.label
    const end = `The link works until ${day(endOf(share, rule))}.`
    const password = share.password ? [`It asks for a password, which you get from ${who}.`] : []
    const asks = kind === 'upload'
    return {
      to: String(to),
      subject: asks ? `${who} asks you for files: ${name}` : `${who} shares "${name}" with you`,
      ...(await drawTenantLetter(currentTenantId(), {
        title: asks ? 'A request for files' : 'Something was shared with you',
        paragraphs: [
          asks ? `${who} asks you to upload files: ${name}.` : `${who} shares "${name}" with you.`,
          ...(message ? message.split(/\n{2,}/).filter(Boolean) : []),
          [end, ...password].join(' '),
        ],
        buttons: [
          {
            label: asks ? 'Upload files' : 'Open',
            url: secrets.use().open(String(url), mailContext(share.id)),
          },
        ],
        footer: [
          `Sent to ${String(to)} because ${who} entered this address. Anyone with the link can use it.`,
        ],
      })),
    }
  },
}
