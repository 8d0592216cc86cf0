import {
  currentContext,
  newContext,
  peekContext,
  runInContext,
  type Context,
} from '../ground/context.js'
import { useTenantSetting } from '../database/wall/tenant_setting.js'

/** Runs `work` with parts of the context replaced, inside the open transaction if there is one. */
export async function withContext<T>(part: Partial<Context>, work: () => Promise<T>): Promise<T> {
  const outer = currentContext()
  const inner = { ...outer, ...part }
  if (!outer.trx) return runInContext(inner, work)
  return useTenantSetting(outer.trx, outer, inner, () => runInContext(inner, work))
}

/**
 * Runs `work` as the given tenant; used by jobs, consumers and operator actions. The environment is kept only
 * within the same tenant. Otherwise `work` runs outside any environment, unless `part` names one.
 */
export function inTenant<T>(
  tenantId: string,
  work: () => Promise<T>,
  part: Partial<Context> = {}
): Promise<T> {
  const outer = peekContext()
  const environment = outer?.tenantId === tenantId ? {} : { environmentId: null }
  const tenant = { ...environment, ...part, tenantId, operator: false }
  return outer ? withContext(tenant, work) : runInContext(newContext(tenant), work)
}

/**
 * The only way across tenants: inside, tenant-owned rows of every tenant are visible and writes must name their
 * tenant. Writes are recorded by events that name the actor. `reason` explains the call to readers of the code;
 * it is not logged.
 */
export function asOperator<T>(reason: string, work: () => Promise<T>): Promise<T> {
  if (!reason) throw new Error('asOperator needs a reason.')
  const operator = { tenantId: null, operator: true }
  return peekContext() ? withContext(operator, work) : runInContext(newContext(operator), work)
}
