import { clock } from '@crossdock/kernel/database'
import { enqueue, hastenJob } from '@crossdock/kernel/jobs'
import { invalid, text } from '@crossdock/kernel/ground'
import { settings } from '@crossdock/kernel/settings'
import { asOperator } from '@crossdock/kernel/tenancy'
import { tenantDeletionPlanned, tenantRestored } from '../event_types.js'
import { deleteTenant } from '../job_refs.js'
import type { Tenant } from '../models/tenant.js'
import { moveTenant, eventFields, recordForTenant } from './change_tenant.js'

const day = 24 * 60 * 60_000

/**
 * Closes a tenant, and schedules the deletion of all its data after the grace period.
 * @param confirm its subdomain
 * @throws Problem 404; 409 if the deletion is already scheduled; 422 without the right confirmation
 */
export function planDeletion(id: string, confirm: string | undefined): Promise<Tenant> {
  const end = new Date(clock.now() + settings.use().TENANT_GRACE_DAYS * day)
  const deletesAt = end.toISOString()
  const move = {
    from: ['active', 'suspended', 'inactive'],
    to: ({ subdomain, status }: Tenant) => {
      if (confirm !== subdomain) throw unconfirmed(subdomain)
      return { status: 'deleting', statusBefore: status, deletesAt }
    },
  }
  return moveTenant(id, move, async (tenant) => {
    await recordForTenant(tenantDeletionPlanned, tenant, { ...eventFields(tenant), deletesAt })
    await asOperator('work on a whole tenant belongs to the operator', async () => {
      const added = await enqueue(deleteTenant, { tenantId: id }, { runAt: end, uniqueKey: id })
      // The job of an earlier, canceled deletion still exists. It reads the new date when it runs.
      if (added === null) await hastenJob(deleteTenant.name, id)
    })
  })
}

/**
 * Cancels the deletion of a tenant and restores its status.
 * @throws Problem 404; 409 if no deletion is scheduled, or it has begun
 */
export function restoreTenant(id: string): Promise<Tenant> {
  const move = {
    from: ['deleting'],
    to: ({ statusBefore }: Tenant) => ({
      status: statusBefore ?? 'active',
      statusBefore: null,
      deletesAt: null,
    }),
  }
  return moveTenant(id, move, (tenant) =>
    recordForTenant(tenantRestored, tenant, { ...eventFields(tenant), status: tenant.status })
  )
}

const unconfirmed = (subdomain: string) =>
  invalid(
    'confirm',
    text('Confirm the deletion with the subdomain of the tenant, {subdomain}.', {
      subdomain,
    }),
    'confirmed'
  )
