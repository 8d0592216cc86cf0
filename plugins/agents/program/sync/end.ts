import { setTimeout as pause } from 'node:timers/promises'
import { filterOf } from '@crossdock/sync-engine'
import type { AgentEnd, Progress, Work } from '@crossdock/sync-engine/protocol'
import { AgentError, reasonOf } from '../errors.js'
import { placeOf, type AllowedPlace } from '../files/allow_list.js'
import { Folder } from '../files/folder.js'
import { backOffMs } from '../http/patient.js'
import { HttpProblem } from '../http/problem.js'
import type { Sessions } from '../identity/session.js'
import type { AgentPlatform } from '../platform.js'
import type { Log } from '../run/log.js'
import type { AllowedFolder } from '../state/state.js'
import type { Pace } from '../transfer/pace.js'
import { EndApi } from './api.js'
import type { SyncDatabase } from './database.js'
import { identOf } from './marks.js'
import { Reader } from './reader.js'
import { Records } from './records.js'
import { Reporter } from './reporter.js'
import { Scanner } from './scanner.js'
import { sendFiles } from './send.js'
import { probeTraits, usualTraits } from './traits.js'
import { makeFolder, move, remove } from './tree_work.js'
import { Watch } from './watch.js'
import { Round, type WorkDoors, type WorkOf } from './work.js'
import { writeFiles } from './write.js'

/** What an end asks of the agent it runs in. */
export interface EndHome {
  database: SyncDatabase
  sessions: Sessions
  platform: AgentPlatform
  log: Log
  up: Pace
  down: Pace
  folders: () => readonly AllowedFolder[]
  whenActive: (signal: AbortSignal) => Promise<void>
  /** Whether nothing new is begun, by this machine or by the server. */
  isPaused: () => boolean
  /** What the server holds is not known any more: ask for all ends again. */
  askAgain: () => void
  /** Much was done, and nothing is under way now. */
  onIdle: () => void
}

/** Events of a moment are looked at together. */
const gatheredMs = 50
/** Reports are not held back for longer while there is always something new to read. */
const reportMs = 3_000
/** Folders that cannot be watched, and a root that is away, are looked at so often. */
const uncoveredMs = 60_000
const progressMs = 2_000
const fullDiskMs = 30_000
/** Moving so much takes memory that is given back afterwards. */
const manyBytes = 64 * 1024 * 1024

/** What people see of an end. */
export interface EndStatus {
  contract: string
  path: string
  side: 'source' | 'target'
  state: string
  files: number
  bytes: number
  troubles: number
  scannedAt: string | null
  unwatched: number
}

