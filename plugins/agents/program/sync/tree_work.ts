import { AgentError } from '../errors.js'
import type { Folder } from '../files/folder.js'
import { identOf, isTemporary, markOf } from './marks.js'
import { Stale, type Round, type WorkOf } from './work.js'

/** Creates a folder, or uses the existing folder of that name. */
export async function makeFolder(round: Round, work: WorkOf<'makeFolder'>): Promise<void> {
  const { records, onDirty } = round.deps
  round.assertMayWrite()
  round.assertName(work.name)
  const parentId = round.parent(work.parentId)
  const folder = await round.folderAt(parentId)
  const present = await folder.statOf(work.name)
  if (present && !present.isDirectory()) {
    onDirty(parentId)
    throw new Stale()
  }
  if (!present) {
    await folder.makeFolder(work.name)
    await folder.sync()
  }
  const stats = (await folder.statOf(work.name))!
  const known = records.childNamed(parentId, work.name)
  const id = known?.kind === 'folder' ? known.id : records.newId()
  records.put({
    id,
    parentId,
    name: work.name,
    kind: 'folder',
    ident: identOf(stats),
    mark: '',
    size: 0,
    mtime: 0,
    hash: null,
    base: null,
    trouble: null,
    due: null,
    again: null,
  })
  // An existing folder may contain files, so scan it.
  onDirty(id)
  round.done(work, id)
}

/** Renames or moves a file or folder. */
export async function move(round: Round, work: WorkOf<'move'>): Promise<void> {
  const { records, onDirty } = round.deps
  round.assertMayWrite()
  round.assertName(work.name)
  const parentId = round.parent(work.parentId)
  const now = records.find(work.expected.id)
  // The work was done before, but the agent ended before it could report that.
  if (now && now.parentId === parentId && now.name === work.name) return round.done(work, now.id)
  const { entry, folder } = await round.expected(work.expected)
  if (entry.kind === 'folder' && records.isBelow(parentId, entry.id)) throw new Stale()
  const target = await round.folderAt(parentId)
  const present = await target.statOf(work.name)
  // On a case-insensitive disk, the entry itself may be found under the new spelling.
  if (present && (identOf(present) !== entry.ident || parentId !== entry.parentId)) {
    onDirty(parentId)
    throw new Stale()
  }
  await folder.moveTo(entry.name, target, work.name)
  await target.sync()
  if (target !== folder) await folder.sync()
  const stats = await target.statOf(work.name)
  const isSame = stats && identOf(stats) === entry.ident
  // The rename changed only the metadata time.
  const mark = isSame && entry.kind === 'file' ? markOf(stats) : entry.mark
  const at = { parentId, name: work.name, mark }
  records.put({ ...records.find(entry.id)!, ...at })
  if (!isSame) onDirty(parentId)
  await round.folders.close()
  round.done(work, entry.id)
}

/** Removes the expected version of a file, or an empty folder. */
export async function remove(round: Round, work: WorkOf<'remove'>): Promise<void> {
  const { records, onDirty } = round.deps
  round.assertMayWrite()
  // The work was done before, but the agent ended before it could report that.
  if (!records.find(work.expected.id)) return round.done(work, null)
  const { entry, folder } = await round.expected(work.expected)
  if (entry.kind !== work.kind) throw new Stale()
  if (entry.kind === 'file') await folder.removeFile(entry.name)
  else {
    const inside = await folder.folder(entry.name)
    try {
      await removeTemporary(inside)
    } finally {
      await inside.close()
    }
    try {
      await folder.removeFolder(entry.name)
    } catch (error) {
      const code = error instanceof AgentError && (error.cause as NodeJS.ErrnoException)?.code
      if (code === 'ENOTEMPTY' || code === 'EEXIST') {
        onDirty(entry.id)
        throw new AgentError(
          'E_NOT_EMPTY',
          `The folder "${entry.name}" is kept, because it is not empty.`
        )
      }
      throw error
    }
  }
  await folder.sync()
  records.remove(entry.id)
  round.done(work, null)
}

/** Removes temporary files from a folder that will be deleted. */
async function removeTemporary(folder: Folder): Promise<void> {
  for (const { name } of await folder.entries(() => undefined)) {
    if (isTemporary(name)) await folder.remove(name)
  }
}
