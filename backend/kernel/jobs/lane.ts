/**
 * A lane is what waiting jobs line up in: one for each tenant, and one more for each outside system
 * (target) its jobs wait to call, so that those behind a system that hangs stand in nobody's way.
 */

/** Stands for the tenant of jobs that belong to none. */
const noTenant = '-'
const separator = '/'

/** What fairness goes by. */
export function tenantOf(job: { tenant_id: string | null }): string {
  return job.tenant_id ?? noTenant
}

export function laneOf(tenantId: string | null, target?: string | null): string {
  const tenant = tenantOf({ tenant_id: tenantId })
  return target ? `${tenant}${separator}${target}` : tenant
}

/** Whether jobs of this lane are about to call somebody. */
export function hasTarget(lane: string): boolean {
  return lane.includes(separator)
}

/** Lanes of a tenant and its targets sort before this. */
export function behind(tenant: string): string {
  return `${tenant}${String.fromCharCode(separator.charCodeAt(0) + 1)}`
}
