import { Problem } from '../../ground/problem.js'
import { text } from '../../ground/text.js'
import { Turns, whoseTurn } from '../../ground/turns.js'
import type { Value } from '../drivers/driver.js'
import { ReaderProcess, type ReaderBounds } from './reader_process.js'

/** The time is longer than a person waits. During a query the write-ahead log cannot restart and grows. */
const usual: ReaderBounds = { ms: 30_000, rows: 100_000, bytes: 64 * 1024 ** 2, idleMs: 30_000 }
/** More processes would take CPU time from other work. */
const maxProcesses = 2
const maxWaiting = 100
/** Maximum number of waiting queries of one tenant, so that other tenants can wait, too. */
const maxWaitingOfTenant = 10

interface Waiting {
  readonly whose: string
  go(reader: ReaderProcess): void
  refuse(why: Problem): void
}

/**
 * Reader processes of one SQLite file. They start on demand and end when idle. One tenant may use both only
 * while no other tenant waits.
 */
export class ReaderPool {
  readonly #free: ReaderProcess[] = []
  readonly #all = new Set<ReaderProcess>()
  /** Readers in use, with their tenants, oldest first. */
  readonly #busy = new Map<ReaderProcess, string>()
  /** Readers that were ended for another tenant. Their queries run again. */
  readonly #preempted = new WeakSet<ReaderProcess>()
  readonly #waiting = new Turns<Waiting>()
  #isClosed = false

  constructor(
    private readonly file: string,
    private readonly bounds: ReaderBounds = usual
  ) {}

  /** Ids of the running processes. */
  get pids(): number[] {
    return [...this.#all].flatMap(({ pid }) => pid ?? [])
  }

  /**
   * Runs a query on a reader.
   * @throws the error of SQLite, or a Problem if the query takes too long or too many wait
   */
  async ask(asked: string, values: readonly Value[]): Promise<unknown[]> {
    const whose = whoseTurn()
    let reader = await this.#take(whose)
    for (let deaths = 0; ; reader = await this.#take(whose, true)) {
      try {
        return await reader.ask(asked, values)
      } catch (error) {
        // Running a read twice does no harm. But a query that ends its reader every time must fail.
        const isAgain = this.#preempted.has(reader) || (reader.hasDied && ++deaths < 2)
        if (!isAgain) throw error
      } finally {
        this.#give(reader)
      }
    }
  }

  /** Ends all running queries, when SQLite needs exclusive use of its file. */
  end(): void {
    for (const reader of this.#all) reader.end()
  }

  /** Ends the readers permanently. */
  close(): void {
    this.#isClosed = true
    for (const { refuse } of this.#waiting.takeAll()) refuse(busy())
    this.end()
  }

  /** @param again whether the query has waited before */
  async #take(whose: string, again = false): Promise<ReaderProcess> {
    if (this.#isClosed || (!again && this.#isFull(whose))) throw busy()
    let reader = this.#free.pop()
    // A reader that is ending but has not exited yet is skipped.
    while (reader?.isEnding) reader = this.#free.pop()
    if (!reader && this.#all.size < maxProcesses) reader = this.#start()
    if (reader) {
      this.#busy.set(reader, whose)
      return reader
    }
    return new Promise((go, refuse) => {
      this.#waiting.add({ whose, go, refuse }, again)
      this.#preempt(whose)
    })
  }

  #isFull(whose: string): boolean {
    return this.#waiting.length >= maxWaiting || this.#waiting.lengthOf(whose) >= maxWaitingOfTenant
  }

  /**
   * If one other tenant uses both readers, ends its younger query. The older one is never ended, so every query
   * finishes at some time.
   */
  #preempt(whose: string): void {
    const owners = new Set(this.#busy.values())
    if (this.#busy.size < maxProcesses || owners.size > 1 || owners.has(whose)) return
    const younger = [...this.#busy.keys()].at(-1)!
    this.#preempted.add(younger)
    younger.end()
  }

  #give(reader: ReaderProcess): void {
    this.#busy.delete(reader)
    // When an ended reader exits, `#gone` starts another one.
    if (!this.#all.has(reader) || reader.isEnding) return
    if (!this.#serve(() => reader)) this.#free.push(reader)
  }

  /**
   * Gives a reader to the next waiting query.
   * @returns whether there was one
   */
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

/** Whether an error says that too many queries wait. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Problem && error.code === busyCode

const busy = () =>
  new Problem(503, busyCode, text('Too many searches are waiting. Try again.'), {
    headers: { 'retry-after': '2' },
  })
