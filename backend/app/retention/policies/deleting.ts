import { clock } from '@crossdock/kernel/database'
import { Problem, text, type FieldError } from '@crossdock/kernel/ground'
import { keptRecords } from '../contracts/index.js'
import { countOlder, mostCounted } from '../queries/count_older.js'
import { daysBefore, periodsOf } from '../queries/periods.js'

interface Change {
  kind: string
  days: number | null
  before: number | null
}

/** @throws Problem 409 with the number of records that the change deletes, if any */
export async function assertConfirmed(changes: readonly Change[]): Promise<void> {
  const errors: FieldError[] = []
  for (const change of changes) {
    const count = await countDeleted(change)
    if (count > 0) errors.push(describe(change.kind, count))
  }
  const [first] = errors
  if (first) throw new Problem(409, 'E_DELETES', first.text, { errors })
}

/** How many rows a shorter period deletes, up to `mostCounted`. */
async function countDeleted({ kind, days, before }: Change): Promise<number> {
  const records = keptRecords.get(kind)!
  const former = await periodsOf(records, before)
  let count = 0
  for (const { environmentId, days: kept } of await periodsOf(records, days)) {
    const was = former.find((one) => one.environmentId === environmentId)?.days ?? null
    if (kept === null || (was !== null && was <= kept)) continue
    count += await countOlder(records, daysBefore(clock.now(), kept), environmentId)
  }
  return Math.min(count, mostCounted)
}

function describe(kind: string, count: number): FieldError {
  const isExact = keptRecords.get(kind)?.count && count < mostCounted
  const exact = count === 1 ? one(kind) : several(kind, count)
  return { field: kind, rule: 'deletes', text: isExact ? exact : many(kind, count) }
}

const one = (kind: string) =>
  text(
    '1 record of "{kind}" is older and would be deleted permanently from tonight on. Set confirm to true to delete it.',
    { kind }
  )
const several = (kind: string, count: number) =>
  text(
    '{count} records of "{kind}" are older and would be deleted permanently from tonight on. Set confirm to true to delete them.',
    { kind, count }
  )
const many = (kind: string, count: number) =>
  text(
    '{count} or more records of "{kind}" are older and would be deleted permanently from tonight on. Set confirm to true to delete them.',
    { kind, count }
  )
