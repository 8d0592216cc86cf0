import { clock, newId, now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { logger } from '@crossdock/kernel/plugin'
import { systemActor, withContext } from '@crossdock/kernel/tenancy'
import { notificationKinds, type NotificationKind, type Standing } from '../contracts/index.js'
import { notificationsRead } from '../event_types.js'
import { OperatorNotice } from '../models/operator_notice.js'
import { OperatorNotification } from '../models/operator_notification.js'
import { notifyOperators } from './notify_operators.js'

/** Maximum number of conditions of one kind; a longer list helps no operator. */
const maxStanding = 50
/** A condition that returns within this time continues its notice. */
const restMs = 60 * 60_000

/**
 * Reads the conditions of each kind: notifies about new ones, and ends those that no longer hold. A kind that fails
 * stays unchanged.
 */
export async function watchConditions(job: RunningJob<Record<string, never>>): Promise<void> {
  for (const [name, kind] of notificationKinds.entries()) {
    if (!kind.now) continue
    job.signal.throwIfAborted()
    try {
      const standing = (await kind.now()).slice(0, maxStanding)
      await job.commit(() => keep(name, kind, standing), { progress: true })
    } catch (error) {
      job.signal.throwIfAborted()
      logger.use().warn({ err: error, kind: name }, 'cannot read the conditions of a notification')
    }
  }
}

async function keep(
  name: string,
  kind: NotificationKind,
  standing: readonly Standing[]
): Promise<void> {
  const rested = new Date(clock.now() - restMs).toISOString()
  const known = await OperatorNotice.query()
    .where('kind', name)
    .whereNotNull('standing')
    .where((lately) => lately.whereNull('endedAt').orWhere('endedAt', '>=', rested))
  const found = new Map(known.map((notice) => [notice.standing, notice]))
  for (const { key, payload, target } of standing) {
    const notice = found.get(key)
    found.delete(key)
    if (notice) await notice.merge({ payload, endedAt: null }).save()
    else {
      const { type = null, id = null } = target ?? {}
      const about = {
        entityType: type,
        entityId: id,
        aboutTenantId: type === 'tenant' ? id : null,
      }
      const one = { kind: name, standing: key, bundle: newId(), eventType: name, payload }
      await notifyOperators({ ...one, ...about }, kind)
    }
  }
  for (const notice of found.values()) if (notice.endedAt === null) await end(notice)
}

/** The condition no longer holds: its notifications count as read and are not mailed. */
async function end(notice: OperatorNotice): Promise<void> {
  await notice.merge({ endedAt: now() }).save()
  const unread = await OperatorNotification.query().where('noticeId', notice.id).whereNull('readAt')
  for (const notification of unread) {
    const { userId, inConsole } = notification
    await notification.merge({ readAt: now(), mailDueAt: null }).save()
    if (!inConsole) continue
    await withContext({ actor: { ...systemActor, userId } }, () =>
      recordEvent(notificationsRead, { target: { type: 'user', id: userId }, payload: {} })
    )
  }
}
