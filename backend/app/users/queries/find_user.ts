import { notFound } from '@crossdock/kernel/ground'
import { User } from '../models/user.js'

/** @throws Problem 404 */
export async function findUser(id: string): Promise<User> {
  const user = await User.find(id)
  if (!user) throw noUser(id)
  return user
}

/** Like `findUser`, with a lock until the transaction ends. */
export async function lockedUser(id: string): Promise<User> {
  const user = await User.query().where('id', id).forUpdate().first()
  if (!user) throw noUser(id)
  return user
}

const noUser = (id: string) => notFound('There is no user with the id "{id}".', id)
