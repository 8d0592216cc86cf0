import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import type { Value } from './driver.js'
import { ReaderProcess, type ReaderBounds } from './reader_process.js'

/** Longer than a person waits; and for so long the write-ahead log may grow behind a reader. */
const usual: ReaderBounds = { ms: 30_000, rows: 100_000, bytes: 64 * 1024 ** 2, idleMs: 30_000 }
/** More would take the processor from everybody else. */
const mostProcesses = 2
const mostWaiting = 100

/** Readers of one SQLite file: none until somebody asks, and none a while after nobody has. */
export class ReaderPool {
  readonly #free: ReaderProcess[] = []
  readonly #all = new Set<ReaderProcess>()
  readonly #waiting: { go: (reader: ReaderProcess) => void; refuse: (why: Problem) => void }[] = []
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
    const reader = await this.#take()
    try {
      return await reader.ask(asked, values)
    } finally {
      this.#give(reader)
    }
  }

  /** Ends whatever is read at the moment: SQLite needs its file for itself. */
  end(): void {
    for (const reader of this.#all) reader.end()
  }

  /** Ends them for good. */
  close(): void {
    this.#isClosed = true
    for (const { refuse } of this.#waiting.splice(0)) refuse(busy())
    this.end()
  }

  async #take(): Promise<ReaderProcess> {
    if (this.#isClosed || this.#waiting.length >= mostWaiting) throw busy()
    const free = this.#free.pop()
    if (free) return free
    if (this.#all.size < mostProcesses) return this.#start()
    return new Promise((go, refuse) => this.#waiting.push({ go, refuse }))
  }

  #give(reader: ReaderProcess): void {
    // One that was ended makes room when it is gone.
    if (!this.#all.has(reader) || reader.isEnding) return
    const next = this.#waiting.shift()
    if (next) next.go(reader)
    else this.#free.push(reader)
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
    if (!this.#isClosed) this.#waiting.shift()?.go(this.#start())
  }
}

const busy = () =>
  new Problem(
    503,
    'E_READERS_BUSY',
    text('Too many searches wait for their turn at the moment. Try again.'),
    { headers: { 'retry-after': '2' } }
  )
