import { lockSpace } from '../database/advisory_locks.js'
import { afterCommit, dialect, transaction } from '../database/database.js'
import { announce } from './announce.js'
import { readDistinct, lanesPerStatement } from './hop.js'
import { placeOfGate } from './limits.js'
import { present, skipLocked, sql } from './sql.js'
import type { Place } from './wake.js'

const tenantColumn = `coalesce(tenant_id, '-')`

/**
 * Moves held jobs on to the workers while places are free: by key in the order they were added, by name with
 * the tenants in turn. Only one process at a time assigns places, so the counts read here are reliable. Places
 * freed concurrently are announced by a signal.
 * @returns places to retry, because nothing here waits for a lock: all if another process is admitting, else
 * those whose next job is locked
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
 * Losing an admission in a crash does no harm, so the commit need not wait for the disk. The other settings
 * keep PostgreSQL from reading all held jobs when its statistics are old.
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

/** The names of the limits, each once, with the tenant that just had its turn. */
function namesOf(places: Place[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const { name, lastTenant } of places) {
    if (lastTenant !== null || !names.has(name)) names.set(name, lastTenant ?? '')
  }
  return names
}

/**
 * SQL for the id of a row, or null while the row is locked. A plain `skip locked` would return the next row.
 */
const freeOne = (id: string): string =>
  dialect() === 'postgres' ? `(select id from jobs as free where id = ${id} ${skipLocked()})` : id

/**
 * Admits one job of each line at a time, until no line has a place left.
 * @returns whether any job was admitted, and the lines with a place whose next job is locked. On PostgreSQL, a
 * worker that wanted to promote that job keeps it locked until its statement ends
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

/** Serves the tenant with the fewest places first; among equals, the next one after the last served. */
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

/**
 * Sorts the oldest first, along the index. PostgreSQL needs all columns of the index for that; SQLite must not
 * get them.
 */
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

/** Tenants with jobs behind this name's limit, starting with those after `last`. */
async function tenantsInLine(name: string, last: string): Promise<string[]> {
  const from = (behind: string) =>
    readDistinct(tenantColumn, `state = 'held_name' and name = ?`, { behind, fixed: [name] })
  const behind = await from(last)
  const others = last === '' || behind.length >= lanesPerStatement ? [] : await from('')
  return [...new Set([...behind, ...others])]
}

/**
 * Places that held jobs wait for, in lines after `behind`: the fallback for lost signals. Empty when there are
 * none after it.
 */
export async function heldPlaces(behind: string): Promise<Place[]> {
  const gates = await readDistinct('gate', `state = 'held_key'`, { behind, fixed: [] })
  const names = await readDistinct('name', `state = 'held_name'`, { behind: '', fixed: [] })
  return [
    ...gates.map(placeOfGate),
    ...names.map((name) => ({ name, gate: null, lastTenant: null })),
  ]
}
