import { Problem, text } from '@crossdock/kernel/http'
import { perApplication } from '@crossdock/kernel/plugin'

/** Files that a process reads at a time, each kept in memory until it is whole: of one tenant, and of all. */
const mostOfTenant = 3
const most = 12

const reading = perApplication(() => new Map<string, number>())

/** Reads a file while there is room for it. @throws Problem 429 */
export async function inPlace<Result>(
  tenantId: string,
  read: () => Promise<Result>
): Promise<Result> {
  const places = reading()
  const own = places.get(tenantId) ?? 0
  const all = [...places.values()].reduce((sum, count) => sum + count, 0)
  if (own >= mostOfTenant || all >= most) throw full()
  places.set(tenantId, own + 1)
  try {
    return await read()
  } finally {
    const left = places.get(tenantId)! - 1
    if (left > 0) places.set(tenantId, left)
    else places.delete(tenantId)
  }
}

const full = () =>
  new Problem(
    429,
    'E_TOO_MANY_REQUESTS',
    text('Other files of people are being sent at this moment. Try again in a minute.'),
    { headers: { 'retry-after': '60', connection: 'close' } }
  )
