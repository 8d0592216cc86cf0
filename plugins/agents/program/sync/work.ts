import { AgentError, isDiskFull } from '../errors.js'
import type { AllowedPlace } from '../files/allow_list.js'
import type { Folder } from '../files/folder.js'
import { nameFault } from '../files/names.js'
import { HttpProblem, Unreachable } from '../http/problem.js'
import type { AgentPlatform } from '../platform.js'
import type { Paced } from '../transfer/pace.js'
import type { Expected } from '@crossdock/sync-engine'
import type { Outcome, Progress, Work } from '@crossdock/sync-engine/protocol'
import type { EndApi } from './api.js'
import { identOf, isOwnName, markOf, reported, versionOf } from './marks.js'
import { OpenFolders } from './reader.js'
import type { Entry, Records } from './records.js'

/** What a round uses of its end. */
interface RoundDeps {
  records: Records
  api: EndApi
  place: AllowedPlace
  platform: AgentPlatform
  mayWrite: () => boolean
  up: Paced
  down: Paced
  /** Waits until the profile allows transfers. */
  whenActive: () => Promise<void>
  /** Called when something in this folder differs from the known state. */
  onDirty: (folderId: string) => void
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

export type WorkOf<T extends Work['type']> = Extract<Work, { type: T }>

/** The entry is no longer in the state that the server expects. */
export class Stale extends Error {}

/** One round of work: its open folders and its results. */
export class Round {
  readonly folders: OpenFolders
  /** Folders that this round has created, by the work that created them. */
  readonly #made = new Map<string, string>()
  /** Temporary files that have no final name yet, with their folders. None may remain when the round ends. */
  readonly temporary = new Map<string, string>()
  #isFull = false

  constructor(readonly deps: RoundDeps) {
    this.folders = new OpenFolders(deps.records, deps.place)
  }

  /** Returns whether the disk was full. Then nothing is written, and sending continues. */
  get isFull(): boolean {
    return this.#isFull
  }

  /**
   * Records the failure of one item.
   * @throws errors that affect the whole round, such as an unreachable server
   */
  fail(work: Work, error: unknown): void {
    const { records, signal } = this.deps
    signal.throwIfAborted()
    if (error instanceof Stale) return records.noteOutcome({ workId: work.id, state: 'stale' })
    if (isDiskFull(error)) {
      this.#isFull = true
      return
    }
    if (error instanceof Unreachable) throw error
    // A server without space accepts this file later. Continue with the other files.
    const isBroken = error instanceof HttpProblem && error.status >= 500 && error.status !== 507
    if (isBroken || (error instanceof HttpProblem && error.isPassing)) throw error
    if (error instanceof HttpProblem && [401, 403, 404].includes(error.status)) throw error
    if (!(error instanceof AgentError)) throw error
    records.noteOutcome({
      workId: work.id,
      state: 'failed',
      code: error.code.slice(0, 50),
      message: error.message.slice(0, 1_000),
      isForNow: error.code !== 'E_NAME',
    })
  }

  done(work: Work, id: string | null): void {
    const entry = id === null ? undefined : this.deps.records.find(id)
    if (entry?.kind === 'folder') this.#made.set(work.id, entry.id)
    const outcome: Outcome = {
      workId: work.id,
      state: 'done',
      entry: entry ? reported(entry) : null,
    }
    this.deps.records.noteOutcome(outcome)
  }

  /**
   * Returns the id of a folder, which work of this batch may have created.
   * @throws Stale
   */
  parent(parentId: string | null): string {
    if (parentId === null) return ''
    const { records } = this.deps
    if (!parentId.startsWith('work:')) {
      if (records.find(parentId)?.kind !== 'folder') throw new Stale()
      return parentId
    }
    const workId = parentId.slice('work:'.length)
    const made = this.#made.get(workId)
    if (made !== undefined) return made
    const outcome = records.outcomeOf(workId)
    if (outcome?.state !== 'done' || !outcome.entry) throw new Stale()
    return outcome.entry.id
  }

  /** @throws AgentError for a name that is not valid here */
  assertName(name: string): void {
    const fault = isOwnName(name)
      ? 'the agent reserves these names for unfinished files'
      : nameFault(name, this.deps.platform)
    if (fault) throw new AgentError('E_NAME', `"${name}" cannot be a name here, because ${fault}.`)
  }

  /**
   * Checks that the agent may change this end.
   * @throws AgentError if the contract only reads it
   */
  assertMayWrite(): void {
    if (this.deps.mayWrite()) return
    throw new AgentError('E_READ_ONLY', 'This side of the contract is never changed.')
  }

  /**
   * Returns the entry if it is in the state that the server expects and the disk agrees.
   * @throws Stale
   */
  async expected(expected: Expected): Promise<{ entry: Entry; folder: Folder }> {
    const { records, onDirty } = this.deps
    const entry = records.find(expected.id)
    const isKnown =
      entry &&
      entry.parentId === (expected.parentId ?? '') &&
      entry.name === expected.name &&
      entry.trouble === null &&
      versionOf(entry) === expected.version
    if (!isKnown) throw new Stale()
    const folder = await this.folderAt(entry.parentId)
    const stats = await folder.statOf(entry.name)
    const isSame =
      stats &&
      identOf(stats) === entry.ident &&
      (entry.kind === 'folder' ? stats.isDirectory() : markOf(stats) === entry.mark)
    if (isSame) return { entry, folder }
    onDirty(entry.parentId)
    throw new Stale()
  }

  /** @throws Stale when the folder is gone */
  async folderAt(id: string): Promise<Folder> {
    try {
      return await this.folders.at(id)
    } catch (error) {
      const cause = error instanceof AgentError ? (error.cause as NodeJS.ErrnoException) : undefined
      if (!(error instanceof AgentError)) throw error
      if (error.code !== 'E_NO_PATH' && cause?.code !== 'ENOENT') throw error
      this.deps.onDirty(id)
      throw new Stale()
    }
  }

  async close(): Promise<void> {
    await this.folders.close()
  }
}
