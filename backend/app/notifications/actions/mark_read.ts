import { now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { invalid, text } from '@crossdock/kernel/ground'
import { readInstant } from '@crossdock/kernel/shapes'
import { currentContext, withContext } from '@crossdock/kernel/tenancy'
import { notificationsRead } from '../event_types.js'
import { contextTables } from '../queries/scope.js'
import { ownUserIdForChange } from '../queries/own.js'

interface Wanted {
  ids?: string[] | undefined
  upTo?: string | undefined
}

/**
 * Marks notifications of the caller as read: by id, or all up to a time. They are not mailed.
 * @throws Problem 403, 422
 */
export async function markRead({ ids, upTo }: Wanted): Promise<void> {
  const userId = await ownUserIdForChange()
  if ((ids === undefined) === (upTo === undefined)) {
    throw invalid('ids', text('Send either "ids", or "upTo" for all up to that instant.'))
  }
  const end = upTo === undefined ? null : instantOf(upTo)
  await transaction(async () => {
    const query = contextTables().Notification.query().where('userId', userId).whereNull('readAt')
    if (ids) query.whereIn('id', ids)
    else query.where('createdAt', '<=', end!)
    const changed: unknown = await query.update({ read_at: now(), mail_due_at: null })
    if (Number(Array.isArray(changed) ? changed[0] : changed) === 0) return
    // A token of the person must update their live console too.
    const actor = { ...currentContext().actor, userId }
    await withContext({ actor }, () =>
      recordEvent(notificationsRead, { target: { type: 'user', id: userId }, payload: {} })
    )
  })
}

function instantOf(upTo: string): string {
  const time = readInstant(upTo)
  if (time) return time.toISOString()
  throw invalid(
    'upTo',
    text('There is no instant "{upTo}". Write it like 2026-01-31T08:00:00Z.', { upTo })
  )
}
