import { newId } from '../database/rows/ids.js'
import { present, skipLocked, sql } from '../jobs/sql.js'
import { asOperator, inTenant } from '../tenancy/switch.js'
import type { Key } from './key.js'
import { assertRoom, keptMs, makeRoom } from './room.js'

/** This request's row. Its id is the fence: a request that takes the key over creates its own row. */
export interface Claim extends Key {
  id: string
}

/** The earlier request with the same key. */
export interface Earlier {
  id: string
  fingerprint: string
  /** Sealed; null while there is none, and if it could not be kept. */
  answer: string | null
  /** Whether a process works on the request. */
  held: boolean
}

/** Lease time: a process that does not renew it no longer works on the request. */
export const leaseMs = 30_000

/** Rows without a tenant belong to the operator. */
function inScope<T>({ tenantId }: Key, work: () => Promise<T>): Promise<T> {
  return tenantId === null ? asOperator('a key outside any tenant', work) : inTenant(tenantId, work)
}

const held = () => `(lease_until is not null and lease_until > ${present()})`
const outdated = () => `created_at < ${present(-keptMs)}`
const free = () => `not ${held()} and (not committed and answer is null or ${outdated()})`

/** A row, unless another transaction has locked it. */
const unlocked = (condition: string) =>
  `id = (select id from idempotency_keys where id = ? and ${condition} ${skipLocked()})`

/**
 * Begins a request, or finds the earlier one with its key. A request that ended without an effect, or is older
 * than the retention, is replaced.
 * @throws Problem 429 for a new key when the tenant has too many
 */
export function claim(key: Key): Promise<Claim | Earlier> {
  return inScope(key, async () => {
    for (;;) {
      // Read first: an insert would wait for the transaction that holds the row, a read does not.
      const earlier = await findEarlier(key)
      if (!earlier) {
        await assertRoom(key.tenantId)
        const id = await insert(key)
        if (id) return { ...key, id }
        continue
      }
      if (!earlier.free) return earlier
      const sent = `delete from idempotency_keys where ${unlocked(free())} returning id`
      const [gone] = await sql(sent, [earlier.id])
      // Another request took it over, or a transaction of the earlier one is still open.
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

async function findEarlier({
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
  // SQLite returns 0 and 1.
  return { ...row, held: Boolean(row.held), free: Boolean(row.free) }
}

/** Renews the lease. */
export async function renewLease(claimed: Claim): Promise<void> {
  const sent = `update idempotency_keys set lease_until = ${present(leaseMs)}
    where ${unlocked('lease_until is not null')}`
  await inScope(claimed, () => sql(sent, [claimed.id]))
}

/**
 * Marks the request as done, in the transaction of its effect.
 * @returns false when another request has taken the key over
 */
export function markCommitted(claimed: Claim): Promise<boolean> {
  const sent = 'update idempotency_keys set committed = true where id = ? returning id'
  return inScope(claimed, async () => (await sql(sent, [claimed.id])).length > 0)
}

/** Stores the answer; null if it cannot be kept, which marks the request as done. */
export async function storeAnswer(claimed: Claim, answer: string | null): Promise<void> {
  const sent = `update idempotency_keys set answer = ?, bytes = ?,
    committed = ${answer === null ? 'true' : 'committed'}, lease_until = null where id = ?`
  await inScope(claimed, async () => {
    await sql(sent, [answer, answer?.length ?? 0, claimed.id])
    if (answer !== null) await makeRoom(claimed.tenantId)
  })
}

/**
 * Ends the claim after a failure, so that a request without an effect may be sent again. A transaction that may
 * still be open on the server is not awaited; its result is checked when the key is used again.
 */
export async function releaseClaim(claimed: Claim): Promise<void> {
  await inScope(claimed, async () => {
    const { id } = claimed
    await sql(`delete from idempotency_keys where ${unlocked('not committed')}`, [id])
    await sql(`update idempotency_keys set lease_until = null where ${unlocked('true')}`, [id])
  })
}

/** Ends all leases: for SQLite's single process, when it starts. */
export async function endLeases(): Promise<void> {
  await asOperator('requests of the process before this one', () =>
    sql('update idempotency_keys set lease_until = null where lease_until is not null')
  )
}

/** Keys deleted per statement. On SQLite all other requests wait for a deletion. */
const purgedAtOnce = 500

/** Deletes keys older than the retention of answers. */
export async function purgeKeys(): Promise<void> {
  const sent = `delete from idempotency_keys where id in (
    select id from idempotency_keys where ${outdated()} and not ${held()}
    order by created_at limit ${purgedAtOnce}) returning id`
  await asOperator('keys of all tenants grow old', async () => {
    let gone: number
    do gone = (await sql(sent)).length
    while (gone === purgedAtOnce)
  })
}
