import type { Factory } from '../../factory.js'
import { findVariable, variablesPath } from '../../api/variables.js'

export interface DeleteVariableOptions {
  yes?: boolean
}

/** Deletes a variable. If it is in use, the server refuses and lists its uses. */
export async function deleteVariable(
  factory: Factory,
  name: string,
  { yes = false }: DeleteVariableOptions
): Promise<void> {
  const api = await factory.api()
  const path = variablesPath(factory)
  const variable = await findVariable(api, path, name)
  await factory.prompter.assertConfirmed(yes, `Delete the variable ${name}?`)
  await api.delete(`${path}/${variable.id}`)
  if (factory.flags.json) return factory.printJson(variable)
  factory.say(`Deleted the variable ${name}.`)
}
