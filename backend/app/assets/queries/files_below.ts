import { invalid, text } from '@crossdock/kernel/ground'
import type { FileBelow } from '../contracts/index.js'
import { closedFolders } from '../folder_permissions/closed.js'
import { depthsBelow, keepEntries, type Entry } from './entries_below.js'
import { findFolder } from './find_folder.js'

/** Limit of files and folders to read, as a multiple of the limit of files. */
const lookedAt = 4

/**
 * The files below a folder in the order of their paths, without files that the caller may not open.
 * @param options.besides a folder to skip
 * @param options.most limit for files; files and folders together may be four times as many
 * @throws Problem 404 for an unknown folder, 422 for too many files
 */
export async function filesBelow(
  folderId: string,
  { most, deep, besides }: { most: number; deep: boolean; besides?: string }
): Promise<FileBelow[]> {
  await findFolder(folderId, 'read')
  const room = most * lookedAt
  const depths = await depthsBelow(folderId, room)
  if (depths.size > room) throw tooMany(most)
  const closed = await closedFolders('read')
  const entries = await keepEntries([...depths.keys()])
  const ways = new Map<string, string[]>([[folderId, []]])
  const files: FileBelow[] = []
  // Folders come before their contents.
  for (const id of depths.keys()) {
    const entry = entries.get(id)
    const way = entry && id !== folderId ? ways.get(entry.parentId ?? '') : undefined
    if (!entry || !way) continue
    if (entry.type === 'file') files.push(fileOf(entry, way))
    else if (deep && !closed.has(id) && id !== besides) ways.set(id, [...way, entry.name])
  }
  if (files.length > most) throw tooMany(most)
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

const fileOf = ({ id, name }: Entry, folders: string[]): FileBelow => ({
  id,
  name,
  folders,
  path: [...folders, name].join('/'),
})

const tooMany = (most: number) =>
  invalid(
    'sourceFolderId',
    text('There are more than {most} files in this folder. Choose folders below it.', { most })
  )
