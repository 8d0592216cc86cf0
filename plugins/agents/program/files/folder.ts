import type { BigIntStats } from 'node:fs'
import {
  constants,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  rmdir,
  type FileHandle,
} from 'node:fs/promises'
import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
} from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { isUtf8 } from 'node:buffer'
import { join, parse, sep } from 'node:path'
import { AgentError, fileError } from '../errors.js'
import type { AllowedPlace } from './allow_list.js'

const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL } = constants
/** Windows has none of these flags. */
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0
const O_DIRECTORY = constants.O_DIRECTORY ?? 0
const O_NONBLOCK = constants.O_NONBLOCK ?? 0
/** macOS only: refuses links anywhere in the path. */
const O_NOFOLLOW_ANY = process.platform === 'darwin' ? 0x2000_0000 : 0

/** Linux can open a name in an open folder, whatever happens to its path. */
const byDescriptor = process.platform === 'linux' && existsSync('/proc/self/fd')
const opensFolders = process.platform !== 'win32'

const escapeError = (path: string, why: string) =>
  new AgentError('E_PATH_NOT_ALLOWED', `The agent does not use "${path}": ${why}.`)

export interface FolderEntry {
  name: string
  kind: 'file' | 'folder' | 'other'
}

/** A name found by a scan. */
export interface ScannedName {
  name: string
  /** False: the bytes of the name are not valid text, and `name` is only for display. */
  isText: boolean
  stats: BigIntStats
}

/** The bytes of a file, with its stats before and after they were read. */
interface SmallFile {
  before: BigIntStats
  after: BigIntStats
  bytes: Buffer
}

/** Number of names to process before yielding to other work. */
const scannedAtOnce = 1_000

/**
 * An open folder of the allow-list. Each step down opens one name. It follows no link, and enters no other file
 * system. So all files stay below the allowed folder, whatever names, links or mounts exist.
 */
export class Folder {
  private constructor(
    readonly path: string,
    private readonly handle: FileHandle | undefined,
    /** The mount of the allowed folder. */
    private readonly mount: string
  ) {}

  /**
   * Opens an allowed folder.
   * @throws AgentError when a part of its path has become a link
   */
  static async root(real: string): Promise<Folder> {
    const { root } = parse(real)
    let folder = await Folder.#open(root, root, undefined)
    for (const name of real.slice(root.length).split(sep).filter(Boolean)) {
      const above: Folder = folder
      try {
        folder = await Folder.#open(join(above.path, name), above.#at(name), undefined)
      } finally {
        await above.close()
      }
    }
    return folder
  }

  /**
   * Opens the folder of a place.
   * @param make whether to create missing folders
   * @throws AgentError
   */
  static async of({ root, names }: AllowedPlace, make = false): Promise<Folder> {
    let folder = await Folder.root(root.real)
    for (const name of names) {
      const above: Folder = folder
      try {
        folder = await above.folder(name, make)
      } finally {
        await above.close()
      }
    }
    return folder
  }

