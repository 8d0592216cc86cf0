import { newId } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { NewPerson } from '../contracts/index.js'
import { User } from '../models/user.js'
import { holdAdmins, isActiveAdmin, isAnotherAdmin } from '../policies/last_admin.js'
import { userJoined, userRoleMapped } from '../event_types.js'

/** See `people.add`. */
export async function addPerson(person: NewPerson): Promise<string> {
  const id = newId()
  await User.create({ ...person, id, isActive: true })
  const { email, role } = person
  await recordEvent(userJoined, { target: { type: 'user', id }, payload: { email, role } })
  return id
}

/** See `people.setRole`. */
export async function setRole(userId: string, role: string): Promise<boolean> {
  await holdAdmins()
  const user = await User.query().where('id', userId).forUpdate().first()
  if (!user || user.role === role) return user !== null
  if (isActiveAdmin(user) && !(await isAnotherAdmin(user))) return false
  await user.merge({ role }).save()
  await recordEvent(userRoleMapped, {
    target: { type: 'user', id: userId },
    payload: { email: user.email, role },
  })
  return true
}
