import { veils } from '@crossdock/backend/activity'
import { hasAllRights } from '@crossdock/backend/users'
import { Problem, text } from '@crossdock/kernel/ground'
import { currentContext, holds } from '@crossdock/kernel/tenancy'
import { notificationKinds, type NotificationKind } from '../contracts/index.js'
import { contextTables } from './scope.js'

/**
 * The person whose notifications are meant: the calling person, or the owner of the calling token.
 * @throws Problem 403
 */
export function ownUserId(): string {
  const { tenantId, operator, actor, caller } = currentContext()
  const isTheirs = operator ? caller.isSuperAdmin : tenantId && !caller.isSuperAdmin
  if (actor.userId && isTheirs) return actor.userId
  throw new Problem(
    403,
    'E_NO_PERSON',
    text('Notifications are for people; "{actor}" is not a person.', {
      actor: actor.label,
    })
  )
}

/** Like `ownUserId`, for changes. @throws Problem 403 also for tokens that may do less than their owner */
export async function ownUserIdForChange(): Promise<string> {
  const userId = ownUserId()
  if (await hasAllRights.use().hasAllPermissions()) return userId
  throw new Problem(
    403,
    'E_FORBIDDEN',
    text(
      'The API token "{actor}" may do less than its owner, so it cannot change their notifications. Use one without scopes, or the console.',
      { actor: currentContext().actor.label }
    )
  )
}

/** Kinds that the caller may read, by name. Only operators get kinds for operators. */
export function readableKinds(): [name: string, kind: NotificationKind][] {
  const { operator } = currentContext()
  return notificationKinds
    .entries()
    .filter(([, { to, permission }]) =>
      to === 'operators' ? operator : !operator && (permission === null || holds(permission))
    )
}

/** SQL conditions that exclude objects in folders that the caller may not open. */
async function findClosedConditions(): Promise<{ sql: string; values: string[] }[]> {
  if (currentContext().operator) return []
  const found = []
  for (const [type, veil] of veils.entries()) {
    const open = await veil.visibleCondition('notifications.about_id')
    if (!open) continue
    const sql = `(notifications.about_type is null or notifications.about_type <> ? or (${open.sql}))`
    found.push({ sql, values: [type, ...open.values] })
  }
  return found
}

/**
 * Returns a function that makes queries of all notifications the caller may still read: only kinds their role
 * allows, and no objects in folders that they may not open.
 */
export async function readableNotifications(userId: string) {
  const names = readableKinds().map(([name]) => name)
  const conditions = await findClosedConditions()
  return () => {
    const query = contextTables()
      .Notification.query()
      .where('userId', userId)
      .whereIn('kind', names)
    for (const { sql, values } of conditions) query.whereRaw(sql, values)
    return query
  }
}

/** Like `readableNotifications`, only the caller's notifications in the console. */
export async function ownNotifications() {
  const query = await readableNotifications(ownUserId())
  return () => query().where('inConsole', true)
}
