import { perApplication } from '../ground/application.js'
import { currentContext } from '../ground/context.js'
import { service } from '../ground/service.js'

/** Implemented by the environments plugin: finds the environment of a request. */
export interface EnvironmentResolver {
  /** @throws Problem 404 when the tenant has no environment `requested` (id or name) */
  resolve(tenantId: string, requested: string | null): Promise<string | null>
}

export const environmentResolver = service<EnvironmentResolver>('environments.resolver')

const tables = perApplication(() => new Set<string>())

/**
 * Registers tables whose rows belong to one environment of their tenant (`environment_id`). A context with an
 * environment reads and writes only its rows of these tables. The plugin host calls this with the declarations
 * of plugins.
 */
export function ownedByEnvironment(names: readonly string[]): void {
  for (const name of names) tables().add(name)
}

export const isEnvironmentOwned = (table: string): boolean => tables().has(table)

/**
 * The environment of a new row: that of the context. Outside any environment it is the one that the row names,
 * or `production` of its tenant.
 * @param given the environment that the row names
 * @throws when the row names another environment than the context's
 */
export async function environmentOfNew(
  table: string,
  given: unknown,
  tenantId: string
): Promise<string | null> {
  const named = typeof given === 'string' ? given : null
  const { operator, environmentId } = currentContext()
  if (operator || environmentId === null) {
    return named ?? (await environmentResolver.use().resolve(tenantId, null))
  }
  if (named !== null && named !== environmentId) refuseOther(table)
  return environmentId
}

/** @throws always: a row cannot change its environment */
export function refuseOther(table: string): never {
  throw new Error(`${table}: a row stays with its environment.`)
}
