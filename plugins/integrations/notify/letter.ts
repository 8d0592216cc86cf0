import { presentRights } from '@crossdock/backend/access'
import { assetLibrary } from '@crossdock/backend/assets'
import { notificationChoices } from '@crossdock/backend/notifications'
import { accounts, type Account } from '@crossdock/backend/users'
import { originsOf, currentTenantId, withContext } from '@crossdock/kernel/tenancy'
import { drawTenantLetter, type Letter } from '@crossdock/kernel/mail'
import type { WorkflowMessage } from './notify_people.js'
import { workflowMessage } from './kind.js'

type Data = WorkflowMessage & { userId: string }

/** The mail of a workflow step. People who disabled these mails, or who may not see the file, do not get it. */
export const workflowMessageLetter: Letter = {
  async compose(given) {
    const { userId, subject, text, flowName, executionId, assetId } = given as unknown as Data
    const account = await accounts.use().find(userId)
    if (!account?.mayEnter || account.tenantId !== currentTenantId()) return null
    if (!(await notificationChoices.use().wants(workflowMessage, userId, 'mail'))) return null
    if (assetId && (await isClosed(account, assetId))) return null
    const origin = originsOf(null)[0]
    return {
      to: account.email,
      subject,
      ...(await drawTenantLetter(account.tenantId, {
        title: subject,
        paragraphs: text.split(/\n{2,}/).filter(Boolean),
        buttons: [{ label: 'See the run', url: `${origin}/flow-execution/${executionId}` }],
        footer: [
          `Sent to ${account.email} by the workflow "${flowName.replace(/\s+/g, ' ')}". Choose what you get mails about:`,
          `${origin}/settings?tab=notifications`,
        ],
      })),
    }
  },
}

async function isClosed({ id, label }: Account, assetId: string): Promise<boolean> {
  const { permissions } = await presentRights.use().of(id)
  const actor = { type: 'user' as const, id, userId: id, label }
  const closed = await withContext({ actor, permissions }, () =>
    assetLibrary.use().findClosed([assetId])
  )
  return closed.has(assetId)
}
