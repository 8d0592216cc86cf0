import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import { Turns, whoseTurn } from '../ground/turns.js'
import type { Value } from './driver.js'
import { ReaderProcess, type ReaderBounds } from './reader_process.js'

/** Longer than a person waits; and for so long the write-ahead log may grow behind a reader. */
const usual: ReaderBounds = { ms: 30_000, rows: 100_000, bytes: 64 * 1024 ** 2, idleMs: 30_000 }
/** More would take the processor from everybody else. */
const mostProcesses = 2
const mostWaiting = 100
/** Of one tenant: the other places are for the others. */
const mostOfOne = 10

interface Waiting {
  readonly whose: string
  go(reader: ReaderProcess): void
  refuse(why: Problem): void
}

/**
 * Readers of one SQLite file: none until somebody asks, and none a while after nobody has. One tenant has both only
 * while no other waits.
 */
export class ReaderPool {
  readonly #free: ReaderProcess[] = []
  readonly #all = new Set<ReaderProcess>()
  /** Who is answered, the oldest first. */
  readonly #busy = new Map<ReaderProcess, string>()
  /** Ended for another tenant: what they read is read again. */
  readonly #givingWay = new WeakSet<ReaderProcess>()
  readonly #waiting = new Turns<Waiting>()
  #isClosed = false

  constructor(
    private readonly file: string,
    private readonly bounds: ReaderBounds = usual
  ) {}

  /** Of the processes there are. */
  get pids(): number[] {
    return [...this.#all].flatMap(({ pid }) => pid ?? [])
  }

  /** @throws what SQLite says, or a Problem: it takes too long, or too many wait */
  async ask(asked: string, values: readonly Value[]): Promise<unknown[]> {
    const whose = whoseTurn()
    let reader = await this.#take(whose)
    for (let deaths = 0; ; reader = await this.#take(whose, true)) {
      try {
        return await reader.ask(asked, values)
      } catch (error) {
        // Reading twice does no harm; what kills its reader every time would go on doing so.
        const isAgain = this.#givingWay.has(reader) || (reader.hasDied && ++deaths < 2)
        if (!isAgain) throw error
      } finally {
        this.#give(reader)
      }
    }
  }

  /** Ends whatever is read at the moment: SQLite needs its file for itself. */
  end(): void {
    for (const reader of this.#all) reader.end()
  }

  /** Ends them for good. */
  close(): void {
    this.#isClosed = true
    for (const { refuse } of this.#waiting.takeAll()) refuse(busy())
    this.end()
  }

  /** @param again it has waited before */
  async #take(whose: string, again = false): Promise<ReaderProcess> {
    if (this.#isClosed || (!again && this.#isFull(whose))) throw busy()
    let reader = this.#free.pop()
    // Ended, and not gone yet.
    while (reader?.isEnding) reader = this.#free.pop()
    if (!reader && this.#all.size < mostProcesses) reader = this.#start()
    if (reader) {
      this.#busy.set(reader, whose)
      return reader
    }
    return new Promise((go, refuse) => {
      this.#waiting.add({ whose, go, refuse }, again)
      this.#makeWay(whose)
    })
  }

  #isFull(whose: string): boolean {
    return this.#waiting.length >= mostWaiting || this.#waiting.lengthOf(whose) >= mostOfOne
  }

  /** The younger one of somebody who has both makes room; the older one is never ended, so that all come to an end. */
  #makeWay(whose: string): void {
    const owners = new Set(this.#busy.values())
    if (this.#busy.size < mostProcesses || owners.size > 1 || owners.has(whose)) return
    const younger = [...this.#busy.keys()].at(-1)!
    this.#givingWay.add(younger)
    younger.end()
  }

  #give(reader: ReaderProcess): void {
    this.#busy.delete(reader)
    // One that was ended makes room when it is gone.
    if (!this.#all.has(reader) || reader.isEnding) return
    if (!this.#serve(() => reader)) this.#free.push(reader)
  }

  /** Whether somebody waited. */
  #serve(take: () => ReaderProcess): boolean {
    const next = this.#waiting.next(new Set(this.#busy.values()))
    if (!next) return false
    const reader = take()
    this.#busy.set(reader, next.whose)
    next.go(reader)
    return true
  }

  #start(): ReaderProcess {
    const reader = new ReaderProcess(this.file, this.bounds, () => this.#gone(reader))
    this.#all.add(reader)
    return reader
  }

  #gone(reader: ReaderProcess): void {
    this.#all.delete(reader)
    const at = this.#free.indexOf(reader)
    if (at >= 0) this.#free.splice(at, 1)
    this.#busy.delete(reader)
    if (!this.#isClosed) this.#serve(() => this.#start())
  }
}

const busyCode = 'E_READERS_BUSY'

/** Whether an error says that too many wait. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Problem && error.code === busyCode

const busy = () =>
  new Problem(
    503,
    busyCode,
    text('Too many searches wait for their turn at the moment. Try again.'),
    { headers: { 'retry-after': '2' } }
  )
