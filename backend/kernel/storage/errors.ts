import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import type { PackRoom } from './packs/pack_driver.js'

const MiB = 1024 * 1024

/** The stream has more bytes than its writer may store. */
export class ContentTooLarge extends Problem {
  constructor(readonly maxBytes: number) {
    const message = text(
      'The file is larger than the {maxBytes} bytes allowed here. Nothing was stored.',
      { maxBytes }
    )
    super(413, 'E_CONTENT_TOO_LARGE', message)
  }
}

/** The tenant has no content with this id. */
export class ContentNotFound extends Problem {
  constructor(id: string) {
    super(404, 'E_CONTENT_NOT_FOUND', text('No content {id} is stored for this tenant.', { id }))
  }
}

/** Stored bytes are missing or differ from the written ones. The message is for the log. */
export class ContentDamaged extends Error {
  override name = 'ContentDamaged'
}

/** The whole pack is missing. */
export class PackMissing extends ContentDamaged {
  constructor(pack: string, cause?: unknown) {
    super(`Pack ${pack} is missing.`, { cause })
  }
}

/** The error that a client gets for damaged content. */
export class FileDamaged extends Problem {
  constructor(cause: unknown) {
    const message = text(
      'The stored bytes of this file are damaged on the server. Upload the same file again to repair it.'
    )
    super(500, 'E_CONTENT_DAMAGED', message, { cause })
  }
}

/** The disk or its quota is full, or only the reserve is left. */
export class NoRoom extends Problem {
  constructor(cause: unknown, room?: PackRoom) {
    const message = room
      ? text(
          'There is no room for this file on the server: {free} MiB are free, and {kept} MiB are reserved so that deleting still works. Nothing was stored.',
          { free: Math.floor(room.freeBytes / MiB), kept: Math.ceil(room.keptBytes / MiB) }
        )
      : text('There is no room for this file on the server. Nothing was stored.')
    super(507, 'E_NO_ROOM', message, { cause })
  }
}

/** The disk is read-only: it was mounted like this, or the system remounted it after a fault. */
export class ReadOnly extends Problem {
  constructor(cause: unknown) {
    const message = text(
      'The server cannot store files: its disk is read-only. Nothing was stored. Ask the operator to check the disk.'
    )
    super(503, 'E_STORAGE_READ_ONLY', message, { cause })
  }
}

/** The configured storage cannot be used. The message says why, and what the operator can do. */
export class StorageRefused extends Error {
  override name = 'StorageRefused'
}

/**
 * The storage folder is missing: it was moved, or its disk is no longer mounted. A single pack may still be
 * intact.
 */
export class StorageGone extends Problem {
  constructor(path: string, cause: unknown = new Error(`${path} is no longer the same folder.`)) {
    const message = text(
      'The storage of this server is not available. Ask the operator to restore it.'
    )
    super(503, 'E_STORAGE_LOST', message, { headers: { 'retry-after': '5' }, cause })
  }
}

/** The bucket refuses calls, does not answer or cannot be reached. The cause is for the log. */
export class StorageAway extends Problem {
  constructor(cause: unknown) {
    const message = text('The storage of files does not answer correctly. Try again in a moment.')
    super(503, 'E_STORAGE_AWAY', message, { headers: { 'retry-after': '5' }, cause })
  }
}

/** A pack was deleted, moved or replaced during a write. */
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

/** Another request continues the same upload, because the client lost its connection and opened a new one. */
export class DraftTaken extends Problem {
  constructor() {
    const message = text(
      'Another request continues this upload. Ask for its offset before you send more.'
    )
    super(409, 'E_UPLOAD_TAKEN', message)
  }
}

/** The lease of the written bytes has ended: recording took too long, or the server was suspended for a while. */
export class LeaseEnded extends Problem {
  constructor() {
    const message = text(
      'The server took too long to store this file and no longer keeps its bytes. Nothing was stored. Send it again.'
    )
    super(503, 'E_STORAGE_LEASE', message, { headers: { 'retry-after': '1' } })
  }
}

/** The thread that cuts and hashes ended during its work, so there is no result. */
export class ThreadLost extends Problem {
  constructor(cause: unknown) {
    const message = text(
      'The server lost the thread that processes large files. Nothing was stored. Try again.'
    )
    super(503, 'E_STORAGE_THREAD', message, { headers: { 'retry-after': '1' }, cause })
  }
}

/** Converts an error into the one for API clients. */
export function asStorageError(error: unknown): unknown {
  if (error instanceof ContentDamaged) return new FileDamaged(error)
  const code = (error as NodeJS.ErrnoException | null)?.code
  if (code === 'EROFS') return new ReadOnly(error)
  return code === 'ENOSPC' || code === 'EDQUOT' ? new NoRoom(error) : error
}

/** A content cannot be made, because some chunks of its list are not stored. */
export class ChunksMissing extends Error {
  constructor(readonly hashes: readonly string[]) {
    super(`${hashes.length} of the chunks are not stored, such as ${hashes[0]}.`)
  }
}
