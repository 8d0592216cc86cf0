import type { Account } from '@crossdock/backend/users'
import { insertMissing, tenantRows, tenantTable } from '@crossdock/kernel/tenancy'
import { describeDevice } from '../devices.js'
import type { Device } from './sessions.js'

/** Devices stored per person. The user agent is unverified input, so the number needs a limit. */
const maxKnown = 50

/**
 * Stores the device of a sign-in. Runs inside the person's tenant and the sign-in transaction.
 * @returns the device's name if the person has known devices and this one is new; else null
 */
export async function noteDevice(
  { id: userId }: Account,
  { userAgent }: Device
): Promise<string | null> {
  const { browser, system } = describeDevice(userAgent)
  const device = [browser, system].filter(Boolean).join(', ')
  if (!device) return null
  const mine = { user_id: userId }
  const known = await tenantRows('known_devices').find<{
    id: string
    device: string
    created_at: string
  }>(mine, ['id', 'device', 'created_at'])
  if (known.some((one) => one.device === device)) return null
  if (known.length >= maxKnown) {
    const [oldest] = known.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    await tenantTable('known_devices').where('id', oldest!.id).delete()
  }
  await insertMissing('known_devices', [{ ...mine, device }])
  return known.length > 0 ? device : null
}
