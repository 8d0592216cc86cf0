import { perApplication } from '../ground/application.js'
import { currentContext } from '../ground/context.js'
import { service } from '../ground/service.js'

/** Implemented by the environments plugin: the environment a request of this tenant works in. */
export interface EnvironmentResolver {
  /** @throws Problem 404 when `requested` (id or name) is none of the tenant's. */
  resolve(tenantId: string, requested: string | null): Promise<string | null>
}

export const environmentResolver = service<EnvironmentResolver>('environments.resolver')

const tables = perApplication(() => new Set<string>())

/**
 * Names tables whose rows belong to one environment of their tenant (`environment_id`). From then on a context that has an
 * environment sees and writes that one's rows alone; the host calls it with what plugins declare.
 */
export function ownedByEnvironment(names: readonly string[]): void {
  for (const name of names) tables().add(name)
}

export const isEnvironmentOwned = (table: string): boolean => tables().has(table)

/**
 * The environment of a new row: the context's; outside of any the one the row names, else `production` of its tenant.
 * @param given what the row names
 * @throws for one that is not the context's
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

/** @throws always: rows stay where they were made. */
export function refuseOther(table: string): never {
  throw new Error(`${table}: a row stays with its environment.`)
}
