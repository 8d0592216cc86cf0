import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import type { PackRoom } from './pack_driver.js'

const MiB = 1024 * 1024

/** The stream carried more bytes than its writer may store. */
export class ContentTooLarge extends Problem {
  constructor(readonly maxBytes: number) {
    const message = text(
      'The file is larger than the {maxBytes} bytes allowed here. Nothing was stored.',
      { maxBytes }
    )
    super(413, 'E_CONTENT_TOO_LARGE', message)
  }
}

/** No content of that id belongs to the tenant. */
export class ContentNotFound extends Problem {
  constructor(id: string) {
    super(404, 'E_CONTENT_NOT_FOUND', text('No content {id} is stored for this tenant.', { id }))
  }
}

/** Stored bytes are missing or are not the ones that were written; the message is for the log. */
export class ContentDamaged extends Error {
  override name = 'ContentDamaged'
}

/** The whole pack is not where it was looked for. */
export class PackMissing extends ContentDamaged {
  constructor(pack: string, cause?: unknown) {
    super(`Pack ${pack} is missing.`, { cause })
  }
}

/** What the reader of damaged content is told. */
export class FileDamaged extends Problem {
  constructor(cause: unknown) {
    const message = text(
      'The stored bytes of this file are damaged on the server. Uploading the same file again mends it.'
    )
    super(500, 'E_CONTENT_DAMAGED', message, { cause })
  }
}

/** The disk is full, or its quota is, or what is left is kept back. */
export class NoRoom extends Problem {
  constructor(cause: unknown, room?: PackRoom) {
    const message = room
      ? text(
          'There is no room for this file on the server: {free} MiB are free, and {kept} MiB are kept back so that deleting still works. Nothing was stored.',
          { free: Math.floor(room.freeBytes / MiB), kept: Math.ceil(room.keptBytes / MiB) }
        )
      : text('There is no room for this file on the server. Nothing was stored.')
    super(507, 'E_NO_ROOM', message, { cause })
  }
}

/** The disk can only be read: it was mounted so, or the system has turned it so after a fault. */
export class ReadOnly extends Problem {
  constructor(cause: unknown) {
    const message = text(
      'No file can be written on this server: the disk it keeps them on can only be read. Nothing was stored. Ask its operator to look at it.'
    )
    super(503, 'E_STORAGE_READ_ONLY', message, { cause })
  }
}

/** Content cannot be kept where the settings say; the message tells the operator why, and what to do. */
export class StorageRefused extends Error {
  override name = 'StorageRefused'
}

/**
 * The folder in which content lies is not where it was: it was moved, or its disk is not mounted any more. That says nothing
 * about a single pack.
 */
export class StorageGone extends Problem {
  constructor(path: string, cause: unknown = new Error(`${path} is not the folder it was.`)) {
    const message = text(
      'The place where this server keeps files is gone. Its operator has to bring it back.'
    )
    super(503, 'E_STORAGE_LOST', message, { headers: { 'retry-after': '5' }, cause })
  }
}

/** The bucket in which files are kept refuses, is silent or cannot be reached; the cause is for the log. */
export class StorageAway extends Problem {
  constructor(cause: unknown) {
    const message = text(
      'The storage of files does not answer as it should. Try again in a moment.'
    )
    super(503, 'E_STORAGE_AWAY', message, { headers: { 'retry-after': '5' }, cause })
  }
}

/** A file of the store was deleted, moved or replaced while it was written. */
export class PackLost extends Problem {
  constructor(path: string) {
    const message = text(
      'The server lost the place where this file was being written. Nothing was stored. Send it again.'
    )
    super(503, 'E_STORAGE_LOST', message, {
      headers: { 'retry-after': '1' },
      cause: new Error(`${path} is no longer the file that was opened.`),
    })
  }
}

/** Somebody else goes on with the same upload: the sender lost its connection and came back on another. */
export class DraftTaken extends Problem {
  constructor() {
    const message = text(
      'Another request goes on with this upload. Ask how far it has come before you send more.'
    )
    super(409, 'E_UPLOAD_TAKEN', message)
  }
}

/** What was written is no longer kept for its writer: it waited too long, or the server stood still. */
export class LeaseEnded extends Problem {
  constructor() {
    const message = text(
      'The server took too long over this file and no longer holds it. Nothing was stored. Send it again.'
    )
    super(503, 'E_STORAGE_LEASE', message, { headers: { 'retry-after': '1' } })
  }
}

/** The thread that cuts and hashes has ended in the middle: of what it worked at nothing can be said. */
export class ThreadLost extends Problem {
  constructor(cause: unknown) {
    const message = text(
      'The server lost the thread that works on large files. Nothing was stored. Try again.'
    )
    super(503, 'E_STORAGE_THREAD', message, { headers: { 'retry-after': '1' }, cause })
  }
}

/** The error as its reader should see it. */
export function asStorageError(error: unknown): unknown {
  if (error instanceof ContentDamaged) return new FileDamaged(error)
  const code = (error as NodeJS.ErrnoException | null)?.code
  if (code === 'EROFS') return new ReadOnly(error)
  return code === 'ENOSPC' || code === 'EDQUOT' ? new NoRoom(error) : error
}

/** A content was to be made of chunks that are not stored. */
export class ChunksMissing extends Error {
  constructor(readonly hashes: readonly string[]) {
    super(`${hashes.length} of the chunks are not stored, such as ${hashes[0]}.`)
  }
}
