import { invalid, notFound, text } from '@crossdock/kernel/ground'
import { assertWritable, passesThrough } from '../folder_permissions/checks.js'
import { closedFolders } from '../folder_permissions/closed.js'
import type { Level } from '../models/folder_permissions.js'
import { lineage, type Ancestor } from '../tree/lineage.js'

/** Deeper trees are a mistake or an attack. */
export const maxDepth = 100

/**
 * The target folder, as a path from the top level down; empty for the top level itself.
 * @param level what the caller wants to do there
 * @throws Problem 404 when it does not exist, is in the trash or is closed to the caller, 403 when it is read-only, 422
 *   when it is not a folder
 */
export async function findFolder(id: string | null, level: Level = 'write'): Promise<Ancestor[]> {
  if (id === null) return []
  const path = await lineage(id)
  const folder = path.at(-1)
  const isGone = path.some(({ trashedAt }) => trashedAt !== null)
  if (folder === undefined || isGone || passesThrough(path, await closedFolders('read'))) {
    throw notFound('There is no folder with the id "{id}".', id)
  }
  if (folder.type !== 'folder')
    throw invalid('parentId', text('"{name}" is a file, not a folder.', { name: folder.name }))
  if (level === 'write') await assertWritable(path)
  return path
}

/**
 * Checks the depth of a new folder. The deepest folder may still contain files.
 * @param above the folders that contain it, from the top
 * @throws Problem 422
 */
export function assertTakesFolder(above: readonly unknown[]): void {
  if (above.length >= maxDepth) throw tooDeep()
}

export const tooDeep = () =>
  invalid(
    'parentId',
    text('Folders can be nested at most {depth} levels deep.', { depth: maxDepth })
  )
