import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'

/** The stream carried more bytes than its writer may store. */
export class ContentTooLarge extends Problem {
  constructor(maxBytes: number) {
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

/** The disk is full, or its quota is. */
export class NoRoom extends Problem {
  constructor(cause: unknown) {
    const message = text('There is no room for this file on the server. Nothing was stored.')
    super(507, 'E_NO_ROOM', message, { cause })
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

/** The folder in which files are kept is not there, or nothing is in it; that says nothing about a single pack. */
export class StorageLost extends Problem {
  constructor(cause: unknown) {
    const message = text(
      'The folder in which files are kept is not in its place on the server. Try again in a moment.'
    )
    super(503, 'E_STORAGE_LOST', message, { headers: { 'retry-after': '5' }, cause })
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
  return code === 'ENOSPC' || code === 'EDQUOT' ? new NoRoom(error) : error
}
