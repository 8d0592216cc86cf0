import { ask } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { grains, periods, intervalStart } from './grains.js'

export const rollupsTable = 'flow_rollups'

/** An amount to add to a rollup. */
export interface Counted {
  kind: 'run' | 'step' | 'queue'
  /** Milliseconds since 1970. */
  time: number
  environmentId: string
  flowId?: string
  stepId?: string
  systemId?: string
  outcome: string
  bucket?: number
  /** Number of runs or tries; -1 subtracts one. */
  n: number
  /** Their duration in milliseconds; absent for the queue. */
  total?: number
}

const columns = [
  'tenant_id',
  'grain',
  'kind',
  'at',
  'environment_id',
  'flow_id',
  'step_id',
  'system_id',
  'outcome',
  'bucket',
  'n',
  'total',
]
const key = columns.slice(0, -2).join(', ')
const rowsAtOnce = 50

type Row = (string | number)[]

/**
 * Adds values to the rollups of every grain, in the current transaction. The rollups of the queue keep the largest
 * number instead of a sum.
 */
export async function addToRollups(all: readonly Counted[]): Promise<void> {
  await write(
    together(
      all.filter(({ kind }) => kind !== 'queue'),
      (one, other) => one + other
    ),
    sums
  )
  await write(
    together(
      all.filter(({ kind }) => kind === 'queue'),
      Math.max
    ),
    most
  )
}

const sums = 'n = flow_rollups.n + excluded.n, total = flow_rollups.total + excluded.total'
const most = 'n = case when excluded.n > flow_rollups.n then excluded.n else flow_rollups.n end'

/**
 * Returns one row for each key, because a statement may not upsert a key twice. The rows are sorted by key, like
 * the rows of every other statement, which prevents deadlocks.
 */
function together(all: readonly Counted[], join: (one: number, other: number) => number): Row[] {
  const tenant = currentTenantId()
  const rows = new Map<string, Row>()
  for (const one of all) {
    for (const period of periods) {
      const grain = grains[period]
      const { kind, environmentId, flowId = '', stepId = '', systemId = '', outcome } = one
      const place = [tenant, grain.name, kind, intervalStart(grain, one.time), environmentId]
      const id = [...place, flowId, stepId, systemId, outcome, one.bucket ?? 0]
      const name = JSON.stringify(id)
      const known = rows.get(name)
      if (known) {
        known[10] = join(Number(known[10]), one.n)
        known[11] = Number(known[11]) + (one.total ?? 0)
      } else rows.set(name, [...id, one.n, one.total ?? 0])
    }
  }
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

async function write(rows: readonly Row[], change: string): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const some = rows.slice(at, at + rowsAtOnce)
    const places = some.map(() => `(${columns.map(() => '?').join(', ')})`).join(', ')
    await ask(
      `insert into ${rollupsTable} (${columns.join(', ')}) values ${places}
       on conflict (${key}) do update set ${change}`,
      some.flat()
    )
  }
}
