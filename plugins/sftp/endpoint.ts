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
import type { Stats } from 'ssh2'
import type { SftpSystem } from './config.js'
import { RemoteFolder } from './folder.js'
import { entryOf, isSame, splitPath, temporary } from './names.js'
import { RequestFailed, Requests, shownPath } from './requests.js'
import { openSession } from './session.js'
import { readPieces, writePieces } from './transfer.js'

/**
 * Modification times have a resolution of one second, on some volumes two. Within this time after a change,
 * another one may go unnoticed.
 */
const settleMs = 2_000
/** Temporary files that a lost connection left behind are deleted after this time. */
const leftoverMs = 24 * 60 * 60_000
const mostLeftovers = 1_000

/**
 * Opens the folder of a system.
 * @param most maximum number of entries in a folder
 * @throws EndpointError, EgressError
 */
export async function openSftp(
  system: SftpSystem,
  signal?: AbortSignal,
  most = maxListed
): Promise<SftpEndpoint> {
  const requests = new Requests(system.name, await openSession(system, signal))
  try {
    const given = system.config.path || '.'
    const root = await requests.ask<string>(given, (sftp, done) => sftp.realpath(given, done))
    const stats = await requests.lstat(given, root)
    if (!stats?.isDirectory()) {
      const sentence = `${system.name} has no folder "${given}". Correct the folder of the system.`
      throw new EndpointError('missing', sentence)
    }
    const traits = await traitsOf(requests, root)
    return new SftpEndpoint(new RemoteFolder(requests, root, traits), most)
  } catch (error) {
    requests.session.end()
    throw error
  }
}

/** Detects the capabilities of the server's volume by examining its root. */
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
class SftpEndpoint implements FileEndpoint {
  readonly #leftovers: string[] = []

  constructor(
    private readonly folder: RemoteFolder,
    private readonly most: number
  ) {}

  get traits(): Traits {
    return this.folder.traits
  }

  async list(path: string): Promise<FileEntry[]> {
    await this.folder.assertInside(path)
    const handle = await this.folder.ask<Buffer>(path, (sftp, done) =>
      sftp.opendir(this.folder.full(path), done)
    )
    const entries = new Map<string, FileEntry>()
    try {
      for (;;) {
        const more = await this.folder.nextOf(path, handle)
        if (more === null) return [...entries.values()]
        for (const { filename, attrs } of more) {
          if (filename === '.' || filename === '..') continue
          if (filename.startsWith(temporary)) this.#noteLeftover(path, filename, attrs)
          else entries.set(filename, entryOf(filename, attrs))
        }
        if (entries.size > this.most) {
          throw new EndpointError(
            'too_many',
            `${shownPath(path)} holds more than ${this.most} entries. Distribute them over folders.`
          )
        }
      }
    } finally {
      this.folder.closeLater(handle)
    }
  }

  async stat(path: string): Promise<FileEntry | null> {
    const { folder, name } = splitPath(path)
    if (!(await this.folder.isInside(folder))) return null
    const stats = await this.folder.lstat(path)
    return stats && entryOf(name, stats)
  }

