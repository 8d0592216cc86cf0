import { changeAll, resolveAssets } from '../../assets/several.js'
import type { Factory } from '../../factory.js'

/**
 * Moves files and folders to the trash; if one fails, none is moved. Asks for no confirmation, because they can be
 * restored.
 */
export async function trashAssets(factory: Factory, typed: string[]): Promise<void> {
  const api = await factory.api()
  const trashed = await changeAll(api, 'trash', await resolveAssets(api, typed))
  if (factory.flags.json) return factory.printJson(trashed)
  for (const { path, id } of trashed) factory.say(`Moved ${path} to the trash, id ${id}.`)
}
