import type { Account } from '@crossdock/backend/users'
import { insertMissing, tenantRows, tenantTable } from '@crossdock/kernel/tenancy'
import { wordsOfDevice } from '../devices.js'
import type { Device } from './sessions.js'

/** Of a person; a device may say anything of itself. */
const mostKnown = 50

/**
 * Notes from what somebody signs in, inside their tenant and the transaction.
 * @returns what to call it, when they have signed in from others and never from this one
 */
export async function noteDevice(
  { id: userId }: Account,
  { userAgent }: Device
): Promise<string | null> {
  const { browser, system } = wordsOfDevice(userAgent)
  const device = [browser, system].filter(Boolean).join(', ')
  if (!device) return null
  const mine = { user_id: userId }
  const known = await tenantRows('known_devices').find<{
    id: string
    device: string
    created_at: string
  }>(mine, ['id', 'device', 'created_at'])
  if (known.some((one) => one.device === device)) return null
  if (known.length >= mostKnown) {
    const [oldest] = known.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    await tenantTable('known_devices').where('id', oldest!.id).delete()
  }
  await insertMissing('known_devices', [{ ...mine, device }])
  return known.length > 0 ? device : null
}
