import { clock } from '@crossdock/kernel/database'
import { Problem, text, type FieldError } from '@crossdock/kernel/http'
import { keptRecords } from '../contracts/index.js'
import { countOlder, mostCounted } from '../queries/count_older.js'
import { daysBefore, periodsOf } from '../queries/periods.js'

interface Change {
  kind: string
  days: number | null
  before: number | null
}

/** @throws Problem 409 that says how many records go for good by it, where any do */
export async function assertConfirmed(changes: readonly Change[]): Promise<void> {
  const errors: FieldError[] = []
  for (const change of changes) {
    const count = await deletedBy(change)
    if (count > 0) errors.push(told(change.kind, count))
  }
  const [first] = errors
  if (first) throw new Problem(409, 'E_DELETES', first.text, { errors })
}

/** How many rows are older than is kept from now on, where that is shorter than before; up to `mostCounted`. */
async function deletedBy({ kind, days, before }: Change): Promise<number> {
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

function told(kind: string, count: number): FieldError {
  const isExact = keptRecords.get(kind)?.count && count < mostCounted
  return {
    field: kind,
    rule: 'deletes',
    text: isExact
      ? text(
          'Of "{kind}" {count} are older than that and would be deleted for good from tonight on. Confirm it, if that is meant.',
          { kind, count }
        )
      : text(
          'Of "{kind}" {count} or more are older than that and would be deleted for good from tonight on. Confirm it, if that is meant.',
          { kind, count }
        ),
  }
}
