import { transaction } from '@crossdock/kernel/database'
import { invalid, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { isMask } from '@crossdock/kernel/secrets'
import { currentContext } from '@crossdock/kernel/tenancy'
import { variableUpdated } from '../event_types.js'
import type { EnvironmentVariable } from '../models/environment_variable.js'
import { storedVariables } from '../queries/known_variables.js'
import { findVariable } from '../queries/variables.js'
import { openedValue, sealedValue } from '../sealing.js'
import type { updateVariableBody } from '../validators/variables.js'
import { lockVariables, refuseCircle, recordVariableEvent } from './checks.js'

type Changes = Output<typeof updateVariableBody>

/**
 * Changes the given fields. The value of a secret is kept if it is omitted, null or the mask. A session needs a
 * fresh sign-in proof, like a change of credentials. The reason: the variable may be part of a system's base URL
 * or token address, also through another variable, so it could redirect calls with stored credentials to another
 * host.
 * @throws Problem 404, 422 for another name, a secret that would become plain, a circular reference
 */
export async function updateVariable(
  environmentId: string,
  id: string,
  changes: Changes
): Promise<EnvironmentVariable> {
  return transaction(async () => {
    await lockVariables(environmentId)
    const variable = await findVariable(environmentId, id)
    refuseOtherKind(variable, changes)
    const { isSecret = variable.isSecret, description } = changes
    const value = newValue(variable, changes)
    if (value !== undefined) {
      refuseCircle(variable.name, value, await storedVariables(environmentId))
    }
    const becomesSecret = isSecret && !variable.isSecret
    if (value !== undefined || becomesSecret) {
      const kept = value ?? openedValue(variable)
      variable.value = isSecret ? null : kept
      variable.sealed = isSecret ? sealedValue(variable.id, kept) : null
    }
    if (description !== undefined) variable.description = description || null
    variable.isSecret = isSecret
    if (!variable.$isDirty) return variable
    variable.updatedBy = currentContext().actor.userId
    await variable.save()
    await recordVariableEvent(variableUpdated, variable)
    return variable
  })
}

/** Returns the changed value; undefined if the value is kept, because sealing it again would count as a change. */
function newValue(variable: EnvironmentVariable, { value }: Changes): string | undefined {
  if (value === undefined) return undefined
  if (variable.isSecret) return value === null || isMask(value) ? undefined : value
  if (value === null) {
    throw invalid('value', text('Give a value: it may be empty, but not null.'), 'required')
  }
  return value === variable.value ? undefined : value
}

function refuseOtherKind({ name, isSecret }: EnvironmentVariable, changes: Changes): void {
  if (changes.name !== undefined && changes.name !== name) {
    throw invalid(
      'name',
      text('A variable keeps its name, by which it is used. Add {name} and delete {old}.', {
        name: changes.name,
        old: name,
      })
    )
  }
  if (isSecret && changes.isSecret === false) {
    throw invalid(
      'isSecret',
      text('{name} is a secret and stays one. Delete it and add it again to make it readable.', {
        name,
      })
    )
  }
}
