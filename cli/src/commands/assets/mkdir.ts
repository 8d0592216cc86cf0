import { makeFolder, makeFolders } from '../../assets/folders.js'
import type { Factory } from '../../factory.js'

/** Creates a folder. With `parents`, also creates its parents and accepts an existing folder. */
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
