import { ask, dialect, now, transaction } from '@crossdock/kernel/database'
import { recordEvent, type EventType } from '@crossdock/kernel/events'
import { notFound } from '@crossdock/kernel/ground'
import { asOperator, currentContext, inTenant } from '@crossdock/kernel/tenancy'
import { Tenant } from '../models/tenant.js'
import { statusConflict } from './conflicts.js'

const reason = 'only operators write what belongs to a tenant itself'

/**
 * Changes a tenant in one transaction with a lock on its row, so that parallel changes see each other.
 * @param lock PostgreSQL's row lock. Under `no key update` other transactions may insert rows that refer to the
 * tenant. A change of the subdomain needs `update`, because the subdomain is a key and PostgreSQL then waits for
 * these transactions. Upgrading from the weaker lock would deadlock with a transaction that also wants the tenant's
 * row. (postgresql.org, "Row-Level Locks")
 * @returns the tenant after the change
 * @throws Problem 404
 */
export function changeTenant(
  id: string,
  change: (tenant: Tenant) => Promise<void>,
  lock: 'update' | 'no key update' = 'no key update'
): Promise<Tenant> {
  return asOperator(reason, () =>
    transaction(async () => {
      // An SQLite transaction is the only writer anyway.
      if (dialect() === 'postgres')
        await ask(`select id from tenants where id = ? for ${lock}`, [id])
      const tenant = await Tenant.find(id)
      if (!tenant) throw notFound('There is no tenant with the id "{id}".', id)
      await change(tenant)
      return tenant
    })
  )
}

/** The statuses that allow a change of status, and the fields that the change sets. */
interface Move {
  from: readonly string[]
  to: (
    tenant: Tenant
  ) => Partial<Pick<Tenant, 'status' | 'statusReason' | 'statusBefore' | 'deletesAt'>>
}

/**
 * Changes a tenant's status, and stores the time and the actor.
 * @throws Problem 404; 409 if the tenant now has another status
 */
export function moveTenant(
  id: string,
  { from, to }: Move,
  record: (tenant: Tenant) => Promise<void>
): Promise<Tenant> {
  return changeTenant(id, async (tenant) => {
    if (!from.includes(tenant.status) || tenant.deletionBeganAt !== null)
      throw statusConflict(tenant)
    tenant.merge({
      ...to(tenant),
      statusChangedAt: now(),
      statusChangedBy: currentContext().actor.label,
    })
    await tenant.save()
    await record(tenant)
  })
}

/**
 * Records an event in the tenant's log. Its target is the tenant, so every process drops what it has cached about
 * its people.
 */
export async function recordForTenant<P extends Record<string, unknown>>(
  type: EventType<P>,
  { id }: Pick<Tenant, 'id'>,
  payload: P
): Promise<void> {
  await inTenant(id, () => recordEvent(type, { target: { type: 'tenant', id }, payload }))
}

/** The tenant's fields in the payload of events. */
export const eventFields = ({ name, subdomain }: Tenant) => ({ name, subdomain })
