import type { Factory } from '../../factory.js'
import { printDetails } from '../../output/details.js'
import { formatRelative } from '../../output/format.js'
import { findTenant } from './find.js'

/** Shows a tenant: its figures, and its status with the reason, the time and the person. */
export async function showTenant(factory: Factory, typed: string): Promise<void> {
  const tenant = await findTenant(await factory.api(), typed)
  if (factory.flags.json) return factory.printJson(tenant)
  const { statusChangedAt: changedAt, statusChangedBy: changedBy, deletesAt } = tenant
  printDetails(factory, [
    ['Name', tenant.name],
    ['Subdomain', tenant.subdomain],
    ['Status', tenant.status],
    ['Reason', tenant.statusReason],
    ['Changed', changedAt && `${formatRelative(changedAt)} by ${changedBy ?? 'an unknown person'}`],
    ['Deleted', deletesAt && `${deletesAt} unless restored before`],
    ['Users', String(tenant.activeUsers)],
    ['Invited', String(tenant.invitedUsers)],
    ['Assets', String(tenant.totalAssets)],
    ['Storage', tenant.storageUsed],
    ['Last active', formatRelative(tenant.updatedAt)],
    ['Id', tenant.id],
  ])
}
