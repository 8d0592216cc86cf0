import { transaction } from '@crossdock/kernel/database'
import { conflict, text, type Problem } from '@crossdock/kernel/ground'
import { variableDeleted } from '../event_types.js'
import { variableUses } from '../queries/uses.js'
import type { Uses } from '../transformers/variable.js'
import { findVariable } from '../queries/variables.js'
import { lockVariables, recordVariableEvent } from './checks.js'

/** Maximum number of uses that the error names. */
const mostNamed = 5

/**
 * Deletes a variable.
 * @throws Problem 404, 409 that names the objects that use it
 */
export async function deleteVariable(environmentId: string, id: string): Promise<void> {
  await transaction(async () => {
    await lockVariables(environmentId)
    const variable = await findVariable(environmentId, id)
    const uses = (await variableUses(environmentId))(variable.name)
    if (uses.count > 0) throw inUse(variable.name, uses)
    await variable.delete()
    await recordVariableEvent(variableDeleted, variable)
  })
}

function inUse(name: string, { count, shown }: Uses): Problem {
  const named = shown.slice(0, mostNamed)
  const users = named.map((use) => use.name).join(', ')
  const more = count - named.length
  const code = 'E_VARIABLE_USED'
  if (named.length === 0) {
    return conflict(
      code,
      text('{name} is used in {count} places you may not see. Change those first.', { name, count })
    )
  }
  return conflict(
    code,
    more === 0
      ? text('{name} is used by {users}. Change that first.', { name, users })
      : text('{name} is used by {users} and {more} more. Change those first.', {
          name,
          users,
          more,
        })
  )
}
