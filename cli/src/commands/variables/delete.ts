import type { Factory } from '../../factory.js'
import { findVariable, variablesPath } from '../../api/variables.js'

export interface DeleteVariableOptions {
  yes?: boolean
}

/** Deletes a variable. The server refuses and lists the uses when it is used. */
export async function deleteVariable(
  factory: Factory,
  name: string,
  { yes = false }: DeleteVariableOptions
): Promise<void> {
  const api = await factory.api()
  const path = variablesPath(factory)
  const variable = await findVariable(api, path, name)
  await factory.prompter.assertSure(yes, `Delete the variable ${name}?`)
  await api.delete(`${path}/${variable.id}`)
  if (factory.flags.json) return factory.printJson(variable)
  factory.say(`Deleted the variable ${name}.`)
}
