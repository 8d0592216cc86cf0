import { lockSpace } from '../database/advisory_locks.js'
import { afterCommit, dialect, transaction } from '../database/database.js'
import { announce } from './announce.js'
import { hop, inSight } from './hop.js'
import { placeOfGate } from './limits.js'
import { present, skipLocked, sql } from './sql.js'
import type { Place } from './wake.js'

const tenantColumn = `coalesce(tenant_id, '-')`

/**
 * Lets held jobs line up for a worker as far as there are places: of a key in the order they were
 * added, of a name the tenants in turn. Nobody else gives places away meanwhile, so what is counted
 * here holds; what leaves its place at the same time is seen by who is told of it.
 * @returns places to come back to, as nobody waits for anybody: all when somebody else is at it, who may not see them,
 *   and those whose next job somebody holds at this moment
 */
export async function admit(places: Place[]): Promise<Place[]> {
  return transaction(async () => {
    if (!(await lockAdmission())) return places
    const gates = places.flatMap(({ gate }) => gate ?? [])
    const keys = await admitByKey([...new Set(gates)])
    let any = keys.any
    const heldNames = new Set<string>()
    for (const [name, lastTenant] of namesOf(places)) {
      const names = await admitByName(name, lastTenant)
      any ||= names.any
      if (names.isHeld) heldNames.add(name)
    }
    if (any) afterCommit(() => announce({ kind: 'work' }))
    return places.filter(
      ({ name, gate }) => heldNames.has(name) || (gate !== null && keys.held.has(gate))
    )
  })
}

/**
 * A crash that takes the admission back does no harm, so nobody waits for the disk. The other
 * settings keep PostgreSQL from reading all that is held when its statistics are old.
 */
async function lockAdmission(): Promise<boolean> {
  if (dialect() !== 'postgres') return true
  const settings = ['synchronous_commit', 'enable_seqscan', 'enable_bitmapscan', 'enable_sort']
  const off = settings.map((setting) => `set_config('${setting}', 'off', true)`)
  const [row] = await sql<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(${lockSpace.admission}, 0) as locked, ${off.join()}`
  )
  return row!.locked
}

/** Each name once, with the tenant whose turn is over. */
function namesOf(places: Place[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const { name, lastTenant } of places) {
    if (lastTenant !== null || !names.has(name)) names.set(name, lastTenant ?? '')
  }
  return names
}

/** The id of a row that nobody holds: where somebody does it is none, and not the one behind it. */
const freeOne = (id: string): string =>
  dialect() === 'postgres' ? `(select id from jobs as free where id = ${id} ${skipLocked()})` : id

/**
 * One of each line at a time, until none has a place left.
 * @returns whether any came in, and the lines that have a place for their next job, which somebody holds: on PostgreSQL
 *   another worker that took it for one still to be promoted has it locked to the end of its statement
 */
async function admitByKey(gates: string[]): Promise<{ any: boolean; held: Set<string> }> {
  const held = new Set<string>()
  let any = false
  for (let open = gates; open.length > 0;) {
    const found = await admitHeads(open)
    open = found.flatMap(({ gate, came }) => (came ? [gate] : []))
    for (const { gate, came } of found) if (!came) held.add(gate)
    any ||= open.length > 0
  }
  return { any, held }
}

const nextOf = (column: string, gate: string) => `(select ${column} from jobs as held
  where state = 'held_key' and held.gate = ${gate} order by held.created_at, held.id limit 1)`
const placedIn = (gate: string) => `(select count(*) from jobs as placed
  where placed.gate = ${gate} and placed.state in ('held_name', 'waiting', 'running'))`

function admitHeads(gates: string[]): Promise<{ gate: string; came: boolean | number }[]> {
  const heads = `select ${freeOne(nextOf('id', 'wanted.gate'))} from wanted`
  const wanted = `wanted(gate) as (values ${gates.map(() => '(?)').join()})`
  const update = (isHead: string) => `update jobs set run_at = ${present()},
      state = case when limit_of_name is null then 'waiting' else 'held_name' end
    where id ${isHead} and state = 'held_key' and limit_of_key > ${placedIn('jobs.gate')}`
  if (dialect() === 'sqlite') {
    return sql(`with ${wanted} ${update(`in (${heads})`)} returning gate, true as came`, gates)
  }
  return sql(
    `with ${wanted}, came as (${update(`= any(array(${heads}))`)} returning gate)
     select gate, true as came from came
     union all
     select gate, false from wanted where gate not in (select gate from came)
       and ${nextOf('limit_of_key', 'wanted.gate')} > ${placedIn('wanted.gate')}`,
    gates
  )
}

/** First the tenant that has the fewest places, of several the next one behind whose turn is over. */
async function admitByName(
  name: string,
  lastTenant: string
): Promise<{ any: boolean; isHeld: boolean }> {
  const placed = await placedByTenant(name)
  const before = sum(placed)
  let total = before
  let isHeld = false
  let tenants = await tenantsInLine(name, lastTenant)
  while (tenants.length > 0) {
    const counts = tenants.map((tenant) => placed.get(tenant) ?? 0)
    const tenant = tenants[counts.indexOf(Math.min(...counts))]!
    const [head] = await sql<{ id: string; limit_of_name: number }>(
      `select id, limit_of_name from jobs where id = ${freeOne(`(select id from jobs
         where state = 'held_name' and name = ? and ${tenantColumn} = ? order by ${inLine()} limit 1)`)}`,
      [name, tenant]
    )
    if (!head) {
      isHeld = true
      tenants = tenants.filter((other) => other !== tenant)
      continue
    }
    if (total >= head.limit_of_name) break
    await sql(
      `update jobs set state = 'waiting', run_at = ${present()} where id = ? returning id`,
      [head.id]
    )
    placed.set(tenant, (placed.get(tenant) ?? 0) + 1)
    total++
  }
  return { any: total > before, isHeld }
}

/** The oldest first, as the index has them: PostgreSQL must be told of all its columns, SQLite must not. */
function inLine(): string {
  return `${dialect() === 'postgres' ? `name, ${tenantColumn},` : ''} created_at, id`
}

async function placedByTenant(name: string): Promise<Map<string, number>> {
  const rows = await sql<{ tenant: string; total: number }>(
    `select ${tenantColumn} as tenant, count(*) as total from jobs
     where name = ? and limit_of_name is not null and state in ('waiting', 'running')
     group by ${tenantColumn}`,
    [name]
  )
  return new Map(rows.map(({ tenant, total }) => [tenant, Number(total)]))
}

function sum(counts: Map<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0)
}

/** Tenants with jobs behind the limit of this name, those behind `last` first. */
async function tenantsInLine(name: string, last: string): Promise<string[]> {
  const from = (behind: string) =>
    hop(tenantColumn, `state = 'held_name' and name = ?`, { behind, fixed: [name] })
  const behind = await from(last)
  const others = last === '' || behind.length >= inSight ? [] : await from('')
  return [...new Set([...behind, ...others])]
}

/**
 * Places that held jobs wait for, of the lines behind `behind`: the net under what should have been
 * told. Empty when there is none behind it.
 */
export async function heldPlaces(behind: string): Promise<Place[]> {
  const gates = await hop('gate', `state = 'held_key'`, { behind, fixed: [] })
  const names = await hop('name', `state = 'held_name'`, { behind: '', fixed: [] })
  return [
    ...gates.map(placeOfGate),
    ...names.map((name) => ({ name, gate: null, lastTenant: null })),
  ]
}
