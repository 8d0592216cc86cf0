import { ownNotifications } from './own.js'

/** The console shows no higher number. */
export const maxCounted = 100

/** The number of unread notifications of the caller, up to `maxCounted`. */
export async function countUnread() {
  const own = await ownNotifications()
  const found = await own()
    .whereNull('readAt')
    .select('id')
    .limit(maxCounted + 1)
  return { count: Math.min(found.length, maxCounted), more: found.length > maxCounted }
}
