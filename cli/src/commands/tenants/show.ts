import type { Factory } from '../../factory.js'
import { printDetails } from '../../output/details.js'
import { formatRelative } from '../../output/format.js'
import { findTenant } from './find.js'

/** How a tenant is: its figures, and its status with why, since when and by whom. */
export async function showTenant(factory: Factory, typed: string): Promise<void> {
  const tenant = await findTenant(await factory.api(), typed)
  if (factory.flags.json) return factory.printJson(tenant)
  const { statusChangedAt: changedAt, statusChangedBy: changedBy, deletesAt } = tenant
  printDetails(factory, [
    ['Name', tenant.name],
    ['Subdomain', tenant.subdomain],
    ['Status', tenant.status],
    ['Reason', tenant.statusReason],
    ['Changed', changedAt && `${formatRelative(changedAt)} by ${changedBy ?? 'somebody'}`],
    ['Deleted', deletesAt && `${deletesAt} unless it is restored before`],
    ['Users', String(tenant.activeUsers)],
    ['Invited', String(tenant.invitedUsers)],
    ['Assets', String(tenant.totalAssets)],
    ['Storage', tenant.storageUsed],
    ['Last active', formatRelative(tenant.updatedAt)],
    ['Id', tenant.id],
  ])
}
