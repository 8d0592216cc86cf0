import { conflict, Problem, text } from '@crossdock/kernel/ground'
import { lineages, type Ancestor } from '../tree/lineage.js'
import { closedFolders } from './closed.js'

/** Whether a path from the top level goes through one of these folders. */
export const passesThrough = (path: readonly { id: string }[], closed: ReadonlySet<string>) =>
  path.some(({ id }) => closed.has(id))

/** @throws Problem 403 when the caller may only read there */
export async function assertWritable(path: readonly Ancestor[]): Promise<void> {
  const closed = await closedFolders('write')
  const folder = path.find(({ id }) => closed.has(id))
  if (!folder) return
  const message = text('You may read "{name}", but not change anything in it.', {
    name: folder.name,
  })
  throw new Problem(403, 'E_FOLDER_READ_ONLY', message)
}

/**
 * Refuses an operation on assets if a folder below them is closed to the caller, because it would affect that
 * folder, too.
 * @throws Problem 409
 */
export async function assertOpenBelow(
  level: 'read' | 'write',
  assets: readonly { id: string; name: string; type: string }[]
): Promise<void> {
  const folders = new Map(
    assets.filter(({ type }) => type === 'folder').map((one) => [one.id, one])
  )
  if (folders.size === 0) return
  const paths = await lineages([...(await closedFolders(level))])
  for (const path of paths.values()) {
    const within = path.find(({ id }) => folders.has(id))
    if (!within) continue
    throw conflict('E_FOLDER_CLOSED', messages[level](within))
  }
}

/**
 * Whether a folder that the caller may not open is at a path, above it or below it.
 * @param names from the top level down
 */
export async function isClosedAround(
  level: 'read' | 'write',
  names: readonly string[]
): Promise<boolean> {
  const paths = await lineages([...(await closedFolders(level))])
  return [...paths.values()].some(
    (path) =>
      path.length > 0 && path.slice(0, names.length).every(({ name }, at) => name === names[at])
  )
}

const messages = {
  read: ({ name }: Ancestor) =>
    text('"{name}" contains a folder that you may not open. Choose its other contents instead.', {
      name,
    }),
  write: ({ name }: Ancestor) =>
    text('"{name}" contains a folder that you may not change. Choose its other contents instead.', {
      name,
    }),
}
