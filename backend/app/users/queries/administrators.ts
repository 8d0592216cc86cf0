import { User } from '../models/user.js'

/** More are not told: somebody of so many reads it. */
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
