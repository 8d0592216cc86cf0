/**
 * Waiting jobs queue in lanes: one per tenant, and one per outside system (target) that the tenant's jobs wait
 * to call, so that a slow system does not block other jobs.
 */

/** Takes the place of the tenant in the lane of jobs without a tenant. */
const noTenant = '-'
const separator = '/'

/** Key of the fair distribution. */
export function tenantOf(job: { tenant_id: string | null }): string {
  return job.tenant_id ?? noTenant
}

export function laneOf(tenantId: string | null, target?: string | null): string {
  const tenant = tenantOf({ tenant_id: tenantId })
  return target ? `${tenant}${separator}${target}` : tenant
}

/** Whether jobs of this lane start with a call to an outside system. */
export function hasTarget(lane: string): boolean {
  return lane.includes(separator)
}

/** Lanes of a tenant and its targets sort before this value. */
export function endOfLanes(tenant: string): string {
  return `${tenant}${String.fromCharCode(separator.charCodeAt(0) + 1)}`
}
