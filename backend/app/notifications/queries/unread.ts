import { ownNotifications } from './own.js'

/** More are not counted: nobody reads the difference. */
export const mostCounted = 100

/** How many the caller has not read, up to `mostCounted`. */
export async function countUnread() {
  const own = await ownNotifications()
  const found = await own()
    .whereNull('readAt')
    .select('id')
    .limit(mostCounted + 1)
  return { count: Math.min(found.length, mostCounted), more: found.length > mostCounted }
}
