import { EndpointError } from '@crossdock/sync/contracts'
import type { Traits } from '@crossdock/sync-engine'
import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2'
import { isSame, partsOf, versionOf } from './names.js'
import { RequestFailed, shownPath, status, type Requests } from './requests.js'

/** Sends requests about paths below the root of a system, and checks the paths first. */
export class RemoteFolder {
  constructor(
    readonly requests: Requests,
    private readonly root: string,
    readonly traits: Traits
  ) {}

  ask<T>(path: string, start: Parameters<typeof this.requests.ask<T>>[1]): Promise<T> {
    return this.requests.ask(path, start)
  }

  /** @throws EndpointError for a path that leads out of the root */
  full(path: string): string {
    return [this.root === '/' ? '' : this.root, ...partsOf(path)].join('/') || '/'
  }

  lstat(path: string): Promise<Stats | null> {
    return this.requests.lstat(path, this.full(path))
  }

  /** Returns whether a folder exists and is really below the root. A link in its path could lead outside. */
  async isInside(folder: string): Promise<boolean> {
    const full = this.full(folder)
    const real = await this.ask<string>(folder, (sftp, done) => sftp.realpath(full, done)).catch(
      (error: unknown) => {
        if (error instanceof RequestFailed && error.code === 'missing') return null
        throw error
      }
    )
    if (real === null) return false
    return this.traits.isCaseSensitive ? real === full : isSame(real, full)
  }

  async assertInside(folder: string): Promise<void> {
    if (await this.isInside(folder)) return
    const sentence = `${this.requests.name} has no folder ${shownPath(folder)}, or its path contains a link.`
    throw new EndpointError('missing', sentence)
  }

  /**
   * Returns the entry at a path.
   * @throws EndpointError `stale` if its version is not the expected one
   */
  async expect(path: string, version: string): Promise<Stats> {
    const stats = await this.lstat(path)
    const isExpected = version === '' ? stats?.isDirectory() : stats?.isFile()
    if (stats && isExpected && (version === '' || versionOf(stats) === version)) return stats
    throw new EndpointError('stale', `${shownPath(path)} was changed there.`)
  }

  async expectBefore(path: string, version: string | null): Promise<void> {
    if (version !== null) await this.expect(path, version)
    else if (await this.lstat(path)) throw this.taken(path)
  }

  taken(path: string): EndpointError {
    return new EndpointError('exists', `${this.requests.name} has ${shownPath(path)} already.`)
  }

  /** Renames to a free name. If the name is taken, the server refuses. */
  async move(about: string, from: string, to: string): Promise<void> {
    await this.ask(about, (sftp, done) =>
      sftp.rename(this.full(from), this.full(to), (error) => done(error, undefined))
    )
  }

  /** Renames over an existing file, in one step. */
  async replace(about: string, from: string, to: string): Promise<void> {
    await this.ask(about, (sftp, done) =>
      sftp.ext_openssh_rename(this.full(from), this.full(to), (error) => done(error, undefined))
    )
  }

  /** Returns the next batch of names of an open folder; null at its end. */
  async nextOf(path: string, handle: Buffer): Promise<FileEntryWithStats[] | null> {
    try {
      return await this.ask<FileEntryWithStats[]>(path, (sftp, done) => sftp.readdir(handle, done))
    } catch (error) {
      if (error instanceof RequestFailed && error.status === status.eof) return null
      throw error
    }
  }

  async holdsAnything(path: string): Promise<boolean> {
    const handle = await this.ask<Buffer>(path, (sftp, done) => sftp.opendir(this.full(path), done))
    try {
      for (let more = await this.nextOf(path, handle); more;) {
        if (more.some(({ filename }) => filename !== '.' && filename !== '..')) return true
        more = await this.nextOf(path, handle)
      }
      return false
    } finally {
      this.closeLater(handle)
    }
  }

  /** Returns a better error if the volume is full. SFTP has no status for it, so ask the volume. */
  async fullVolumeError(folder: string, error: unknown): Promise<unknown> {
    if (!(error instanceof RequestFailed) || error.code !== 'failed') return error
    const volume = await this.ask<{ f_bavail: number }>(folder, (sftp, done) =>
      sftp.ext_openssh_statvfs(this.full(folder), done)
    ).catch(() => null)
    if (volume && Number(volume.f_bavail) === 0) {
      return new EndpointError(
        'full',
        `${this.requests.name} has no room left in ${shownPath(folder)}.`
      )
    }
    return error
  }

  /** Deletes the file if the connection still works. */
  async unlink(path: string): Promise<void> {
    await this.ask(path, (sftp, done) =>
      sftp.unlink(this.full(path), (error) => done(error, undefined))
    ).catch(() => {})
  }

  closeLater(handle: Buffer): void {
    void this.ask('', (sftp: SFTPWrapper, done) =>
      sftp.close(handle, (error) => done(error, undefined))
    ).catch(() => {})
  }
}
