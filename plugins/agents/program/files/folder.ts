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
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { isUtf8 } from 'node:buffer'
import { join, parse, sep } from 'node:path'
import { AgentError, fileError } from '../errors.js'
import type { AllowedPlace } from './allow_list.js'

const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL } = constants
/** Windows has none of these. */
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0
const O_DIRECTORY = constants.O_DIRECTORY ?? 0
const O_NONBLOCK = constants.O_NONBLOCK ?? 0
/** Of macOS: no link anywhere on the way. */
const O_NOFOLLOW_ANY = process.platform === 'darwin' ? 0x2000_0000 : 0

/** Linux opens a name in a folder that is open, whatever became of the path to it. */
const byDescriptor = process.platform === 'linux' && existsSync('/proc/self/fd')
const opensFolders = process.platform !== 'win32'

const escapes = (path: string, why: string) =>
  new AgentError('E_PATH_NOT_ALLOWED', `The agent does not use "${path}": ${why}.`)

export interface FolderEntry {
  name: string
  kind: 'file' | 'folder' | 'other'
}

/** A name as a scan finds it. */
export interface ScannedName {
  name: string
  /** False: the bytes of the name are no text, and `name` only shows them. */
  isText: boolean
  stats: BigIntStats
}

/** So many names are looked at before others have their turn. */
const scannedAtOnce = 1_000

/**
 * An open folder of the allow-list. Each step down opens one name and follows no link, and no step leads onto another
 * file system: what a name, a link or a mount says, all happens below the allowed folder.
 */
export class Folder {
  private constructor(
    readonly path: string,
    private readonly handle: FileHandle | undefined,
    /** The mount that the allowed folder lies on. */
    private readonly mount: string
  ) {}