  static async #open(path: string, at: string, mount: string | undefined): Promise<Folder> {
    let handle: FileHandle | undefined
    try {
      const before = byDescriptor ? undefined : await lstat(at, { bigint: true })
      if (before?.isSymbolicLink()) throw escapeError(path, 'it is a link')
      if (!opensFolders) {
        if (!before!.isDirectory()) throw escapeError(path, 'it is not a folder')
        return new Folder(path, undefined, within(path, mount, String(before!.dev)))
      }
      handle = await open(at, O_RDONLY | O_DIRECTORY | (O_NOFOLLOW_ANY || O_NOFOLLOW))
      const found = await handle.stat({ bigint: true })
      assertSame(path, before, found)
      return new Folder(path, handle, within(path, mount, mountOf(handle.fd, found)))
    } catch (error) {
      await handle?.close()
      throw openError(path, error)
    }
  }

  /**
   * Opens a subfolder.
   * @param make whether to create it if missing
   */
  async folder(name: string, make = false): Promise<Folder> {
    const path = join(this.path, name)
    if (make) {
      try {
        await mkdir(this.#at(name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
          throw fileError(path, error, 'write')
      }
    }
    return await Folder.#open(path, this.#at(name), this.mount)
  }

  /** Lists the entries by name. Names that are not valid text are reported and skipped. */
  async entries(onSkipped: (path: string, why: string) => void): Promise<FolderEntry[]> {
    const at = this.handle && byDescriptor ? `/proc/self/fd/${this.handle.fd}` : this.path
    const found = await readdir(at, { withFileTypes: true, encoding: 'buffer' }).catch(
      (error: unknown) => {
        throw fileError(this.path, error)
      }
    )
    const entries: FolderEntry[] = []
    for (const entry of found) {
      const bytes = entry.name as unknown as Buffer
      if (!isUtf8(bytes)) {
        onSkipped(join(this.path, bytes.toString('latin1')), 'its name is not valid UTF-8')
        continue
      }
      const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other'
      entries.push({ name: bytes.toString(), kind })
    }
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1))
  }

  /** Returns the stats of the folder itself. */
  async stats(): Promise<BigIntStats> {
    return await (this.handle?.stat({ bigint: true }) ?? lstat(this.path, { bigint: true }))
  }

  /**
   * Lists the entries with their stats. It makes synchronous calls, which need a third of the CPU time, in
   * batches.
   */
  async scan(): Promise<ScannedName[]> {
    const at = this.#at('')
    const found: ScannedName[] = []
    try {
      const names = readdirSync(at, { encoding: 'buffer' })
      for (const [index, bytes] of names.entries()) {
        if (index % scannedAtOnce === scannedAtOnce - 1) await setImmediate()
        const isText = isUtf8(bytes)
        const name = isText ? bytes.toString() : `\ufffd${bytes.toString('latin1')}`
        const path = isText ? at + name : Buffer.concat([Buffer.from(at), bytes])
        const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
        if (stats) found.push({ name, isText, stats })
      }
    } catch (error) {
      throw fileError(this.path, error)
    }
    return found
  }

  /**
   * Returns the stats of a name; for a link, the stats of the link itself. Returns undefined if the name does
   * not exist.
   */
  async statOf(name: string): Promise<BigIntStats | undefined> {
    try {
      return await lstat(this.#at(name), { bigint: true })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') return undefined
      throw fileError(join(this.path, name), error)
    }
  }

  /**
   * Opens a file for reading.
   * @throws AgentError if it is not a file
   */
  async read(name: string): Promise<FileHandle> {
    return await this.#file(name, O_RDONLY | O_NONBLOCK)
  }

  /**
   * Reads a small file by synchronous calls, which need a tenth of the CPU time.
   * @returns undefined for a file of more than `most` bytes
   * @throws AgentError if it is not a file
   */
  readSmall(name: string, most: number): SmallFile | undefined {
    const path = join(this.path, name)
    const at = this.#at(name)
    let fd: number | undefined
    try {
      const seen = byDescriptor ? undefined : lstatSync(at, { bigint: true })
      if (seen?.isSymbolicLink()) throw escapeError(path, 'it is a link')
      fd = openSync(at, O_RDONLY | O_NONBLOCK | (O_NOFOLLOW_ANY || O_NOFOLLOW))
      const before = fstatSync(fd, { bigint: true })
      this.#assertFile(path, fd, seen, before)
      if (before.size > most) return undefined
      const bytes = Buffer.allocUnsafe(Number(before.size))
      let length = 0
      for (let read = -1; read !== 0 && length < bytes.length; length += read)
        read = readSync(fd, bytes, length, bytes.length - length, length)
      const after = fstatSync(fd, { bigint: true })
      return { before, after, bytes: bytes.subarray(0, length) }
    } catch (error) {
      throw openError(path, error)
    } finally {
      if (fd !== undefined) closeSync(fd)
    }
  }

  /**
   * Opens a file for writing, and creates it if missing.
   * @throws AgentError if it is not a file
   */
  async write(name: string): Promise<FileHandle> {
    const path = join(this.path, name)
    try {
      return await this.#file(name, O_RDWR | O_NONBLOCK)
    } catch (error) {
      if (!(error instanceof AgentError) || !isMissing(error)) throw error
      return await this.#file(name, O_RDWR | O_CREAT | O_EXCL).catch((cause: unknown) => {
        throw fileError(path, cause, 'write')
      })
    }
  }

  /** Renames a file over another one. Both changes are durable on return. */
  async rename(from: string, to: string): Promise<void> {
    try {
      await rename(this.#at(from), this.#at(to))
      // Windows cannot sync a folder; its file system keeps renames in order.
      await this.handle?.sync()
    } catch (error) {
      throw fileError(join(this.path, to), error, 'write')
    }
  }

  /**
   * Creates a new file for reading and writing.
   * @throws AgentError
   */
  async create(name: string): Promise<FileHandle> {
    return await this.#file(name, O_RDWR | O_CREAT | O_EXCL).catch((cause: unknown) => {
      throw fileError(join(this.path, name), cause, 'write')
    })
  }

  /**
   * Creates a folder.
   * @throws AgentError, also if the name exists
   */
  async makeFolder(name: string): Promise<void> {
    await mkdir(this.#at(name)).catch((cause: unknown) => {
      throw fileError(join(this.path, name), cause, 'write')
    })
  }

  /** Moves a file or folder to another folder. The move is durable once both folders are synced to disk. */
  async moveTo(from: string, to: Folder, name: string): Promise<void> {
    await rename(this.#at(from), to.#at(name)).catch((cause: unknown) => {
      throw fileError(join(to.path, name), cause, 'write')
    })
  }

  /**
   * Renames a file to a free name.
   * @returns false if the name exists
   */
  async renameIfFree(from: string, name: string): Promise<boolean> {
    try {
      await link(this.#at(from), this.#at(name))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') return false
      // Some file systems do not support hard links.
      if (!/^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EMLINK|EINVAL|UNKNOWN)$/.test(code ?? ''))
        throw fileError(join(this.path, name), error, 'write')
      if (await this.statOf(name)) return false
      await this.moveTo(from, this, name)
      return true
    }
    await this.remove(from)
    return true
  }

  /** Makes all changes in this folder durable. Windows cannot sync a folder. */
  async sync(): Promise<void> {
    await this.handle?.sync()
  }

  async remove(name: string): Promise<void> {
    await rm(this.#at(name), { force: true })
  }

  /**
   * Removes a file.
   * @throws AgentError
   */
  async removeFile(name: string): Promise<void> {
    await rm(this.#at(name)).catch((cause: unknown) => {
      throw fileError(join(this.path, name), cause, 'write')
    })
  }

  /**
   * Removes an empty folder.
   * @throws AgentError
   */
  async removeFolder(name: string): Promise<void> {
    await rmdir(this.#at(name)).catch((cause: unknown) => {
      throw fileError(join(this.path, name), cause, 'write')
    })
  }

  async close(): Promise<void> {
    await this.handle?.close()
  }

  async #file(name: string, flags: number): Promise<FileHandle> {
    const path = join(this.path, name)
    const at = this.#at(name)
    let handle: FileHandle | undefined
    try {
      const isNew = (flags & O_CREAT) !== 0
      const before = byDescriptor || isNew ? undefined : await lstat(at, { bigint: true })
      if (before?.isSymbolicLink()) throw escapeError(path, 'it is a link')
      handle = await open(at, flags | (O_NOFOLLOW_ANY || O_NOFOLLOW), 0o666)
      this.#assertFile(path, handle.fd, before, await handle.stat({ bigint: true }))
      return handle
    } catch (error) {
      await handle?.close()
      throw openError(path, error)
    }
  }

  #assertFile(path: string, fd: number, seen: BigIntStats | undefined, found: BigIntStats): void {
    if (!found.isFile()) throw escapeError(path, 'it is not a file')
    assertSame(path, seen, found)
    within(path, this.mount, mountOf(fd, found))
  }

  #at(name: string): string {
    return this.handle && byDescriptor
      ? `/proc/self/fd/${this.handle.fd}/${name}`
      : join(this.path, name)
  }
}