  async read(path: string, expectedVersion: string): Promise<Readable> {
    await this.folder.assertInside(splitPath(path).folder)
    const { size, mtime } = await this.folder.expect(path, expectedVersion)
    const handle = await this.folder.ask<Buffer>(path, (sftp, done) =>
      sftp.open(this.folder.full(path), 'r', done)
    )
    const content = Readable.from(this.#whole(path, handle, size, expectedVersion, mtime), {
      objectMode: false,
    })
    content.once('close', () => this.folder.closeLater(handle))
    return content
  }

  /** Yields the bytes of a file, then checks that the file is unchanged. */
  async *#whole(path: string, handle: Buffer, size: number, version: string, mtime: number) {
    yield* readPieces(this.folder.requests, path, handle, size)
    const left = (mtime || 0) * 1000 + settleMs - clock.now()
    if (left > 0 && left <= settleMs) await new Promise<void>((done) => clock.after(left, done))
    await this.folder.expect(path, version)
  }

  async write(path: string, content: Readable, file: FileToWrite): Promise<FileEntry> {
    // The stream may fail before the caller reads it. The caller gets the error when it reads.
    content.on('error', () => {})
    try {
      const { folder, name } = splitPath(path)
      await this.folder.assertInside(folder)
      await this.folder.expectBefore(path, file.expectedVersion)
      const written = `${folder === '' ? '' : `${folder}/`}${temporary}${randomBytes(12).toString('hex')}`
      try {
        await this.#fill(path, written, content, file)
        await this.folder.expectBefore(path, file.expectedVersion)
        await this.#put(path, written, file.expectedVersion !== null)
      } catch (error) {
        const fault = await this.folder.fullVolumeError(folder, error)
        await this.folder.unlink(written)
        throw fault
      }
      await this.#deleteLeftovers()
      const stats = await this.folder.lstat(path)
      if (!stats) throw new EndpointError('stale', `${shownPath(path)} is gone again.`)
      return entryOf(name, stats)
    } finally {
      content.destroy()
    }
  }

  /** Writes the temporary file, and checks that the server stored all bytes. */
  async #fill(path: string, written: string, content: Readable, file: FileToWrite): Promise<void> {
    const { ended } = this.folder.requests.session
    const handle = await this.folder.ask<Buffer>(path, (sftp, done) =>
      sftp.open(this.folder.full(written), 'wx', done)
    )
    try {
      // If the connection is lost, stop waiting for slow content.
      addAbortSignal(ended, content)
      await writePieces(this.folder.requests, path, handle, content, file.size)
      const seconds = Math.max(0, Math.floor(file.modifiedAt / 1000))
      const { size } = await this.folder.ask<Stats>(path, (sftp, done) => sftp.fstat(handle, done))
      if (size !== file.size) {
        const sentence = `${this.folder.requests.name} kept ${size} bytes of ${file.size} of ${shownPath(path)}. Nothing was changed there.`
        throw new EndpointError('failed', sentence)
      }
      await this.folder.ask(path, (sftp, done) =>
        sftp.futimes(handle, seconds, seconds, (error) => done(error, undefined))
      )
      await this.#toDisk(path, handle)
    } catch (error) {
      throw ended.aborted ? this.folder.requests.lost() : error
    } finally {
      this.folder.closeLater(handle)
    }
  }

  /** Syncs the file to disk where the server supports it. */
  async #toDisk(path: string, handle: Buffer): Promise<void> {
    await this.folder
      .ask(path, (sftp, done) => sftp.ext_openssh_fsync(handle, (error) => done(error, undefined)))
      .catch((error: unknown) => {
        if (this.folder.requests.session.ended.aborted) throw error
      })
  }

  /** Renames a written file to its final name. */
  async #put(path: string, written: string, replaces: boolean): Promise<void> {
    if (!replaces) return this.folder.move(path, written, path)
    try {
      return await this.folder.replace(path, written, path)
    } catch (error) {
      // The server refused the rename. Other errors mean that it cannot rename over a file.
      if (error instanceof RequestFailed) throw error
    }
    const former = `${written}-former`
    await this.folder.move(path, path, former)
    try {
      await this.folder.move(path, written, path)
    } catch (error) {
      await this.folder.move(path, former, path)
      throw error
    }
    await this.folder.unlink(former)
  }

  async rename(from: string, to: string, expectedVersion: string): Promise<FileEntry> {
    const target = splitPath(to)
    await this.folder.assertInside(splitPath(from).folder)
    await this.folder.assertInside(target.folder)
    await this.folder.expect(from, expectedVersion)
    const taken = await this.folder.lstat(to)
    const isItself = !this.traits.isCaseSensitive && isSame(from, to)
    if (taken && !isItself) throw this.folder.taken(to)
    await (isItself ? this.folder.replace(to, from, to) : this.folder.move(to, from, to))
    const stats = await this.folder.lstat(to)
    if (!stats) throw new EndpointError('stale', `${shownPath(to)} is gone again.`)
    return entryOf(target.name, stats)
  }

  async makeFolder(path: string): Promise<FileEntry> {
    const { folder, name } = splitPath(path)
    await this.folder.assertInside(folder)
    if (await this.folder.lstat(path)) throw this.folder.taken(path)
    await this.folder.ask(path, (sftp, done) =>
      sftp.mkdir(this.folder.full(path), (error) => done(error, undefined))
    )
    return { name, kind: 'folder', size: 0, modifiedAt: 0, version: '' }
  }

  async remove(path: string, expectedVersion: string): Promise<void> {
    await this.folder.assertInside(splitPath(path).folder)
    const stats = await this.folder.expect(path, expectedVersion)
    const full = this.folder.full(path)
    if (!stats.isDirectory()) {
      await this.folder.ask(path, (sftp, done) =>
        sftp.unlink(full, (error) => done(error, undefined))
      )
      return
    }
    try {
      await this.folder.ask(path, (sftp, done) =>
        sftp.rmdir(full, (error) => done(error, undefined))
      )
    } catch (error) {
      const isFailure = error instanceof RequestFailed && error.code === 'failed'
      if (!isFailure || !(await this.folder.holdsAnything(path))) throw error
      throw new EndpointError('not_empty', `${shownPath(path)} is not empty.`)
    }
  }

  async close(): Promise<void> {
    this.folder.requests.session.end()
  }

  #noteLeftover(folder: string, name: string, { mtime }: Stats): void {
    const isOld = clock.now() - (mtime || 0) * 1000 > leftoverMs
    if (!isOld || this.#leftovers.length >= mostLeftovers) return
    this.#leftovers.push(folder === '' ? name : `${folder}/${name}`)
  }

  /** Runs only after a write, because a session that only reads must change nothing. */
  async #deleteLeftovers(): Promise<void> {
    for (const path of this.#leftovers.splice(0)) await this.folder.unlink(path)
  }
}