/** One end of a contract on this machine: it watches, scans, reports, and does what the server wants of it. */
export class SyncEnd {
  readonly #abort = new AbortController()
  readonly #dirty = new Set<string>()
  #end: AgentEnd
  #records: Records | undefined
  #reporter: Reporter | undefined
  #watch: Watch | undefined
  #place: AllowedPlace | undefined
  #api: EndApi
  #needsAll = true
  #hasWork = true
  #state = 'starting'
  #trouble: string | undefined
  #ended: Promise<unknown>
  #bell = Promise.withResolvers<void>()
  #workBell = Promise.withResolvers<void>()
  readonly #told = new Map<string, Progress>()
  #progressAt = 0
  readonly #logged = new Set<string>()
  readonly #filter: {
    of: AgentEnd
    isHidden: (names: readonly string[], kind: 'file' | 'folder') => boolean
  }

  #heldAt: number
  #isPlaced = false

  /** @param askedAt when the server was asked about it */
  constructor(
    end: AgentEnd,
    askedAt: number,
    private readonly home: EndHome
  ) {
    this.#end = end
    this.#heldAt = askedAt
    this.#api = new EndApi(home.sessions, end, this.#abort.signal)
    const filter = filterOf(end)
    this.#filter = {
      of: end,
      isHidden: (names, kind) => filter !== null && filter(names.join('/'), kind) !== null,
    }
    this.#ended = Promise.all([this.#keep(() => this.#look()), this.#keep(() => this.#work())])
  }

  get key(): string {
    return `${this.#end.contractId} ${this.#end.side}`
  }

  /** Whether the contract is still the one this end was made for. */
  isFor(end: AgentEnd): boolean {
    const { revision, path, isActive } = this.#filter.of
    return end.revision === revision && end.path === path && end.isActive === isActive
  }

  /** Takes what the server says, and asks for work. */
  hear(end: AgentEnd, askedAt: number): void {
    this.#end = end
    this.#heldAt = askedAt
    this.#reporter?.heard(end.held, askedAt)
    this.#ring()
    if (end.hasWork !== false) this.#askForWork()
  }

  /** What is set on this machine has changed. */
  wake(): void {
    this.#ring()
    this.#workBell.resolve()
  }

  #ring(): void {
    this.#bell.resolve()
  }

  #askForWork(): void {
    this.#hasWork = true
    this.#workBell.resolve()
  }

  async stop(): Promise<void> {
    this.#abort.abort(new AgentError('E_STOPPING', 'The end of a contract stops.'))
    this.#ring()
    this.#workBell.resolve()
    await this.#ended
    this.#watch?.close()
  }

  status(): EndStatus {
    const records = this.#records
    const { files, bytes, troubles } = records?.counts() ?? { files: 0, bytes: 0, troubles: 0 }
    const { name, path, side } = this.#end
    return {
      ...{
        contract: name,
        path,
        side,
        state: this.#trouble ?? this.#state,
        files,
        bytes,
        troubles,
      },
      scannedAt: records?.scannedAt ? new Date(records.scannedAt).toISOString() : null,
      unwatched: this.#watch?.uncovered ?? 0,
    }
  }

  /** Keeps a loop running. What fails is tried again, slower and slower. */
  async #keep(turn: () => Promise<void>): Promise<void> {
    const { signal } = this.#abort
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        await turn()
        attempt = -1
      } catch (error) {
        if (signal.aborted) return
        this.#failed(error)
        const asked = error instanceof HttpProblem ? (error.retryAfterMs ?? 0) : 0
        await pause(Math.max(asked, 500 + backOffMs(attempt)), undefined, { signal }).catch(
          () => undefined
        )
      }
    }
  }

  #failed(error: unknown): void {
    const message = error instanceof AgentError ? error.message : `${reasonOf(error)}.`
    this.#trouble = message
    if (error instanceof HttpProblem && [404, 409].includes(error.status)) this.home.askAgain()
    const hint = error instanceof AgentError && error.hint ? ` ${error.hint}` : ''
    this.#logOnce(`"${this.#end.name}" waits: ${message}${hint}`)
  }

  /** The same line is written once, until the end has recovered. */
  #logOnce(line: string): void {
    if (this.#logged.has(line)) return
    if (this.#logged.size > 100) this.#logged.clear()
    this.#logged.add(line)
    this.home.log.warn(line)
  }

  /** One turn of looking: scan what is dirty, read what is due, report what is new, wait. */
  async #look(): Promise<void> {
    const { signal } = this.#abort
    this.#bell = Promise.withResolvers<void>()
    const bell = this.#bell.promise
    if (!this.#end.isActive || this.home.isPaused()) {
      this.#state = this.#end.isActive ? 'paused' : 'not active'
      return await this.#wait(bell, uncoveredMs)
    }
    const place = this.#open()
    const records = this.#records!
    if (!place || !(await this.#root(place))) {
      await this.#report()
      return await this.#wait(bell, uncoveredMs)
    }
    const fullMs = this.#end.fullScanSeconds * 1000
    const isUncovered = (this.#watch?.uncovered ?? 0) > 0
    const everyMs = isUncovered ? Math.min(fullMs, uncoveredMs) : fullMs
    if (this.#needsAll || Date.now() - records.scannedAt >= everyMs) await this.#scanAll(place)
    else if (this.#dirty.size > 0) {
      await pause(gatheredMs, undefined, { signal })
      await this.#scanDirty(place)
    }
    const reader = this.#readerOf(place)
    let toldAt = Date.now()
    while ((await reader.read()) > 0) {
      this.#state = 'reading files'
      if (Date.now() - toldAt < reportMs) continue
      await this.#report()
      toldAt = Date.now()
    }
    await this.#report()
    this.#recovered()
    // It waits for the first scan.
    if (this.#hasWork) this.#workBell.resolve()
    if (this.#dirty.size > 0 || this.#needsAll) return
    const nextRead = records.nextRead() ?? Infinity
    const next = Math.min(records.scannedAt + everyMs, nextRead)
    await this.#wait(bell, Math.max(10, next - Date.now()))
  }

  #reader: Reader | undefined
  /** What unfinished work has left, as the newest scan has found it. */
  #temporary: Scanner['temporary'] = []

  #readerOf(place: AllowedPlace): Reader {
    const { signal } = this.#abort
    return (this.#reader ??= new Reader(this.#records!, place, signal, (path, why) =>
      this.#logOnce(`"${path}" of "${this.#end.name}" is left alone for now: ${why}`)
    ))
  }

  #recovered(): void {
    this.#trouble = undefined
    this.#state = 'in step with the server'
    this.#logged.clear()
  }

  async #wait(bell: Promise<void>, ms: number): Promise<void> {
    const { signal } = this.#abort
    const over = new AbortController()
    const time = pause(Math.min(ms, 2 ** 31 - 1), undefined, {
      signal: AbortSignal.any([signal, over.signal]),
    }).catch(() => undefined)
    await Promise.race([bell, time])
    over.abort()
  }

  /** The folder of the contract. @throws AgentError for one that the agent may not use */
  #open(): AllowedPlace | undefined {
    if (this.#place) return this.#place
    const { home } = this
    let place: AllowedPlace | undefined
    let fault: unknown
    try {
      place = placeOf(this.#end.path, home.folders(), home.platform)
    } catch (error) {
      fault = error
    }
    const real = place ? [place.root.real, ...place.names].join('/') : null
    if (!this.#records || (real !== null && !this.#isPlaced)) {
      this.#isPlaced = real !== null
      this.#records = Records.of(home.database, this.#end, real)
      this.#reporter = new Reporter(this.#records, this.#api, usualTraits(home.platform))
      this.#reporter.heard(this.#end.held, this.#heldAt)
    }
    if (!place) {
      this.#notThere(fault)
      return undefined
    }
    return (this.#place = place)
  }

  #notThere(error: unknown): void {
    this.#records!.rootIsThere(false)
    const message = error instanceof AgentError ? error.message : `${reasonOf(error)}.`
    const hint = error instanceof AgentError && error.hint ? ` ${error.hint}` : ''
    this.#trouble = message
    this.#logOnce(`"${this.#end.name}" cannot be synced: ${message}${hint}`)
  }

  /** Looks at the root. @returns whether it is there */
  async #root(place: AllowedPlace): Promise<boolean> {
    const records = this.#records!
    try {
      const root = await Folder.of(place)
      try {
        const ident = identOf(await root.stats())
        const isKnown = this.#rootIdent === ident
        if (!isKnown) {
          const traits = await probeTraits(root, this.home.platform)
          if (records.rootIs(ident, traits)) this.#reporter!.startAnew()
          this.#rootIdent = ident
          this.#needsAll = true
        }
      } finally {
        await root.close()
      }
    } catch (error) {
      this.#rootIdent = undefined
      this.#watch?.close()
      this.#notThere(error)
      return false
    }
    records.rootIsThere(true)
    return true
  }

  #rootIdent: string | undefined

  #scanner(place: AllowedPlace): Scanner {
    this.#watch ??= new Watch(
      (id) => this.#markDirty(id),
      (names) => this.#markDirty(this.#nearest(names))
    )
    const watch = this.#watch
    return new Scanner({
      ...{ records: this.#records!, place, signal: this.#abort.signal },
      isHidden: this.#filter.isHidden,
      onFolder: (id, ident, path) => watch.hold(id, ident, path),
    })
  }

  #markDirty(id: string): void {
    this.#dirty.add(id)
    this.#ring()
  }

  /** The folder of a path, or the nearest one above that is known. */
  #nearest(names: readonly string[]): string {
    let id = ''
    for (const name of names) {
      const child = this.#records!.childNamed(id, name)
      if (child?.kind !== 'folder') break
      id = child.id
    }
    return id
  }

  async #scanAll(place: AllowedPlace): Promise<void> {
    this.#state = 'scanning'
    this.#needsAll = false
    this.#dirty.clear()
    const at = Date.now()
    const scanner = this.#scanner(place)
    try {
      await scanner.all()
      await this.#settle(scanner)
    } catch (error) {
      this.#needsAll = true
      throw error
    }
    this.#watch!.keepOnly((id) => this.#records!.find(id) !== undefined)
    this.#records!.scanned(at, this.#watch!.uncovered)
    this.#temporary = scanner.temporary
  }

  async #scanDirty(place: AllowedPlace): Promise<void> {
    const scanner = this.#scanner(place)
    await this.#settle(scanner)
  }

  /** What moved from folder to folder is only known when all that is dirty was looked at. */
  async #settle(scanner: Scanner): Promise<void> {
    try {
      while (this.#dirty.size > 0) {
        const ids = [...this.#dirty]
        this.#dirty.clear()
        for (const id of ids) await scanner.one(id)
      }
      for (const id of await scanner.settle()) this.#dirty.add(id)
    } catch (error) {
      this.#needsAll = true
      throw error
    }
  }

  /** Nothing that is unfinished stays when no work is left that could go on with it. */
  async #dropTemporary(): Promise<void> {
    const place = this.#place!
    const temporary = this.#temporary
    this.#temporary = []
    for (const { names, name } of temporary) {
      const folder = await Folder.of({ ...place, names: [...place.names, ...names] }).catch(
        () => undefined
      )
      try {
        await folder?.remove(name)
      } finally {
        await folder?.close()
      }
    }
  }

  async #report(): Promise<void> {
    const answer = await this.#reporter!.report()
    if (!answer) return
    if (answer.state === 'again') this.home.askAgain()
    if (answer.hasWork) this.#askForWork()
  }

  /** One turn of working: fetch what there is to do, do it, and say so. */
  async #work(): Promise<void> {
    if (!this.#hasWork) {
      this.#workBell = Promise.withResolvers<void>()
      return await this.#workBell.promise
    }
    const isReady =
      this.#end.isActive &&
      !this.home.isPaused() &&
      this.#place !== undefined &&
      this.#rootIdent !== undefined &&
      // Without a scan nothing is known that could be expected.
      this.#records!.scannedAt > 0
    if (!isReady) {
      this.#workBell = Promise.withResolvers<void>()
      return await this.#workBell.promise
    }
    this.#hasWork = false
    const all = await this.#api.work()
    if (all.length === 0) return await this.#dropTemporary()
    const work = all.filter(({ id }) => this.#records!.outcomeOf(id) === undefined)
    if (work.length === 0) return await this.#report()
    const round = new Round(this.#doors())
    try {
      for (const run of runsOf(work)) {
        await this.#do(round, run)
        await this.#report()
      }
    } catch (error) {
      this.#hasWork = true
      throw error
    } finally {
      await round.close()
    }
    if (round.isFull) {
      this.#hasWork = true
      this.#logOnce(`"${this.#end.name}" waits: the disk of "${this.#end.path}" is full.`)
      return void (await pause(fullDiskMs, undefined, { signal: this.#abort.signal }))
    }
    const bytes = work.reduce((sum, one) => sum + ('size' in one ? one.size : 0), 0)
    if (bytes > manyBytes) this.home.onIdle()
  }

  #doors(): WorkDoors {
    const { home } = this
    const { signal } = this.#abort
    return {
      ...{ records: this.#records!, api: this.#api, place: this.#place!, signal },
      ...{ platform: home.platform, up: home.up, down: home.down },
      mayWrite: () => this.#end.mayWrite,
      whenActive: () => home.whenActive(signal),
      onDirty: (id) => this.#markDirty(id),
      onProgress: (progress) => this.#progress(progress),
    }
  }

  async #do(round: Round, run: Work[]): Promise<void> {
    const [first] = run
    this.#state = first!.type === 'send' ? 'sending files' : 'receiving files'
    if (first!.type === 'send') return await sendFiles(round, run as WorkOf<'send'>[])
    if (round.isFull) return
    if (first!.type === 'write') return await writeFiles(round, run as WorkOf<'write'>[])
    for (const work of run) {
      try {
        if (work.type === 'makeFolder') await makeFolder(round, work)
        else if (work.type === 'move') await move(round, work)
        else if (work.type === 'remove') await remove(round, work)
        else throw new AgentError('E_WORK', 'This version of the agent does not know the work.')
      } catch (error) {
        round.fail(work, error)
      }
    }
  }

  /** Told for what lasts longer than a moment. */
  #progress(progress: Progress): void {
    const now = performance.now()
    if (this.#progressAt === 0) this.#progressAt = now
    this.#told.set(progress.workId, progress)
    if (now - this.#progressAt < progressMs) return
    this.#progressAt = now
    const all = [...this.#told.values()].slice(-100)
    this.#told.clear()
    void this.#api.progress(all).catch(() => undefined)
  }
}

/** Work of one kind that comes one behind the other is done together. */
function runsOf(work: readonly Work[]): Work[][] {
  const runs: Work[][] = []
  for (const one of work) {
    const last = runs.at(-1)
    if (last && last[0]!.type === one.type) last.push(one)
    else runs.push([one])
  }
  return runs
}
