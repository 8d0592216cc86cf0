import { transaction } from '@crossdock/kernel/database'
import { invalid, text, type Output } from '@crossdock/kernel/http'
import { isMask } from '@crossdock/kernel/secrets'
import { currentContext } from '@crossdock/kernel/tenancy'
import { variableUpdated } from '../event_types.js'
import type { EnvironmentVariable } from '../models/environment_variable.js'
import { storedVariables } from '../queries/known_variables.js'
import { findVariable } from '../queries/variables.js'
import { openedValue, sealedValue } from '../sealing.js'
import type { updateVariableBody } from '../validators/variables.js'
import { lockVariables, refuseCircle, tell } from './checks.js'

type Changes = Output<typeof updateVariableBody>

/**
 * Changes the given fields. The value of a secret stays when it is left out, null or the mask, as it is shown. In a session it
 * takes a fresh proof, as changing credentials does, whatever the variable is used for: it may stand in the base URL of a
 * system or in the address its tokens come from, also through another variable, and so lead calls with stored credentials to
 * another host; and where it is used can change between the look and the commit.
 * @throws Problem 404, 422 for another name, a secret that would become plain, a circle
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
    await tell(variableUpdated, variable)
    return variable
  })
}

/** Undefined when it stays: sealing the same again would be a change. */
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
      text('{name} is a secret and stays one. Delete it and add it anew to make it readable.', {
        name,
      })
    )
  }
}
