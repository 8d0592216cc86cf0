import { newId } from '../database/ids.js'
import { present, skipLocked, sql } from '../jobs/sql.js'
import { asOperator, inTenant } from '../tenancy/switch.js'
import type { Key } from './key.js'
import { assertRoom, keptMs, makeRoom } from './room.js'

/** A row of ours. Its id is the fence: whoever takes the key over makes a row of their own. */
export interface Claim extends Key {
  id: string
}

/** What is known of the request that came with the same key before. */
export interface Earlier {
  id: string
  fingerprint: string
  /** Sealed; null while there is none, and where none could be kept. */
  answer: string | null
  /** Somebody works on it. */
  held: boolean
}

/** Who has not said so for this long works on it no longer. */
export const leaseMs = 30_000

/** Rows of no tenant are the operator's. */
function inScope<T>({ tenantId }: Key, work: () => Promise<T>): Promise<T> {
  return tenantId === null
    ? asOperator('the key belongs to somebody outside of any tenant', work)
    : inTenant(tenantId, work)
}

const held = () => `(lease_until is not null and lease_until > ${present()})`
const outdated = () => `created_at < ${present(-keptMs)}`
const free = () => `not ${held()} and (not committed and answer is null or ${outdated()})`

/** A row, unless the transaction of somebody else is about to change it. */
const unlocked = (condition: string) =>
  `id = (select id from idempotency_keys where id = ? and ${condition} ${skipLocked()})`

/**
 * Begins a request, or finds the one that came before with its key. What has ended without a trace,
 * or is older than answers are kept, gives way.
 * @throws Problem 429 for a new key when the tenant has too many
 */
export function claim(key: Key): Promise<Claim | Earlier> {
  return inScope(key, async () => {
    for (;;) {
      // First of all: an insert would wait for the transaction that holds the row, a look does not.
      const earlier = await find(key)
      if (!earlier) {
        await assertRoom(key.tenantId)
        const id = await insert(key)
        if (id) return { ...key, id }
        continue
      }
      if (!earlier.free) return earlier
      const sent = `delete from idempotency_keys where ${unlocked(free())} returning id`
      const [gone] = await sql(sent, [earlier.id])
      // Somebody else took it over, or a transaction of the one before is still open.
      if (!gone) return { ...earlier, held: true }
    }
  })
}

async function insert({ tenantId, caller, key, fingerprint }: Key): Promise<string | undefined> {
  const [row] = await sql<{ id: string }>(
    `insert into idempotency_keys (id, tenant_id, created_at, caller, key, fingerprint, lease_until)
     values (?, ?, ${present()}, ?, ?, ?, ${present(leaseMs)}) on conflict do nothing returning id`,
    [newId(), tenantId, caller, key, fingerprint]
  )
  return row?.id
}

async function find({
  tenantId,
  caller,
  key,
}: Key): Promise<(Earlier & { free: boolean }) | undefined> {
  const [row] = await sql<Earlier & { free: boolean }>(
    `select id, fingerprint, answer, ${held()} as held, ${free()} as free
     from idempotency_keys where coalesce(tenant_id, '-') = ? and caller = ? and key = ?`,
    [tenantId ?? '-', caller, key]
  )
  if (!row) return undefined
  // SQLite has 0 and 1.
  return { ...row, held: Boolean(row.held), free: Boolean(row.free) }
}

/** Says that we still work on it. */
export async function prolong(claimed: Claim): Promise<void> {
  const sent = `update idempotency_keys set lease_until = ${present(leaseMs)}
    where ${unlocked('lease_until is not null')}`
  await inScope(claimed, () => sql(sent, [claimed.id]))
}

/** Part of the effect's own commit. @returns false when somebody else has taken the key over */
export function mark(claimed: Claim): Promise<boolean> {
  const sent = 'update idempotency_keys set committed = true where id = ? returning id'
  return inScope(claimed, async () => (await sql(sent, [claimed.id])).length > 0)
}

/** Keeps the answer; null when it cannot be kept, which makes the request one that was done. */
export async function keep(claimed: Claim, answer: string | null): Promise<void> {
  const sent = `update idempotency_keys set answer = ?, bytes = ?,
    committed = ${answer === null ? 'true' : 'committed'}, lease_until = null where id = ?`
  await inScope(claimed, async () => {
    await sql(sent, [answer, answer?.length ?? 0, claimed.id])
    if (answer !== null) await makeRoom(claimed.tenantId)
  })
}

/**
 * After a failure: what stored nothing may be sent again. A transaction that may still be open on
 * the server is not waited for; what came of it is looked up when the key comes again.
 */
export async function giveBack(claimed: Claim): Promise<void> {
  await inScope(claimed, async () => {
    const { id } = claimed
    await sql(`delete from idempotency_keys where ${unlocked('not committed')}`, [id])
    await sql(`update idempotency_keys set lease_until = null where ${unlocked('true')}`, [id])
  })
}

/** Nobody works on anything any more: for SQLite's one process, when it starts. */
export async function endLeases(): Promise<void> {
  await asOperator('requests of the process before this one', () =>
    sql('update idempotency_keys set lease_until = null where lease_until is not null')
  )
}

/** On SQLite everybody waits for a deletion. */
const purgedAtOnce = 500

/** Forgets what is older than answers are kept. */
export async function purge(): Promise<void> {
  const sent = `delete from idempotency_keys where id in (
    select id from idempotency_keys where ${outdated()} and not ${held()}
    order by created_at limit ${purgedAtOnce}) returning id`
  await asOperator('keys of all tenants grow old', async () => {
    let gone: number
    do gone = (await sql(sent)).length
    while (gone === purgedAtOnce)
  })
}
