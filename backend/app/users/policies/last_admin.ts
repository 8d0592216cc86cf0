import { conflict, text } from '@crossdock/kernel/http'
import { User } from '../models/user.js'
import { narrowToDomains } from '../queries/by_domain.js'
import { allowedDomains } from './addresses.js'

/** One of so many is enough. */
const most = 50

const activeAdmins = () => User.query().where('role', 'admin').where('is_active', true)

/**
 * Before anything that may cost the tenant an administrator: whoever else is about to waits until this transaction ends.
 * Always the first lock on people, and in the order of ids, so that nobody waits in a circle.
 */
export async function holdAdmins(): Promise<void> {
  await activeAdmins().select('id').orderBy('id').forUpdate()
}

/** Inside of `holdAdmins`: whether somebody else is left who may do everything, and may sign in with their address. */
export async function isAnotherAdmin({ id }: User): Promise<boolean> {
  const others = activeAdmins().select('id').whereNot('id', id)
  return (await narrowToDomains(others, await allowedDomains()).first()) !== null
}

/** See `people.administratorsWithin`. */
export async function administratorsWithin(domains: readonly string[]): Promise<string[]> {
  await holdAdmins()
  const found = await narrowToDomains(activeAdmins(), domains)
    .select('id')
    .orderBy('id')
    .limit(most)
  return found.map(({ id }) => id)
}

/** Inside of `holdAdmins`. @throws Problem 409 when nobody else is left who may do everything */
export async function assertAdminRemains(user: User): Promise<void> {
  if (await isAnotherAdmin(user)) return
  const { email } = user
  throw conflict(
    'E_LAST_ADMIN',
    text(
      '{email} is the only active administrator of this organization. Make somebody else an administrator first.',
      { email }
    )
  )
}

export const isActiveAdmin = ({ role, isActive }: User): boolean => role === 'admin' && isActive
