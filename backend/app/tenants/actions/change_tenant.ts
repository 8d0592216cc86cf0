import { ask, dialect, now, transaction } from '@crossdock/kernel/database'
import { recordEvent, type EventType } from '@crossdock/kernel/events'
import { notFound } from '@crossdock/kernel/http'
import { asOperator, currentContext, inTenant } from '@crossdock/kernel/tenancy'
import { Tenant } from '../models/tenant.js'
import { otherStatus } from './conflicts.js'

const reason = 'only operators write what belongs to a tenant itself'

/**
 * Changes a tenant in one transaction while nobody else does: of two who want the opposite the second sees what the first
 * has done.
 * @param lock PostgreSQL's. Rows that refer to the tenant may come meanwhile, unless its subdomain changes: that is a key,
 * for which PostgreSQL waits until who wrote such rows has committed. Who waits so while it holds the weaker lock, and one
 * of those then wants the tenant's row, too, is a deadlock. (postgresql.org, "Row-Level Locks")
 * @returns it as it is by then @throws Problem 404
 */
export function changeTenant(
  id: string,
  change: (tenant: Tenant) => Promise<void>,
  lock: 'update' | 'no key update' = 'no key update'
): Promise<Tenant> {
  return asOperator(reason, () =>
    transaction(async () => {
      // SQLite's transaction is the only writer anyway.
      if (dialect() === 'postgres')
        await ask(`select id from tenants where id = ? for ${lock}`, [id])
      const tenant = await Tenant.find(id)
      if (!tenant) throw notFound('There is no tenant with the id "{id}".', id)
      await change(tenant)
      return tenant
    })
  )
}

/** The statuses a tenant may have before, and what it gets. */
interface Move {
  from: readonly string[]
  to: (
    tenant: Tenant
  ) => Partial<Pick<Tenant, 'status' | 'statusReason' | 'statusBefore' | 'deletesAt'>>
}

/**
 * Moves a tenant to another status, and notes who did it and when.
 * @throws Problem 404, 409 for one whose status is another by now
 */
export function moveTenant(
  id: string,
  { from, to }: Move,
  told: (tenant: Tenant) => Promise<void>
): Promise<Tenant> {
  return changeTenant(id, async (tenant) => {
    if (!from.includes(tenant.status) || tenant.deletionBeganAt !== null) throw otherStatus(tenant)
    tenant.merge({
      ...to(tenant),
      statusChangedAt: now(),
      statusChangedBy: currentContext().actor.label,
    })
    await tenant.save()
    await told(tenant)
  })
}

/** Tells the tenant's log, which its operator reads as well. Everybody who is remembered of it is looked at again. */
export async function tell<P extends Record<string, unknown>>(
  type: EventType<P>,
  { id }: Pick<Tenant, 'id'>,
  payload: P
): Promise<void> {
  await inTenant(id, () => recordEvent(type, { target: { type: 'tenant', id }, payload }))
}

/** What events say of a tenant. */
export const named = ({ name, subdomain }: Tenant) => ({ name, subdomain })
