import { createHash } from 'node:crypto'
import { chmod, mkdir, open, readdir, stat, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What is read and written in one go. */
const pieceBytes = 4 * 1024 * 1024

export interface Written {
  size: number
  sha256: string
}

/** Fills `bytes` from a place on, as far as there are any. @returns how many came */
export type Reader = (bytes: Buffer, offset: number) => Promise<number>

/** Told of each piece that was copied. */
export type OnBytes = (bytes: number) => void

/** A folder for this account alone, with those above it. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/**
 * Copies bytes into a new file, for this account alone, and forces them to the disk. The next piece is read while the one
 * before is hashed and written.
 * @param size at most so many bytes
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

/** Size and hash of a file. @param size at most so many bytes of it */
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
  // Allocated once: two take turns.
  const rooms = [0, 1].map(() => Buffer.allocUnsafeSlow(Math.min(pieceBytes, Math.max(size, 1))))
  const next = async (turn: number, offset: number) => {
    const wanted = rooms[turn % 2]!.subarray(0, Math.min(pieceBytes, size - offset))
    return wanted.subarray(0, wanted.length > 0 ? await filled(read, wanted, offset) : 0)
  }
  let offset = 0
  let piece = await next(0, 0)
  for (let turn = 1; piece.length > 0; turn++) {
    const present = piece
    const at = offset
    offset += present.length
    const following = next(turn, offset)
    // Met below; what fails before must not leave it unheard.
    following.catch(() => undefined)
    const writing = into ? writeAll(into, present, at) : undefined
    writing?.catch(() => undefined)
    hash.update(present)
    await writing
    onBytes(present.length)
    piece = await following
  }
  return { size: offset, sha256: hash.digest('hex') }
}

async function filled(read: Reader, bytes: Buffer, offset: number): Promise<number> {
  let count = 0
  while (count < bytes.length) {
    const came = await read(bytes.subarray(count), offset + count)
    if (came === 0) break
    count += came
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

/** A file that another program wrote: for this account alone, and on the disk. */
export async function keepFile(path: string): Promise<Written> {
  await chmod(path, 0o600)
  await syncPath(path)
  return await hashFile(path)
}

/** Forces a file, or the names in a folder, to the disk. */
export async function syncPath(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A folder with all below it, so that a power cut leaves no file without its name. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) await syncPath(`${entry.parentPath}/${entry.name}`)
  }
  await syncPath(folder)
  await syncPath(dirname(folder))
}

/** What there is at a path: nothing, an empty folder, or something. */
export async function whatLiesAt(path: string): Promise<'nothing' | 'empty' | 'something'> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!found) return 'nothing'
  if (!found.isDirectory()) return 'something'
  return (await readdir(path)).length === 0 ? 'empty' : 'something'
}
