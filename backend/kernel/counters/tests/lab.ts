import { unscoped } from '@crossdock/kernel/database'
import { definePlugin } from '@crossdock/kernel/plugin'
import type { Assert } from '@japa/assert'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { countersByHour, countersOf } from '../index.js'

export const labPlugin = definePlugin({
  name: 'counted-lab',
  version: '0.1.0',
  compatibility: '^0.1',
  migrations: ['backend/kernel/counters/tests/migrations'],
})

export interface Parcel {
  id: string
  tenant_id: string | null
  route_id: string | null
  state: string
  weight: number | null
  is_held: boolean | number
  created_at: string
  sent_at: string | null
  lost_at: string | null
}

export const tenants = ['acme', 'globex', 'initech']

export const counters = ['lab.all', 'lab.sent', 'lab.held', 'lab.begun', 'lab.places']

/** `counter key hour` with the number of rows, of rows with a weight, and the total weight. */
type Counts = Record<string, [number, number, number]>

/** All rows, read by the operator and counted here. */
async function plainCounts(tenantId: string, since: string): Promise<[Counts, Counts]> {
  const rows = await asOperator('look past the tenants', async (): Promise<Parcel[]> =>
    unscoped().from('lab_parcels').where('tenant_id', tenantId)
  )
  const [all, byHour]: Counts[] = [{}, {}]
  const add = (counts: Counts, name: string, weight: number | null) => {
    const [n, valued, total] = counts[name] ?? [0, 0, 0]
    counts[name] = [n + 1, valued + (weight === null ? 0 : 1), total + (weight ?? 0)]
  }
  const count = (name: string, at: string | null, weight: number | null) => {
    add(all!, name, weight)
    if (at && at >= since) add(byHour!, `${name} ${at.slice(0, 13)}`, weight)
  }
  for (const { route_id, state, weight, is_held, created_at, sent_at, lost_at } of rows) {
    count('lab.all ', created_at, null)
    count(`lab.places ${route_id ?? ''}/${state}`, created_at, weight)
    if (['sent', "it's", 'back'].includes(state) && sent_at) {
      count(`lab.sent ${state}`, sent_at, weight)
    }
    if (state !== "it's") count('lab.begun ', null, null)
    if (is_held && !lost_at) count('lab.held ', null, null)
  }
  return [all!, byHour!]
}

/** The same from the counters, in the current context; counters that are back at zero are omitted. */
async function keptCounts(since: string): Promise<[Counts, Counts]> {
  const all = await countersOf(counters)
  const byHour = await countersByHour(counters, since)
  const named = (rows: (Awaited<ReturnType<typeof countersOf>>[number] & { hour?: string })[]) =>
    Object.fromEntries(
      rows
        .filter(({ n, valued, total }) => n !== 0 || valued !== 0 || total !== 0)
        .map(({ counter, key, hour, n, valued, total }): [string, Counts[string]] => [
          `${counter} ${key}${hour === undefined ? '' : ` ${hour}`}`,
          [n, valued, total],
        ])
    )
  return [named(all), named(byHour)]
}

/** Compares all tenants, in total and by hour for the last two days. */
export async function assertCounted(assert: Assert, when: string): Promise<void> {
  for (const tenant of tenants) {
    const from = `${new Date(Date.now() - 48 * 3_600_000).toISOString().slice(0, 13)}:00:00.000Z`
    const kept = await inTenant(tenant, () => keptCounts(from))
    assert.deepEqual(kept, await plainCounts(tenant, from), `${when}: ${tenant}`)
  }
}
