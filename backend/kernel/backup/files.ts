import { createHash } from 'node:crypto'
import { chmod, mkdir, open, readdir, stat, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Bytes read and written in one step. */
const pieceBytes = 4 * 1024 * 1024

export interface Written {
  size: number
  sha256: string
}

/**
 * Fills `bytes` from an offset, until the source ends.
 * @returns the number of bytes read
 */
export type Reader = (bytes: Buffer, offset: number) => Promise<number>

/** Called with the size of each copied piece. */
export type OnBytes = (bytes: number) => void

/** Makes a folder and its missing parents, readable by this account only. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/**
 * Copies bytes into a new file that only this account can read, and flushes it to disk. The next piece is read
 * while one is hashed and written.
 * @param size at most this many bytes
 */
export async function writeFrom(
  path: string,
  read: Reader,
  size: number,
  onBytes: OnBytes = () => undefined
): Promise<Written> {
  const file = await open(path, 'wx', 0o600)
  try {
    const written = await copy(read, size, onBytes, file)
    await file.sync()
    return written
  } finally {
    await file.close()
  }
}

/**
 * Size and hash of a file.
 * @param size hashes at most this many bytes
 */
export async function hashFile(path: string, size = Infinity): Promise<Written> {
  const file = await open(path, 'r')
  try {
    return await copy(readerOf(file), size, () => undefined)
  } finally {
    await file.close()
  }
}

export const readerOf =
  (file: FileHandle): Reader =>
  async (bytes, offset) =>
    (await file.read(bytes, 0, bytes.length, offset)).bytesRead

async function copy(
  read: Reader,
  size: number,
  onBytes: OnBytes,
  into?: FileHandle
): Promise<Written> {
  const hash = createHash('sha256')
  // Allocated once; the two buffers alternate.
  const buffers = [0, 1].map(() => Buffer.allocUnsafeSlow(Math.min(pieceBytes, Math.max(size, 1))))
  const next = async (turn: number, offset: number) => {
    const wanted = buffers[turn % 2]!.subarray(0, Math.min(pieceBytes, size - offset))
    return wanted.subarray(0, wanted.length > 0 ? await filled(read, wanted, offset) : 0)
  }
  let offset = 0
  let piece = await next(0, 0)
  for (let turn = 1; piece.length > 0; turn++) {
    const current = piece
    const at = offset
    offset += current.length
    const following = next(turn, offset)
    // Awaited below. If an earlier statement throws, this must not become an unhandled rejection.
    following.catch(() => undefined)
    const writing = into ? writeAll(into, current, at) : undefined
    writing?.catch(() => undefined)
    hash.update(current)
    await writing
    onBytes(current.length)
    piece = await following
  }
  return { size: offset, sha256: hash.digest('hex') }
}

async function filled(read: Reader, bytes: Buffer, offset: number): Promise<number> {
  let count = 0
  while (count < bytes.length) {
    const bytesRead = await read(bytes.subarray(count), offset + count)
    if (bytesRead === 0) break
    count += bytesRead
  }
  return count
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}

export async function writeText(path: string, text: string): Promise<Written> {
  const bytes = Buffer.from(text)
  const read: Reader = async (into, offset) => bytes.copy(into, 0, offset)
  return await writeFrom(path, read, bytes.length)
}

/** Takes over a file that another program wrote: restricts it to this account and flushes it to disk. */
export async function keepFile(path: string): Promise<Written> {
  await chmod(path, 0o600)
  await syncPath(path)
  return await hashFile(path)
}

/** Flushes a file to disk, or the entries of a folder. */
export async function syncPath(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Flushes a folder and all folders below, so that a power failure removes no file name. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) await syncPath(`${entry.parentPath}/${entry.name}`)
  }
  await syncPath(folder)
  await syncPath(dirname(folder))
}

/** Returns what is at a path: nothing, an empty folder, or something else. */
export async function pathState(path: string): Promise<'nothing' | 'empty' | 'something'> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!found) return 'nothing'
  if (!found.isDirectory()) return 'something'
  return (await readdir(path)).length === 0 ? 'empty' : 'something'
}