const isMissing = ({ cause }: AgentError) => (cause as NodeJS.ErrnoException)?.code === 'ENOENT'

function openError(path: string, error: unknown): AgentError {
  if (error instanceof AgentError) return error
  const { code } = error as NodeJS.ErrnoException
  // ENOTDIR is also the error for a link where a folder is expected. FreeBSD and old macOS report ELOOP as
  // EMLINK.
  if (code === 'ELOOP' || code === 'EMLINK') return escapeError(path, 'it is a link')
  if (code === 'ENOTDIR') return escapeError(path, 'it is a link or a file, and a folder is needed')
  return fileError(path, error)
}

/** Checks that the opened file is the file that was checked before. */
function assertSame(path: string, before: BigIntStats | undefined, found: BigIntStats): void {
  if (!before || (before.ino === found.ino && before.dev === found.dev)) return
  throw escapeError(path, 'it was replaced at this moment')
}

/** Returns the mount of an open file. Linux numbers mounts, which distinguishes two mounts of one folder. */
function mountOf(fd: number, { dev }: BigIntStats): string {
  if (!byDescriptor) return String(dev)
  const id = /^mnt_id:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1]
  return `${dev}-${id}`
}

function within(path: string, expected: string | undefined, found: string): string {
  if (expected === undefined || expected === found) return found
  throw escapeError(
    path,
    'another file system is mounted there. Allow it by itself with: crossdock-agent folders --add'
  )
}
