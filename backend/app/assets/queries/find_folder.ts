import { invalid, notFound, text } from '@crossdock/kernel/http'
import { assertWritable, leadsThrough } from '../folder_permissions/checks.js'
import { closedFolders } from '../folder_permissions/closed.js'
import type { Level } from '../models/folder_permissions.js'
import { lineage, type Ancestor } from './lineage.js'

/** Deeper trees are an accident or an attack; every operating system refuses them earlier. */
export const maxDepth = 100

/**
 * The folder something is to be put into, from the top level down; empty for the top level itself.
 * @param level what the caller means to do there
 * @throws Problem 404 when it does not exist, lies in the trash or is closed to them, 403 where they may only read, 422
 *   when it is no folder
 */
export async function findFolder(id: string | null, level: Level = 'write'): Promise<Ancestor[]> {
  if (id === null) return []
  const path = await lineage(id)
  const folder = path.at(-1)
  const isGone = path.some(({ trashedAt }) => trashedAt !== null)
  if (folder === undefined || isGone || leadsThrough(path, await closedFolders('read'))) {
    throw notFound('There is no folder with the id "{id}".', id)
  }
  if (folder.type !== 'folder')
    throw invalid('parentId', text('"{name}" is a file, not a folder.', { name: folder.name }))
  if (level === 'write') await assertWritable(path)
  return path
}

/**
 * Checks the depth of a new folder. The deepest folder still takes files.
 * @param above the folders that contain it, from the top
 * @throws Problem 422
 */
export function assertTakesFolder(above: readonly unknown[]): void {
  if (above.length >= maxDepth) throw tooDeep()
}

export const tooDeep = () =>
  invalid('parentId', text('Folders can lie at most {depth} deep.', { depth: maxDepth }))
