import type { Factory } from '../../factory.js'
import { findEnvironment, managed } from './find.js'

export async function deleteEnvironment(
  factory: Factory,
  typed: string,
  isSure: boolean
): Promise<void> {
  const api = await factory.apiWithoutEnvironment()
  const environment = await findEnvironment(api, typed)
  const { id, name, displayName } = environment
  await factory.prompter.assertConfirmed(isSure, `Delete the environment ${displayName} (${name})?`)
  await api.delete(`${managed}/${id}`)
  if (factory.flags.json) return factory.printJson(environment)
  factory.say(`Deleted the environment ${displayName} (${name}).`)
  factory.say(`To restore it within 15 minutes: crossdock environments restore ${id}`)
}
