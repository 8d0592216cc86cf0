import { clock } from '@crossdock/kernel/database'
import { enqueue, hastenJob } from '@crossdock/kernel/jobs'
import { invalid, text } from '@crossdock/kernel/http'
import { settings } from '@crossdock/kernel/settings'
import { asOperator } from '@crossdock/kernel/tenancy'
import { tenantDeletionPlanned, tenantRestored } from '../event_types.js'
import { deleteTenant } from '../jobs/names.js'
import type { Tenant } from '../models/tenant.js'
import { moveTenant, named, tell } from './change_tenant.js'

const day = 24 * 60 * 60_000

/**
 * Closes a tenant, and has it deleted with everything of it after the grace period.
 * @param confirm its subdomain
 * @throws Problem 404, 409 for one that is to be deleted already, 422 unless it is confirmed
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
    await tell(tenantDeletionPlanned, tenant, { ...named(tenant), deletesAt })
    await asOperator('the work on a whole tenant is the operator’s', async () => {
      const added = await enqueue(deleteTenant, { tenantId: id }, { runAt: end, uniqueKey: id })
      // One of a deletion that was taken back: it looks itself when the tenant goes.
      if (added === null) await hastenJob(deleteTenant.name, id)
    })
  })
}

/** Takes the deletion of a tenant back: it is as it was. @throws Problem 404, 409 for one that is not to be deleted, or is being deleted */
export function restoreTenant(id: string): Promise<Tenant> {
  const move = {
    from: ['deleting'],
    to: ({ statusBefore }: Tenant) => ({
      ...{ status: statusBefore ?? 'active', statusBefore: null, deletesAt: null },
    }),
  }
  return moveTenant(id, move, (tenant) =>
    tell(tenantRestored, tenant, { ...named(tenant), status: tenant.status })
  )
}

const unconfirmed = (subdomain: string) =>
  invalid(
    'confirm',
    text('Give the subdomain of the tenant, {subdomain}, to confirm that it is to be deleted.', {
      subdomain,
    }),
    'confirmed'
  )
