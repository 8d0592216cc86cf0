import { makeFolder, makeFolders } from '../../assets/folders.js'
import type { Factory } from '../../factory.js'

/** Makes a folder; with `parents` also those it lies in, and it may be there already. */
export async function makeDirectory(
  factory: Factory,
  path: string,
  options: { parents?: boolean }
): Promise<void> {
  const api = await factory.api()
  const steps = options.parents ? await makeFolders(api, path) : [await makeFolder(api, path)]
  if (factory.flags.json) return factory.printJson(steps.at(-1)?.folder)
  for (const { path, folder, isNew } of steps) {
    if (isNew) factory.say(`Created the folder ${path}, id ${folder.id}.`)
  }
}
