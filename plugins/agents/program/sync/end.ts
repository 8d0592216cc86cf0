import { setTimeout as pause } from 'node:timers/promises'
import { filterOf } from '@crossdock/sync-engine'
import type { AgentEnd, Progress } from '@crossdock/sync-engine/protocol'
import { AgentError, reasonOf } from '../errors.js'
import { placeOf } from '../files/allow_list.js'
import { backOffMs } from '../http/retry.js'
import { HttpProblem, Unreachable } from '../http/problem.js'
import type { Sessions } from '../identity/session.js'
import type { AgentPlatform } from '../platform.js'
import type { Log } from '../log.js'
import type { AllowedFolder } from '../state/state.js'
import { RuledPace, type Pace } from '../transfer/pace.js'
import { EndApi } from './api.js'
import type { SyncDatabase } from './database.js'
import { doRun, groupByKind } from './do_work.js'
import { FolderObserver } from './observer.js'
import { Records } from './records.js'
import { Reporter } from './reporter.js'
import { usualTraits } from './traits.js'
import { Round } from './work.js'

/** What an end uses of its agent. */
export interface EndContext {
  database: SyncDatabase
  sessions: Sessions
  platform: AgentPlatform
  log: Log
  up: Pace
  down: Pace
  folders: () => readonly AllowedFolder[]
  whenActive: (signal: AbortSignal) => Promise<void>
  /** Whether this machine or the server has paused new work. */
  isPaused: () => boolean
  /** Requests all ends again, because the server's state is unknown. */
  askAgain: () => void
  /** Called after much work, when no work is in progress. */
  onIdle: () => void
}

/** Maximum delay of a report while files are still being read. */
const reportMs = 3_000
/** Interval of scans for folders that cannot be watched, and for a missing root. */
const uncoveredMs = 60_000
const progressMs = 2_000
const fullDiskMs = 30_000
/** A count that took longer than this is not repeated for a while. */
const slowCountMs = 20
/** Memory is released after work with more bytes than this. */
const manyBytes = 64 * 1024 * 1024

/** The files of an end, and those that cannot be synced now. */
interface Counts {
  files: number
  bytes: number
  troubles: number
}

/** The visible status of an end. */
export interface EndStatus extends Counts {
  contract: string
  path: string
  side: 'source' | 'target'
  state: string
  scannedAt: string | null
  unwatched: number
}

/** One end of a contract on this machine: it watches, scans, reports, and does the server's work. */
export class SyncEnd {
  readonly #abort = new AbortController()
  readonly #api: EndApi
  readonly #madeFor: AgentEnd
  readonly #up: RuledPace
  readonly #down: RuledPace
  readonly #ended: Promise<unknown>
  readonly #logged = new Set<string>()
  readonly #progress = new Map<string, Progress>()
  #progressAt = 0
  #counted: Counts = { files: 0, bytes: 0, troubles: 0 }
  #countsUntil = 0
  #heldAt: number
  #records: Records | undefined
  #reporter: Reporter | undefined
  #observer: FolderObserver | undefined
  #hasWork = true
  #state = 'starting'
  #trouble: string | undefined
  #bell = Promise.withResolvers<void>()
  #workBell = Promise.withResolvers<void>()

