import { holds } from '@crossdock/kernel/tenancy'
import {
  environmentsRead,
  variablesIn,
  variableUsers,
  type VariableUse,
} from '../../contracts/index.js'
import { readableValue } from '../sealing.js'
import type { Uses } from '../transformers/variable.js'
import { storedVariables } from './known_variables.js'

const mostShown = 20

/**
 * Returns the uses of variables in the context's environment, by the name of the variable. Reads the rows that
 * may use variables (see `VariableUser`) once for a whole page of variables.
 */
export async function variableUses(environmentId: string): Promise<(name: string) => Uses> {
  const found = new Map<string, Uses>()
  const note = ({ type, id, name, variables }: VariableUse, isVisible: boolean) => {
    for (const variable of variables) {
      const uses = found.get(variable) ?? { count: 0, shown: [] }
      uses.count++
      if (isVisible && uses.shown.length < mostShown) uses.shown.push({ type, id, name })
      found.set(variable, uses)
    }
  }
  for (const [, { permission, uses }] of variableUsers.entries()) {
    for (const use of await uses()) note(use, holds(permission))
  }
  for (const use of await ofVariables(environmentId)) note(use, holds(environmentsRead))
  return (name) => found.get(name) ?? { count: 0, shown: [] }
}

async function ofVariables(environmentId: string): Promise<VariableUse[]> {
  const stored = [...(await storedVariables(environmentId)).values()]
  return stored.map((variable) => ({
    type: 'variable',
    id: variable.id,
    name: variable.name,
    variables: variablesIn(readableValue(variable)),
  }))
}
