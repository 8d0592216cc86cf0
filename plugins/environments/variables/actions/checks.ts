import { conflict, invalid, refusedFields, text } from '@crossdock/kernel/ground'
import { recordEvent } from '@crossdock/kernel/events'
import { TenantEnvironment } from '../../models/tenant_environment.js'
import { refusedPlaces, VariableRefused } from '../../contracts/index.js'
import type { variableCreated } from '../event_types.js'
import type { EnvironmentVariable } from '../models/environment_variable.js'
import type { StoredVariable } from '../queries/known_variables.js'
import { createResolver } from '../resolve.js'
import { readableValue } from '../sealing.js'

/** Maximum number of variables: people could not use a longer list, and each call reads all variables. */
const most = 500

/**
 * Allows only one change at a time in an environment, because variables are counted and could refer to each
 * other. SQLite has only one writer anyway.
 */
export async function lockVariables(environmentId: string): Promise<void> {
  await TenantEnvironment.query().where('id', environmentId).forUpdate().first()
}

/** @throws Problem 409 */
export function refuseTooMany({ size }: ReadonlyMap<string, unknown>): void {
  if (size < most) return
  throw conflict(
    'E_TOO_MANY_VARIABLES',
    text('An environment has at most {most} variables. Delete one first.', { most })
  )
}

/**
 * Refuses a value with a misspelled placeholder, a circular reference, a chain that is too deep, or a text that
 * is too long. Also checks the variables that refer to the changed one. A missing variable is accepted, because
 * it may be added later; until then calls are refused.
 * @param others the other variables of the environment with their stored values
 * @throws Problem 422
 */
export function refuseCircle(
  name: string,
  value: string,
  others: ReadonlyMap<string, StoredVariable>
): void {
  const [wrong] = refusedPlaces(value, 'value')
  if (wrong) throw refusedFields([wrong])
  const valueOf = (wanted: string): string => {
    if (wanted === name) return value
    const other = others.get(wanted)
    return other ? readableValue(other) : ''
  }
  const opened = new Map<string, string>()
  const resolve = createResolver((wanted) => {
    const found = opened.get(wanted) ?? valueOf(wanted)
    opened.set(wanted, found)
    return found
  })
  for (const one of [name, ...others.keys()]) {
    try {
      resolve(one)
    } catch (error) {
      if (!(error instanceof VariableRefused)) throw error
      // An error that other variables had before must not prevent the correction of this variable.
      if (error.path.includes(name)) throw invalid('value', error.text, 'refers')
    }
  }
}

export async function recordVariableEvent(
  type: typeof variableCreated,
  { id, name, isSecret }: EnvironmentVariable
): Promise<void> {
  await recordEvent(type, {
    target: { type: 'environment_variable', id },
    payload: { name, isSecret },
  })
}