  /** Opens an allowed folder. @throws AgentError when a part of its path has become a link */
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
   * The folder of a place. @param make whether folders that are missing are made
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
      if (before?.isSymbolicLink()) throw escapes(path, 'it is a link')
      if (!opensFolders) {
        if (!before!.isDirectory()) throw escapes(path, 'it is not a folder')
        return new Folder(path, undefined, within(path, mount, String(before!.dev)))
      }
      handle = await open(at, O_RDONLY | O_DIRECTORY | (O_NOFOLLOW_ANY || O_NOFOLLOW))
      const found = await handle.stat({ bigint: true })
      assertSame(path, before, found)
      return new Folder(path, handle, within(path, mount, mountOf(handle, found)))
    } catch (error) {
      await handle?.close()
      throw notOpened(path, error)
    }
  }

  /** A folder in this one. @param make whether it is made when it is missing */
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

  /** What lies here, by name. Names that are no text are told and left out. */
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

  /** The folder itself. */
  async stats(): Promise<BigIntStats> {
    return await (this.handle?.stat({ bigint: true }) ?? lstat(this.path, { bigint: true }))
  }

  /** What lies here, with what it is. Synchronous calls take a third of the processor time, so it goes in steps. */
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

  /** What a name is, itself: of a link the link. Undefined where nothing has this name. */
  async look(name: string): Promise<BigIntStats | undefined> {
    try {
      return await lstat(this.#at(name), { bigint: true })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') return undefined
      throw fileError(join(this.path, name), error)
    }
  }

  /** Opens a file to read. @throws AgentError for what is no file */
  async read(name: string): Promise<FileHandle> {
    return await this.#file(name, O_RDONLY | O_NONBLOCK)
  }

  /** Opens a file to write, and makes it where it is missing. @throws AgentError for what is no file */
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

  /** Gives a file its name, in place of the file that had it. Both are durable when this returns. */
  async rename(from: string, to: string): Promise<void> {
    try {
      await rename(this.#at(from), this.#at(to))
      // Windows cannot sync a folder; its file system keeps renames in their order.
      await this.handle?.sync()
    } catch (error) {
      throw fileError(join(this.path, to), error, 'write')
    }
  }

  /** Makes a file that is not there yet, to read and write. @throws AgentError */
  async create(name: string): Promise<FileHandle> {
    return await this.#file(name, O_RDWR | O_CREAT | O_EXCL).catch((cause: unknown) => {
      throw fileError(join(this.path, name), cause, 'write')
    })
  }

  /** Makes a folder. @throws AgentError also where something has the name */
  async makeFolder(name: string): Promise<void> {
    await mkdir(this.#at(name)).catch((cause: unknown) => {
      throw fileError(join(this.path, name), cause, 'write')
    })
  }

  /** Gives a file or folder a name in another folder. It is durable once both folders are synced. */
  async give(from: string, to: Folder, name: string): Promise<void> {
    await rename(this.#at(from), to.#at(name)).catch((cause: unknown) => {
      throw fileError(join(to.path, name), cause, 'write')
    })
  }

  /** Gives a file its name where nothing has it. @returns false where something has */
  async giveNew(from: string, name: string): Promise<boolean> {
    try {
      await link(this.#at(from), this.#at(name))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') return false
      // Some file systems know no second name of a file.
      if (!/^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EMLINK|EINVAL|UNKNOWN)$/.test(code ?? ''))
        throw fileError(join(this.path, name), error, 'write')
      if (await this.look(name)) return false
      await this.give(from, this, name)
      return true
    }
    await this.remove(from)
    return true
  }

  /** Makes all that was done here durable. Windows cannot sync a folder. */
  async sync(): Promise<void> {
    await this.handle?.sync()
  }

  async remove(name: string): Promise<void> {
    await rm(this.#at(name), { force: true })
  }

  /** Removes a file. @throws AgentError */
  async removeFile(name: string): Promise<void> {
    await rm(this.#at(name)).catch((cause: unknown) => {
      throw fileError(join(this.path, name), cause, 'write')
    })
  }

  /** Removes a folder that is empty. @throws AgentError */
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
      if (before?.isSymbolicLink()) throw escapes(path, 'it is a link')
      handle = await open(at, flags | (O_NOFOLLOW_ANY || O_NOFOLLOW), 0o666)
      const found = await handle.stat({ bigint: true })
      if (!found.isFile()) throw escapes(path, 'it is not a file')
      assertSame(path, before, found)
      within(path, this.mount, mountOf(handle, found))
      return handle
    } catch (error) {
      await handle?.close()
      throw notOpened(path, error)
    }
  }

  #at(name: string): string {
    return this.handle && byDescriptor
      ? `/proc/self/fd/${this.handle.fd}/${name}`
      : join(this.path, name)
  }
}

const isMissing = ({ cause }: AgentError) => (cause as NodeJS.ErrnoException)?.code === 'ENOENT'

function notOpened(path: string, error: unknown): AgentError {
  if (error instanceof AgentError) return error
  const { code } = error as NodeJS.ErrnoException
  // ENOTDIR: a link, too, where a folder is wanted. EMLINK is how FreeBSD and old macOS say ELOOP.
  if (code === 'ELOOP' || code === 'EMLINK') return escapes(path, 'it is a link')
  if (code === 'ENOTDIR') return escapes(path, 'it is a link or a file, and a folder is needed')
  return fileError(path, error)
}

/** What was looked at must be what was opened. */
function assertSame(path: string, before: BigIntStats | undefined, found: BigIntStats): void {
  if (!before || (before.ino === found.ino && before.dev === found.dev)) return
  throw escapes(path, 'it was replaced at this moment')
}

/** Linux numbers mounts, so that a folder that is mounted a second time is told from the first. */
function mountOf({ fd }: FileHandle, { dev }: BigIntStats): string {
  if (!byDescriptor) return String(dev)
  const id = /^mnt_id:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1]
  return `${dev}-${id}`
}

function within(path: string, expected: string | undefined, found: string): string {
  if (expected === undefined || expected === found) return found
  throw escapes(
    path,
    'another file system is mounted there. Allow it by itself with: crossdock-agent folders --add'
  )
}
