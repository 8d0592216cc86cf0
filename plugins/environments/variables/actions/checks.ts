import { conflict, invalid, refusedFields, text } from '@crossdock/kernel/http'
import { recordEvent } from '@crossdock/kernel/events'
import { TenantEnvironment } from '../../models/tenant_environment.js'
import { refusedPlaces, VariableRefused } from '../../contracts/index.js'
import type { variableCreated } from '../event_types.js'
import type { EnvironmentVariable } from '../models/environment_variable.js'
import type { StoredVariable } from '../queries/known_variables.js'
import { resolving } from '../resolve.js'
import { readableValue } from '../sealing.js'

/** More would be no list any more, and each call would read them all. */
const most = 500

/** One change at a time in an environment: variables are counted, and two could refer to each other. SQLite has one writer anyway. */
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
 * Refuses a value with a misspelled placeholder, a circle, a chain that is too deep or a text that is
 * too long. Checks the variables that refer to it, too. A missing variable may be added later: calls
 * are refused until then.
 * @param others those of the environment as they are
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
  const resolve = resolving((wanted) => {
    const found = opened.get(wanted) ?? valueOf(wanted)
    opened.set(wanted, found)
    return found
  })
  for (const one of [name, ...others.keys()]) {
    try {
      resolve(one)
    } catch (error) {
      if (!(error instanceof VariableRefused)) throw error
      // What is wrong with others already does not keep this one from being put right.
      if (error.path.includes(name)) throw invalid('value', error.text, 'refers')
    }
  }
}

export async function tell(
  type: typeof variableCreated,
  { id, name, isSecret }: EnvironmentVariable
): Promise<void> {
  await recordEvent(type, {
    target: { type: 'environment_variable', id },
    payload: { name, isSecret },
  })
}
