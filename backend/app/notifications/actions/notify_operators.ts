import { accounts } from '@crossdock/backend/users'
import { newId, now } from '@crossdock/kernel/database'
import type { NotificationKind } from '../contracts/index.js'
import { OperatorNotice } from '../models/operator_notice.js'
import { OperatorNotification } from '../models/operator_notification.js'
import { choicesOf } from '../queries/choices.js'
import { announce, scheduleMail } from './deliver.js'

type New = Pick<OperatorNotice, 'kind' | 'bundle' | 'eventType' | 'payload'> &
  Partial<Pick<OperatorNotice, 'entityType' | 'entityId' | 'aboutTenantId' | 'standing'>>

interface Options {
  /** Id of the operator who caused the notice and is not notified. */
  except?: string | null
  /** false: console only. */
  mails?: boolean
}

/**
 * Stores a notice and notifies all super administrators by their settings. Needs operator scope and a transaction.
 */
export async function notifyOperators(
  values: New,
  kind: NotificationKind,
  { except = null, mails = true }: Options = {}
): Promise<void> {
  const all = await accounts.use().superAdministrators()
  const ids = all.map(({ id }) => id).filter((id) => id !== except)
  const notice = await OperatorNotice.create({ count: 1, ...values })
  const choices = await choicesOf(notice.kind, kind, ids)
  for (const userId of ids) {
    const { console: inConsole, mail } = choices(userId)
    const isMailed = mail && mails
    if (!inConsole && !isMailed) continue
    await OperatorNotification.create({
      id: newId(),
      noticeId: notice.id,
      userId,
      kind: notice.kind,
      inConsole,
      mailDueAt: isMailed ? now() : null,
      readAt: null,
    })
    if (inConsole) await announce(userId, notice.kind)
    if (isMailed) await scheduleMail(userId)
  }
}
