import { randomBytes } from 'node:crypto'
import { addAbortSignal, Readable } from 'node:stream'
import { clock } from '@crossdock/kernel/database'
import {
  EndpointError,
  maxListed,
  type FileEndpoint,
  type FileEntry,
  type FileToWrite,
} from '@crossdock/sync/contracts'
import type { Traits } from '@crossdock/sync-engine'
import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2'
import type { SftpSystem } from './config.js'
import { entryOf, isSame, partsOf, splitPath, temporary, versionOf } from './names.js'
import { RequestFailed, Requests, shownPath, status } from './requests.js'
import { openSession } from './session.js'
import { readPieces, writePieces } from './transfer.js'

/** Times are in seconds, on some volumes in steps of two: a change within that time may not show. */
const settleMs = 2_000
/** Files that a lost connection left under a temporary name are deleted after this time. */
const leftoverMs = 24 * 60 * 60_000
const mostLeftovers = 1_000

/** Opens the folder of a system. @throws EndpointError, EgressError */
export async function openSftp(system: SftpSystem, signal?: AbortSignal): Promise<SftpEndpoint> {
  const requests = new Requests(system.name, await openSession(system, signal))
  try {
    const given = system.config.path || '.'
    const root = await requests.ask<string>(given, (sftp, done) => sftp.realpath(given, done))
    const stats = await requests.lstat(given, root)
    if (!stats?.isDirectory()) {
      const sentence = `${system.name} has no folder "${given}". Correct the folder of the system.`
      throw new EndpointError('missing', sentence)
    }
    return new SftpEndpoint(requests, root, await traitsOf(requests, root))
  } catch (error) {
    requests.session.end()
    throw error
  }
}

/** What the server's volume can hold, as far as a look at its root shows. */
async function traitsOf(requests: Requests, root: string): Promise<Traits> {
  const isWindows = /^\/[a-z]:(\/|$)/i.test(root)
  const swapped = root.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
  )
  const isCaseless = swapped !== root && (await requests.lstat('', swapped)) !== null
  return {
    hasIds: false,
    isCaseSensitive: !isWindows && !isCaseless,
    isFormSensitive: !isWindows && !isCaseless,
    names: isWindows ? 'windows' : 'posix',
    maxNameBytes: 255,
    maxPathBytes: 4_095 - Buffer.byteLength(root) - 1,
  }
}

/** A folder of an SFTP server, for one session. */
export class SftpEndpoint implements FileEndpoint {
  readonly #leftovers: string[] = []

  constructor(
    private readonly requests: Requests,
    private readonly root: string,
    readonly traits: Traits
  ) {}

  async list(path: string): Promise<FileEntry[]> {
    await this.#assertInside(path)
    const handle = await this.#ask<Buffer>(path, (sftp, done) =>
      sftp.opendir(this.#full(path), done)
    )
    const entries = new Map<string, FileEntry>()
    try {
      for (;;) {
        const more = await this.#nextOf(path, handle)
        if (more === null) return [...entries.values()]
        for (const { filename, attrs } of more) {
          if (filename === '.' || filename === '..') continue
          if (filename.startsWith(temporary)) this.#noteLeftover(path, filename, attrs)
          else entries.set(filename, entryOf(filename, attrs))
        }
        if (entries.size > maxListed) {
          throw new EndpointError(
            'too_many',
            `${shownPath(path)} holds more than ${maxListed} entries. Distribute them over folders.`
          )
        }
      }
    } finally {
      this.#closeLater(handle)
    }
  }

