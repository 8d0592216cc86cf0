import type { BigIntStats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { AgentError, fileError } from '../errors.js'
import type { Folder } from '../files/folder.js'
import { contentMark, identOf, markOf } from './marks.js'
import type { Entry } from './records.js'
import { Stale, type WorkOf } from './work.js'

export type WriteWork = WorkOf<'write'>

/** A complete temporary file next to its final name. */
export interface Ready {
  work: WriteWork
  parentId: string
  folder: Folder
  temporary: string
  before: Entry | undefined
  /** Identifies the written file after it was renamed. */
  written?: string
}

/** Identifies the agent's own file after a rename, which changes only the metadata time. */
export const ownMark = (stats: BigIntStats) => `${identOf(stats)} ${contentMark(markOf(stats))}`

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError'

/** Fills a temporary file, sets its modification time, and syncs its content to disk. */
export async function fillTemporary(
  place: Ready,
  fill: (file: FileHandle) => Promise<void>
): Promise<void> {
  const { folder, temporary, work } = place
  const file = await folder.write(temporary)
  try {
    await fill(file)
    await file.truncate(work.size)
    const stats = place.before && (await folder.statOf(place.before.name))
    // Permissions are not synced: the new file keeps the permissions of the replaced file.
    if (stats) await file.chmod(Number(stats.mode & 0o7777n)).catch(() => undefined)
    if (work.modifiedAt > 0) await file.utimes(new Date(), new Date(work.modifiedAt))
    await file.datasync()
    place.written = ownMark(await file.stat({ bigint: true }))
  } catch (error) {
    throw error instanceof AgentError || error instanceof Stale || isAbort(error)
      ? error
      : fileError(join(folder.path, work.name), error, 'write')
  } finally {
    await file.close()
  }
}

/** @throws AgentError */
export async function writeAt(
  file: FileHandle,
  bytes: Buffer,
  position: number,
  name: string
): Promise<void> {
  try {
    for (let at = 0; at < bytes.length;) {
      at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten
    }
  } catch (error) {
    throw fileError(name, error, 'write')
  }
}
