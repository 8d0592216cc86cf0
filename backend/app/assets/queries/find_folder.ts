import { invalid, notFound, text } from '@crossdock/kernel/http'
import { lineage, type Ancestor } from './lineage.js'

/** Deeper trees are an accident or an attack; every operating system refuses them earlier. */
export const maxDepth = 100

/**
 * The folder something is to be put into, from the top level down; empty for the top level itself.
 * @throws Problem 404 when it does not exist or lies in the trash, 422 when it is no folder
 */
export async function findFolder(id: string | null): Promise<Ancestor[]> {
  if (id === null) return []
  const path = await lineage(id)
  const folder = path.at(-1)
  if (folder === undefined || path.some(({ trashedAt }) => trashedAt !== null)) {
    throw notFound('There is no folder with the id "{id}".', id)
  }
  if (folder.type !== 'folder')
    throw invalid('parentId', text('"{name}" is a file, not a folder.', { name: folder.name }))
  if (path.length >= maxDepth) throw tooDeep()
  return path
}

export const tooDeep = () =>
  invalid('parentId', text('Folders can lie at most {depth} deep.', { depth: maxDepth }))