  /** @param askedAt when the agent requested `end` from the server */
  constructor(
    private end: AgentEnd,
    askedAt: number,
    private readonly context: EndContext
  ) {
    this.#heldAt = askedAt
    this.#madeFor = end
    const rules = () => this.end.bandwidth ?? []
    this.#up = new RuledPace(context.up, rules)
    this.#down = new RuledPace(context.down, rules)
    this.#api = new EndApi(context.sessions, end, this.#abort.signal)
    this.#ended = Promise.all([
      this.#repeat(() => this.#scanOnce()),
      this.#repeat(() => this.#workOnce()),
    ])
  }

  /** Returns whether this object still fits the contract, or must be replaced. */
  isFor(end: AgentEnd): boolean {
    const { revision, path, isActive } = this.#madeFor
    return end.revision === revision && end.path === path && end.isActive === isActive
  }

  /** Handles the server's answer about this end, and requests work. */
  update(end: AgentEnd, askedAt: number): void {
    this.end = end
    this.#heldAt = askedAt
    this.#reporter?.updateFrom(end.held, askedAt)
    this.#bell.resolve()
    // When no work is left, remove unfinished files.
    if (end.hasWork !== false || this.#observer?.hasTemporary) this.#askForWork()
  }

  /** Applies changed settings of this machine. */
  wake(): void {
    this.#bell.resolve()
    this.#workBell.resolve()
  }

  #askForWork(): void {
    this.#hasWork = true
    this.#workBell.resolve()
  }

  async stop(): Promise<void> {
    this.#abort.abort(new AgentError('E_STOPPING', 'The end of a contract stops.'))
    this.wake()
    await this.#ended
    this.#observer?.close()
  }

  status(): EndStatus {
    const { files, bytes, troubles } = this.#counts()
    const { name, path, side } = this.end
    const scannedAt = this.#records?.scannedAt
    return {
      contract: name,
      path,
      side,
      state: this.#trouble ?? this.#state,
      files,
      bytes,
      troubles,
      scannedAt: scannedAt ? new Date(scannedAt).toISOString() : null,
      unwatched: this.#observer?.uncovered ?? 0,
    }
  }

  /**
   * Counts the files; in a large folder only at intervals, because a million files block the process for 100
   * ms.
   */
  #counts(): Counts {
    const began = performance.now()
    if (!this.#records || began < this.#countsUntil) return this.#counted
    this.#counted = this.#records.counts()
    const ended = performance.now()
    this.#countsUntil = ended - began > slowCountMs ? ended + 50 * (ended - began) : 0
    return this.#counted
  }

  /** Repeats a loop. After a failure it waits, longer each time, and tries again. */
  async #repeat(turn: () => Promise<void>): Promise<void> {
    const { signal } = this.#abort
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        await turn()
        attempt = -1
      } catch (error) {
        if (signal.aborted) return
        this.#failed(error, 'waits')
        if (error instanceof HttpProblem && [404, 409].includes(error.status))
          this.context.askAgain()
        const asked = error instanceof HttpProblem ? (error.retryAfterMs ?? 0) : 0
        const ms = Math.max(asked, 500 + backOffMs(attempt))
        await pause(ms, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  #failed(error: unknown, how: 'waits' | 'cannot be synced'): void {
    const known = error instanceof AgentError ? error : undefined
    const message = known?.message ?? `${reasonOf(error)}.`
    this.#trouble = message
    // The connection already logs an unreachable server.
    if (error instanceof Unreachable) return
    this.#logOnce([`"${this.end.name}" ${how}: ${message}`, known?.hint].filter(Boolean).join(' '))
  }

  /** Logs a repeated line only once, until the end has recovered. */
  #logOnce(line: string): void {
    if (this.#logged.has(line)) return
    if (this.#logged.size > 100) this.#logged.clear()
    this.#logged.add(line)
    this.context.log.warn(line)
  }

  /** One pass of the scan loop: scans changed folders, reads due files, reports changes, and waits. */
  async #scanOnce(): Promise<void> {
    this.#bell = Promise.withResolvers<void>()
    const bell = this.#bell.promise
    if (!this.end.isActive || this.context.isPaused()) {
      this.#state = this.end.isActive ? 'paused' : 'not active'
      return await this.#wait(bell, uncoveredMs)
    }
    const observer = await this.#open()
    const records = this.#records!
    if (!observer) {
      await this.#report()
      return await this.#wait(bell, uncoveredMs)
    }
    const fullMs = this.end.fullScanSeconds * 1000
    const everyMs = observer.uncovered > 0 ? Math.min(fullMs, uncoveredMs) : fullMs
    const isDue = Date.now() - records.scannedAt >= everyMs
    if (isDue || observer.isDirty) this.#state = 'scanning'
    await observer.scan(isDue)
    let reportedAt = Date.now()
    while ((await observer.read()) > 0) {
      this.#state = 'reading files'
      if (Date.now() - reportedAt < reportMs) continue
      await this.#report()
      reportedAt = Date.now()
    }
    await this.#report()
    this.#trouble = undefined
    this.#state = 'in step with the server'
    this.#logged.clear()
    // The work loop waits until the first scan is done.
    if (this.#hasWork) this.#workBell.resolve()
    if (observer.isDirty) return
    const next = Math.min(records.scannedAt + everyMs, records.nextRead() ?? Infinity)
    await this.#wait(bell, Math.max(10, next - Date.now()))
  }

  async #wait(bell: Promise<void>, ms: number): Promise<void> {
    const over = new AbortController()
    const signal = AbortSignal.any([this.#abort.signal, over.signal])
    const time = pause(Math.min(ms, 2 ** 31 - 1), undefined, { signal }).catch(() => undefined)
    await Promise.race([bell, time])
    over.abort()
  }

  /** Opens the folder of the contract; undefined while it is missing, or the agent may not use it. */
  async #open(): Promise<FolderObserver | undefined> {
    try {
      this.#observer ??= this.#newObserver()
      await this.#observer.checkRoot()
    } catch (error) {
      if (!(error instanceof AgentError)) throw error
      if (!this.#records) this.#remember(null)
      this.#records!.rootIsThere(false)
      this.#failed(error, 'cannot be synced')
      return undefined
    }
    this.#records!.rootIsThere(true)
    return this.#observer
  }

  /**
   * Returns the observer of the folder.
   * @throws AgentError for a path that the agent may not use
   */
  #newObserver(): FolderObserver {
    const { context, end } = this
    const place = placeOf(end.path, context.folders(), context.platform)
    const records = this.#remember([place.root.real, ...place.names].join('/'))
    const filter = filterOf(end)
    return new FolderObserver({
      records,
      place,
      platform: context.platform,
      signal: this.#abort.signal,
      isHidden: (names, kind) => filter !== null && filter(names.join('/'), kind) !== null,
      onDirty: () => this.#bell.resolve(),
      onOtherRoot: () => this.#reporter!.requireWhole(),
      onLeftAlone: (path, why) =>
        this.#logOnce(`"${path}" of "${end.name}" is left alone for now: ${why}`),
    })
  }

  #remember(real: string | null): Records {
    const records = Records.of(this.context.database, this.end, real)
    this.#records = records
    this.#reporter = new Reporter(records, this.#api, usualTraits(this.context.platform))
    this.#reporter.updateFrom(this.end.held, this.#heldAt)
    return records
  }

  async #report(): Promise<void> {
    const answer = await this.#reporter!.report()
    if (!answer) return
    if (answer.state !== 'held') this.context.askAgain()
    if (answer.hasWork) this.#askForWork()
  }

  /** One pass of the work loop: fetches work, does it, and reports the results. */
  async #workOnce(): Promise<void> {
    const observer = this.#observer
    const records = this.#records
    const isReady =
      this.#hasWork &&
      this.end.isActive &&
      !this.context.isPaused() &&
      observer?.hasRoot &&
      // Before the first scan, the agent cannot check the expected states of entries.
      records!.scannedAt > 0
    if (!isReady) {
      this.#workBell = Promise.withResolvers<void>()
      return await this.#workBell.promise
    }
    this.#hasWork = false
    const all = await this.#api.work()
    if (all.length === 0) return await observer.dropTemporary()
    const work = all.filter(({ id }) => records!.outcomeOf(id) === undefined)
    if (work.length === 0) return await this.#report()
    const round = this.#round(observer)
    try {
      for (const run of groupByKind(work)) {
        this.#state = run[0]!.type === 'send' ? 'sending files' : 'receiving files'
        await doRun(round, run)
        await this.#report()
      }
    } catch (error) {
      this.#hasWork = true
      throw error
    } finally {
      observer.noteTemporary(round.temporary)
      await round.close()
    }
    if (round.isFull) {
      this.#hasWork = true
      this.#logOnce(`"${this.end.name}" waits: the disk of "${this.end.path}" is full.`)
      return void (await pause(fullDiskMs, undefined, { signal: this.#abort.signal }))
    }
    this.#state = 'in step with the server'
    const bytes = work.reduce((sum, one) => sum + ('size' in one ? one.size : 0), 0)
    if (bytes > manyBytes) this.context.onIdle()
  }

  #round(observer: FolderObserver): Round {
    const { context } = this
    const { signal } = this.#abort
    return new Round({
      records: this.#records!,
      api: this.#api,
      place: observer.place,
      signal,
      platform: context.platform,
      up: this.#up,
      down: this.#down,
      mayWrite: () => this.end.mayWrite,
      whenActive: () => context.whenActive(signal),
      onDirty: (id) => observer.markDirty(id),
      onProgress: (progress) => this.#reportProgress(progress),
    })
  }

  /** Sends collected progress, at most once per interval. */
  #reportProgress(progress: Progress): void {
    const now = performance.now()
    if (this.#progressAt === 0) this.#progressAt = now
    this.#progress.set(progress.workId, progress)
    if (now - this.#progressAt < progressMs) return
    this.#progressAt = now
    const all = [...this.#progress.values()].slice(-100)
    this.#progress.clear()
    void this.#api.progress(all).catch(() => undefined)
  }
}
