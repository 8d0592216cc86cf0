import { conflict, Problem, text } from '@crossdock/kernel/http'
import { lineages, type Ancestor } from '../queries/lineage.js'
import { closedFolders } from './closed.js'

/** Whether a way from the top level down to something goes through one of these folders. */
export const leadsThrough = (path: readonly { id: string }[], closed: ReadonlySet<string>) =>
  path.some(({ id }) => closed.has(id))

/** @throws Problem 403 where the caller may read what is there, and not change it */
export async function assertWritable(path: readonly Ancestor[]): Promise<void> {
  const closed = await closedFolders('write')
  const folder = path.find(({ id }) => closed.has(id))
  if (!folder) return
  const message = text('You may read what is in "{name}", and change nothing there.', {
    name: folder.name,
  })
  throw new Problem(403, 'E_FOLDER_READ_ONLY', message)
}

/**
 * What is done to a folder as a whole is done to what lies in it: refused while somewhere below is a folder the caller
 * may not do it to. @throws Problem 409
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
 * Whether a folder that is closed to the caller lies at a path, above it or below it.
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
    text('In "{name}" lies a folder you may not open. Choose what is beside it.', { name }),
  write: ({ name }: Ancestor) =>
    text('In "{name}" lies a folder you may not change. Choose what is beside it.', { name }),
}
