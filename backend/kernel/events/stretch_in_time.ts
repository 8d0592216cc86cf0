import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { tenantTable } from '../tenancy/tenant_table.js'

const log = 'middleware_events'

/** Clocks of processes, and the ends of transactions, differ by at most this time. */
const slackMs = 60_000

type Place = { seq: number | string; created_at: string }

/** The events of the current tenant, or of all tenants in operator scope, in the order of the log. */
const ordered = (direction: 'asc' | 'desc') =>
  tenantTable<Place>(log).orderBy('seq', direction).select('seq', 'created_at')

/**
 * Narrows a query of the log to a period. `created_at` has no index, but times rise with `seq`: a binary search of about
 * twenty index lookups finds the `seq` of an instant.
 */
export async function narrowToTime<Row>(
  query: DatabaseQueryBuilderContract<Row>,
  { after, before }: { after?: string; before?: string }
): Promise<void> {
  if (after !== undefined) {
    query.where('seq', '>=', await firstFrom(shifted(after, -slackMs)))
    query.where('created_at', '>=', after)
  }
  if (before !== undefined) {
    query.where('seq', '<', await firstFrom(shifted(before, slackMs)))
    query.where('created_at', '<', before)
  }
}

/**
 * Narrows a query of the log to the newest events before a time, for filters without an index.
 * @param most the most events that are left
 * @param before undefined: the newest events of all
 */
export async function narrowToNewest<Row>(
  query: DatabaseQueryBuilderContract<Row>,
  most: number,
  before?: string
): Promise<void> {
  const newest = ordered('desc')
  if (before !== undefined) newest.where('seq', '<', await firstFrom(shifted(before, slackMs)))
  const oldest = await newest.offset(most - 1).first()
  if (oldest) query.where('seq', '>=', Number(oldest.seq))
}

/** The end of the years with four digits: later instants do not compare as text. */
const latest = Date.parse('9999-12-31T23:59:59.999Z')

const shifted = (instant: string, ms: number) =>
  new Date(Math.min(latest, Math.max(0, Date.parse(instant) + ms))).toISOString()

/** The `seq` of the first event at or after an instant; one more than the last `seq` when there is none. */
async function firstFrom(instant: string): Promise<number> {
  const [first, last] = [await ordered('asc').first(), await ordered('desc').first()]
  if (!first || !last) return 0
  let [low, high] = [Number(first.seq), Number(last.seq) + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const event = await ordered('asc').where('seq', '>=', middle).first()
    if (event && event.created_at < instant) low = Number(event.seq) + 1
    else high = middle
  }
  return low
}
