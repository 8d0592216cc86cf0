import { newId, transaction } from '@crossdock/kernel/database'
import { conflict, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { currentContext } from '@crossdock/kernel/tenancy'
import { variableCreated } from '../event_types.js'
import { EnvironmentVariable } from '../models/environment_variable.js'
import { storedVariables } from '../queries/known_variables.js'
import { sealedValue } from '../sealing.js'
import type { createVariableBody } from '../validators/variables.js'
import { lockVariables, refuseCircle, refuseTooMany, recordVariableEvent } from './checks.js'

/**
 * Creates a variable.
 * @throws Problem 409 for a taken name and at the maximum number, 422 for a circular reference
 */
export async function createVariable(
  environmentId: string,
  { name, value, isSecret = false, description }: Output<typeof createVariableBody>
): Promise<EnvironmentVariable> {
  return transaction(async () => {
    await lockVariables(environmentId)
    const others = await storedVariables(environmentId)
    if (others.has(name)) throw taken(name)
    refuseTooMany(others)
    refuseCircle(name, value, others)
    const id = newId()
    const variable = await EnvironmentVariable.create({
      id,
      environmentId,
      name,
      isSecret,
      value: isSecret ? null : value,
      sealed: isSecret ? sealedValue(id, value) : null,
      description: description || null,
      updatedBy: currentContext().actor.userId,
    })
    await recordVariableEvent(variableCreated, variable)
    return variable
  })
}

const taken = (name: string) =>
  conflict(
    'E_NAME_TAKEN',
    text('There is a variable {name} in this environment already. Change that one.', { name }),
    'name'
  )
