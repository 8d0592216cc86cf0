import { presentRights } from '@crossdock/backend/access'
import { assetLibrary } from '@crossdock/backend/assets'
import { notificationChoices } from '@crossdock/backend/notifications'
import { accounts, type Account } from '@crossdock/backend/users'
import { originsOf, currentTenantId, withContext } from '@crossdock/kernel/tenancy'
import { drawTenantLetter, type Letter } from '@crossdock/kernel/mail'
import { Approval } from '../models/approval.js'
import { approvalLetterName } from './names.js'
import { isWaiting } from './queries.js'

/**
 * The e-mail that asks a person to decide. It is not sent once the decision is made. Its link opens the console, and
 * opening the link decides nothing.
 */
export const approvalLetter: Letter = {
  async compose({ approvalId, userId }) {
    const approval = await Approval.find(approvalId)
    if (!approval || !(await isWaiting(approval))) return null
    const account = await accounts.use().find(String(userId))
    if (!account?.mayEnter || account.tenantId !== currentTenantId()) return null
    if (!(await notificationChoices.use().wants(approvalLetterName, account.id, 'mail')))
      return null
    const { question, details, dueAt } = approval
    const flowName = oneLine(approval.flowName)
    const file = await fileName(account, approval.assetId)
    const origin = originsOf(null)[0]
    return {
      to: account.email,
      subject: `${flowName}: ${oneLine(question)}`.slice(0, 200),
      ...(await drawTenantLetter(account.tenantId, {
        title: question,
        paragraphs: [
          `The workflow "${flowName}" waits for a decision${file ? ` about "${oneLine(file)}"` : ''}.`,
          ...(details ? details.split(/\n{2,}/).filter(Boolean) : []),
          ...(dueAt ? [`Decide by ${dueAt.slice(0, 16).replace('T', ' ')} UTC.`] : []),
        ],
        buttons: [{ label: 'Decide', url: `${origin}/approvals?id=${approval.id}` }],
        footer: [
          `Sent to ${account.email} because you are one of the people who decide. Choose what you get mails about:`,
          `${origin}/settings?tab=notifications`,
        ],
      })),
    }
  },
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Returns the name of a file; undefined if the recipient may not see the file. */
async function fileName({ id, label }: Account, assetId: string | null) {
  if (!assetId) return undefined
  const { permissions } = await presentRights.use().of(id)
  if (!permissions.has('assets.read')) return undefined
  const actor = { type: 'user' as const, id, userId: id, label }
  const names = await withContext({ actor, permissions }, () => assetLibrary.use().names([assetId]))
  return names.get(assetId)
}