  async stat(path: string): Promise<FileEntry | null> {
    const { folder, name } = splitPath(path)
    if (!(await this.#isInside(folder))) return null
    const stats = await this.#lstat(path)
    return stats && entryOf(name, stats)
  }

  async read(path: string, expectedVersion: string): Promise<Readable> {
    await this.#assertInside(splitPath(path).folder)
    const { size, mtime } = await this.#expect(path, expectedVersion)
    const handle = await this.#ask<Buffer>(path, (sftp, done) =>
      sftp.open(this.#full(path), 'r', done)
    )
    const content = Readable.from(this.#whole(path, handle, size, expectedVersion, mtime), {
      objectMode: false,
    })
    content.once('close', () => this.#closeLater(handle))
    return content
  }

  /** The bytes of a file, and then a look whether it is still the same. */
  async *#whole(path: string, handle: Buffer, size: number, version: string, mtime: number) {
    yield* readPieces(this.requests, path, handle, size)
    const left = (mtime || 0) * 1000 + settleMs - clock.now()
    if (left > 0 && left <= settleMs) await new Promise<void>((done) => clock.after(left, done))
    await this.#expect(path, version)
  }

  async write(path: string, content: Readable, file: FileToWrite): Promise<FileEntry> {
    // It may break before it is read; reading it then tells so.
    content.on('error', () => {})
    try {
      const { folder, name } = splitPath(path)
      await this.#assertInside(folder)
      await this.#expectBefore(path, file.expectedVersion)
      const written = `${folder === '' ? '' : `${folder}/`}${temporary}${randomBytes(12).toString('hex')}`
      try {
        await this.#fill(path, written, content, file)
        await this.#expectBefore(path, file.expectedVersion)
        await this.#put(path, written, file.expectedVersion !== null)
      } catch (error) {
        const fault = await this.#roomFault(folder, error)
        await this.#unlink(written)
        throw fault
      }
      await this.#deleteLeftovers()
      const stats = await this.#lstat(path)
      if (!stats) throw new EndpointError('stale', `${shownPath(path)} is gone again.`)
      return entryOf(name, stats)
    } finally {
      content.destroy()
    }
  }

  /** Writes the temporary file, and checks that the server has all of it. */
  async #fill(path: string, written: string, content: Readable, file: FileToWrite): Promise<void> {
    const { ended } = this.requests.session
    const handle = await this.#ask<Buffer>(path, (sftp, done) =>
      sftp.open(this.#full(written), 'wx', done)
    )
    try {
      // A content that is slow to come must not wait for a connection that is lost.
      addAbortSignal(ended, content)
      await writePieces(this.requests, path, handle, content, file.size)
      const seconds = Math.max(0, Math.floor(file.modifiedAt / 1000))
      const { size } = await this.#ask<Stats>(path, (sftp, done) => sftp.fstat(handle, done))
      if (size !== file.size) {
        const sentence = `${this.requests.name} kept ${size} bytes of ${file.size} of ${shownPath(path)}. Nothing was changed there.`
        throw new EndpointError('failed', sentence)
      }
      await this.#ask(path, (sftp, done) =>
        sftp.futimes(handle, seconds, seconds, (error) => done(error, undefined))
      )
      await this.#toDisk(path, handle)
    } catch (error) {
      throw ended.aborted ? this.requests.lost() : error
    } finally {
      this.#closeLater(handle)
    }
  }

  /** Not every server offers it. */
  async #toDisk(path: string, handle: Buffer): Promise<void> {
    await this.#ask(path, (sftp, done) =>
      sftp.ext_openssh_fsync(handle, (error) => done(error, undefined))
    ).catch((error: unknown) => {
      if (this.requests.session.ended.aborted) throw error
    })
  }

  /** Gives a written file its name. */
  async #put(path: string, written: string, replaces: boolean): Promise<void> {
    if (!replaces) return this.#move(path, written, path)
    try {
      return await this.#replace(path, written, path)
    } catch (error) {
      // What is no failure of a request: the server knows no renaming over a file.
      if (error instanceof RequestFailed) throw error
    }
    const former = `${written}-former`
    await this.#move(path, path, former)
    try {
      await this.#move(path, written, path)
    } catch (error) {
      await this.#move(path, former, path)
      throw error
    }
    await this.#unlink(former)
  }

  async rename(from: string, to: string, expectedVersion: string): Promise<FileEntry> {
    const target = splitPath(to)
    await this.#assertInside(splitPath(from).folder)
    await this.#assertInside(target.folder)
    await this.#expect(from, expectedVersion)
    const taken = await this.#lstat(to)
    const isItself = !this.traits.isCaseSensitive && isSame(from, to)
    if (taken && !isItself) throw this.#taken(to)
    await (isItself ? this.#replace(to, from, to) : this.#move(to, from, to))
    const stats = await this.#lstat(to)
    if (!stats) throw new EndpointError('stale', `${shownPath(to)} is gone again.`)
    return entryOf(target.name, stats)
  }

  async makeFolder(path: string): Promise<FileEntry> {
    const { folder, name } = splitPath(path)
    await this.#assertInside(folder)
    if (await this.#lstat(path)) throw this.#taken(path)
    await this.#ask(path, (sftp, done) =>
      sftp.mkdir(this.#full(path), (error) => done(error, undefined))
    )
    return { name, kind: 'folder', size: 0, modifiedAt: 0, version: '' }
  }

  async remove(path: string, expectedVersion: string): Promise<void> {
    await this.#assertInside(splitPath(path).folder)
    const stats = await this.#expect(path, expectedVersion)
    const full = this.#full(path)
    if (!stats.isDirectory()) {
      await this.#ask(path, (sftp, done) => sftp.unlink(full, (error) => done(error, undefined)))
      return
    }
    try {
      await this.#ask(path, (sftp, done) => sftp.rmdir(full, (error) => done(error, undefined)))
    } catch (error) {
      const isFailure = error instanceof RequestFailed && error.code === 'failed'
      if (!isFailure || !(await this.#holdsAnything(path))) throw error
      throw new EndpointError('not_empty', `${shownPath(path)} still holds something.`)
    }
  }

  async close(): Promise<void> {
    this.requests.session.end()
  }

  #ask<T>(path: string, start: Parameters<typeof this.requests.ask<T>>[1]): Promise<T> {
    return this.requests.ask(path, start)
  }

  /** @throws EndpointError for a path that leads out of the root */
  #full(path: string): string {
    return [this.root === '/' ? '' : this.root, ...partsOf(path)].join('/') || '/'
  }

  #lstat(path: string): Promise<Stats | null> {
    return this.requests.lstat(path, this.#full(path))
  }

  /** Whether a folder is there and really lies below the root: a link on the way would lead elsewhere. */
  async #isInside(folder: string): Promise<boolean> {
    const full = this.#full(folder)
    const real = await this.#ask<string>(folder, (sftp, done) => sftp.realpath(full, done)).catch(
      (error: unknown) => {
        if (error instanceof RequestFailed && error.code === 'missing') return null
        throw error
      }
    )
    if (real === null) return false
    return this.traits.isCaseSensitive ? real === full : isSame(real, full)
  }

  async #assertInside(folder: string): Promise<void> {
    if (await this.#isInside(folder)) return
    const sentence = `${this.requests.name} has no folder ${shownPath(folder)}, or a link is on the way to it.`
    throw new EndpointError('missing', sentence)
  }

  /** What is under a path, if it is what the caller knows. @throws EndpointError `stale` */
  async #expect(path: string, version: string): Promise<Stats> {
    const stats = await this.#lstat(path)
    const isExpected = version === '' ? stats?.isDirectory() : stats?.isFile()
    if (stats && isExpected && (version === '' || versionOf(stats) === version)) return stats
    throw new EndpointError('stale', `${shownPath(path)} was changed there.`)
  }

  async #expectBefore(path: string, version: string | null): Promise<void> {
    if (version !== null) await this.#expect(path, version)
    else if (await this.#lstat(path)) throw this.#taken(path)
  }

  #taken(path: string): EndpointError {
    return new EndpointError('exists', `${this.requests.name} has ${shownPath(path)} already.`)
  }

  /** Renames where nothing has the new name: a server refuses to rename over a file. */
  async #move(about: string, from: string, to: string): Promise<void> {
    await this.#ask(about, (sftp, done) =>
      sftp.rename(this.#full(from), this.#full(to), (error) => done(error, undefined))
    )
  }

  /** Renames over what is there, in one step. */
  async #replace(about: string, from: string, to: string): Promise<void> {
    await this.#ask(about, (sftp, done) =>
      sftp.ext_openssh_rename(this.#full(from), this.#full(to), (error) => done(error, undefined))
    )
  }

  /** The next names of an open folder; null at its end. */
  async #nextOf(path: string, handle: Buffer): Promise<FileEntryWithStats[] | null> {
    try {
      return await this.#ask<FileEntryWithStats[]>(path, (sftp, done) => sftp.readdir(handle, done))
    } catch (error) {
      if (error instanceof RequestFailed && error.status === status.eof) return null
      throw error
    }
  }

  async #holdsAnything(path: string): Promise<boolean> {
    const handle = await this.#ask<Buffer>(path, (sftp, done) =>
      sftp.opendir(this.#full(path), done)
    )
    try {
      for (let more = await this.#nextOf(path, handle); more;) {
        if (more.some(({ filename }) => filename !== '.' && filename !== '..')) return true
        more = await this.#nextOf(path, handle)
      }
      return false
    } finally {
      this.#closeLater(handle)
    }
  }

  /** SFTP has no status for a volume that is full or can only be read: the volume itself says so. */
  async #roomFault(folder: string, error: unknown): Promise<unknown> {
    if (!(error instanceof RequestFailed) || error.code !== 'failed') return error
    const volume = await this.#ask<{ f_bavail: number; f_flag: number }>(folder, (sftp, done) =>
      sftp.ext_openssh_statvfs(this.#full(folder), done)
    ).catch(() => null)
    if (volume && Number(volume.f_bavail) === 0) {
      return new EndpointError(
        'full',
        `${this.requests.name} has no room left in ${shownPath(folder)}.`
      )
    }
    return error
  }

  #noteLeftover(folder: string, name: string, { mtime }: Stats): void {
    const isOld = clock.now() - (mtime || 0) * 1000 > leftoverMs
    if (!isOld || this.#leftovers.length >= mostLeftovers) return
    this.#leftovers.push(folder === '' ? name : `${folder}/${name}`)
  }

  /** Only after a write: a session that only reads changes nothing. */
  async #deleteLeftovers(): Promise<void> {
    for (const path of this.#leftovers.splice(0)) await this.#unlink(path)
  }

  /** As far as the connection still lets it. */
  async #unlink(path: string): Promise<void> {
    await this.#ask(path, (sftp, done) =>
      sftp.unlink(this.#full(path), (error) => done(error, undefined))
    ).catch(() => {})
  }

  #closeLater(handle: Buffer): void {
    void this.#ask('', (sftp: SFTPWrapper, done) =>
      sftp.close(handle, (error) => done(error, undefined))
    ).catch(() => {})
  }
}
