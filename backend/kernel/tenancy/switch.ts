import {
  currentContext,
  newContext,
  peekContext,
  runInContext,
  type Context,
} from '../ground/context.js'
import { useTenantSetting } from '../database/tenant_setting.js'

/** Runs `work` with parts of the context replaced, inside the same open transaction if there is one. */
export async function withContext<T>(part: Partial<Context>, work: () => Promise<T>): Promise<T> {
  const outer = currentContext()
  const inner = { ...outer, ...part }
  if (!outer.trx) return runInContext(inner, work)
  return useTenantSetting(outer.trx, outer, inner, () => runInContext(inner, work))
}

/**
 * Runs `work` as the given tenant; used by jobs, consumers and operator actions. An environment stays only with the tenant
 * whose it is: whoever comes from elsewhere works outside of any, unless `part` names one.
 */
export function inTenant<T>(
  tenantId: string,
  work: () => Promise<T>,
  part: Partial<Context> = {}
): Promise<T> {
  const outer = peekContext()
  const apart = outer?.tenantId === tenantId ? {} : { environmentId: null }
  const tenant = { ...apart, ...part, tenantId, operator: false }
  return outer ? withContext(tenant, work) : runInContext(newContext(tenant), work)
}

/**
 * The one door across tenants: inside, tenant-owned rows of every tenant are visible and writes
 * must name their tenant. What is written there is told by events that carry the actor.
 * `reason` says why in the reader's words; it stands in the code, not in a log.
 */
export function asOperator<T>(reason: string, work: () => Promise<T>): Promise<T> {
  if (!reason) throw new Error('asOperator needs a reason.')
  const operator = { tenantId: null, operator: true }
  return peekContext() ? withContext(operator, work) : runInContext(newContext(operator), work)
}
