import { Problem, text } from '@crossdock/kernel/ground'
import { perApplication } from '@crossdock/kernel/plugin'

/** Files that a process may receive at the same time, per tenant and in total. Each is held in memory. */
const maxPerTenant = 3
const maxTotal = 12

const reading = perApplication(() => new Map<string, number>())

/** Receives a file if there is a free slot. @throws Problem 429 */
export async function withSlot<Result>(
  tenantId: string,
  read: () => Promise<Result>
): Promise<Result> {
  const places = reading()
  const own = places.get(tenantId) ?? 0
  const all = [...places.values()].reduce((sum, count) => sum + count, 0)
  if (own >= maxPerTenant || all >= maxTotal) throw noFreeSlot()
  places.set(tenantId, own + 1)
  try {
    return await read()
  } finally {
    const left = places.get(tenantId)! - 1
    if (left > 0) places.set(tenantId, left)
    else places.delete(tenantId)
  }
}

const noFreeSlot = () =>
  new Problem(
    429,
    'E_TOO_MANY_REQUESTS',
    text('Other imports are being uploaded now. Try again in a minute.'),
    { headers: { 'retry-after': '60' } }
  )
