import { clock } from '../../ground/clock.js'
import { dialect, newId, now } from '../../database/index.js'
import { present, skipLocked, sql } from '../../jobs/sql.js'
import { onPool } from '../index/content_index.js'
import { LeaseEnded } from '../errors.js'

/** How long the bytes of a writer are protected after the last renewal of its lease. */
const lifeMs = 10 * 60_000
/** Writers that begin within this time share a lease. A longer write renews it at this interval. */
const sharedMs = 60_000

/**
 * Protects content of a write from garbage collection, from the first chunk lookup until the rows are
 * committed. A lease is a row in the database, so that other processes see it. Content whose lease has ended
 * cannot be recorded.
 */
export interface Lease {
  readonly id: string
  readonly tenantId: string
  renewedAt: number
}

/**
 * The leases of this process's writers. They cost one statement for each tenant and minute, for any number of
 * writers.
 */
export class Leases {
  /** Newest lease by tenant, in the order in which they began. */
  readonly #latest = new Map<string, { since: number; lease: Promise<Lease> }>()

  constructor(private readonly renewAfterMs: number = sharedMs) {}

  /** Returns a lease for a writer that begins now. */
  take(tenantId: string): Promise<Lease> {
    const since = clock.ticks()
    const latest = this.#latest.get(tenantId)
    if (latest && since - latest.since < sharedMs) return latest.lease
    this.#forgetOld(since)
    const lease = begin(tenantId)
    this.#latest.set(tenantId, { since, lease })
    lease.catch(() => this.forget(tenantId))
    return lease
  }

  /**
   * Renews the lease of a running write if it is due.
   * @throws LeaseEnded
   */
  async keep(lease: Lease): Promise<void> {
    const at = clock.ticks()
    if (at - lease.renewedAt < this.renewAfterMs) return
    const { id, tenantId } = lease
    const renewed = await onPool(tenantId, () =>
      sql(
        `update content_leases set expires_at = ${present(lifeMs)}
         where tenant_id = ? and id = ? returning id`,
        [tenantId, id]
      )
    )
    if (renewed.length === 0) this.#ended(lease)
    lease.renewedAt = at
  }

  /**
   * Locks the lease until the end of the transaction that records the content written under it.
   * @throws LeaseEnded
   */
  async hold(lease: Lease): Promise<void> {
    const shared = dialect() === 'postgres' ? 'for key share' : ''
    const held = await sql(
      `select id from content_leases where tenant_id = ? and id = ? ${shared}`,
      [lease.tenantId, lease.id]
    )
    if (held.length === 0) this.#ended(lease)
  }

  /** The next writer of the tenant gets a new lease. */
  forget(tenantId: string): void {
    this.#latest.delete(tenantId)
  }

  #ended({ tenantId }: Lease): never {
    this.forget(tenantId)
    throw new LeaseEnded()
  }

  #forgetOld(at: number): void {
    for (const [tenantId, { since }] of this.#latest) {
      if (at - since < sharedMs) return
      this.#latest.delete(tenantId)
    }
  }
}

function begin(tenantId: string): Promise<Lease> {
  const lease = { id: newId(), tenantId, renewedAt: clock.ticks() }
  return onPool(tenantId, async () => {
    await endExpired(tenantId)
    await sql(
      `insert into content_leases (id, tenant_id, created_at, expires_at, epoch)
       values (?, ?, ?, ${present(lifeMs)},
         coalesce((select epoch from content_epochs where tenant_id = ?), 0))`,
      [lease.id, tenantId, now(), tenantId]
    )
    return lease
  })
}

/**
 * Deletes expired leases, and those that a fast clock made too long. Skips a lease that a recording transaction
 * has locked.
 */
export async function endExpired(tenantId: string): Promise<void> {
  await sql(
    `delete from content_leases where tenant_id = ? and id in (
       select id from content_leases where tenant_id = ?
         and (expires_at < ${present()} or expires_at > ${present(2 * lifeMs)}) ${skipLocked()})`,
    [tenantId, tenantId]
  )
}
