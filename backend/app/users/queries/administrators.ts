import { User } from '../models/user.js'

/** A limit for notifications: with this many administrators, one of them will read it. */
const most = 50

/** Ids of the active administrators of the context's tenant. */
export async function administrators(): Promise<string[]> {
  const found = await User.query()
    .where('role', 'admin')
    .where('isActive', true)
    .orderBy('id')
    .limit(most)
    .select('id')
  return found.map(({ id }) => id)
}
