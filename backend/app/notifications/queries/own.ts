import { veils } from '@crossdock/backend/activity'
import { wholePerson } from '@crossdock/backend/users'
import { Problem, text } from '@crossdock/kernel/http'
import { currentContext, holds } from '@crossdock/kernel/tenancy'
import { notificationKinds, type NotificationKind } from '../contracts/index.js'
import { Notification } from '../models/notification.js'

/** The person whose notifications these are: whoever calls, or whose token it is. @throws Problem 403 */
export function ownUserId(): string {
  const { tenantId, actor, caller } = currentContext()
  if (actor.userId && tenantId && !caller.isSuperAdmin) return actor.userId
  throw new Problem(
    403,
    'E_NO_PERSON',
    text('Notifications are for the people of an organization; {actor} is none of them.', {
      actor: actor.label,
    })
  )
}

/** As `ownUserId`, of who changes what that person is told. @throws Problem 403 for tokens that may do less than their person, too */
export async function changingUserId(): Promise<string> {
  const userId = ownUserId()
  if (await wholePerson.use().asks()) return userId
  throw new Problem(
    403,
    'E_FORBIDDEN',
    text(
      'The API token "{actor}" may do less than its owner, so it does not change what they are told of. Use one without scopes, or the console.',
      { actor: currentContext().actor.label }
    )
  )
}

/** Kinds that the caller may read, by name. */
export const readableKinds = (): [name: string, kind: NotificationKind][] =>
  notificationKinds
    .entries()
    .filter(([, { permission }]) => permission === null || holds(permission))

/** What lies in folders that are closed to the caller, as conditions. */
async function closed(): Promise<{ sql: string; values: string[] }[]> {
  const found = []
  for (const [type, veil] of veils.entries()) {
    const open = await veil.outside('notifications.about_id')
    if (!open) continue
    const sql = `(notifications.about_type is null or notifications.about_type <> ? or (${open.sql}))`
    found.push({ sql, values: [type, ...open.values] })
  }
  return found
}

/**
 * Makes queries of all that a person, the caller, has and may still read: not what their role no longer lets them, nor what
 * lies in a folder that is closed to them.
 */
export async function readableOf(userId: string) {
  const names = readableKinds().map(([name]) => name)
  const conditions = await closed()
  return () => {
    const query = Notification.query().where('userId', userId).whereIn('kind', names)
    for (const { sql, values } of conditions) query.whereRaw(sql, values)
    return query
  }
}

/** As `readableOf`, what the console shows of the caller's. */
export async function ownNotifications() {
  const query = await readableOf(ownUserId())
  return () => query().where('inConsole', true)
}
