import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import type { Value } from './driver.js'
import type { Asking, Told } from './reader_main.js'

/** What one statement may take. */
export interface ReaderBounds {
  ms: number
  rows: number
  bytes: number
  /** Who was not asked for this long ends. */
  idleMs: number
}

/** It has a file to read and an answer to give: the secrets of the server's environment are not for it. */
const inherited = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'NODE_COMPILE_CACHE']

const program = (): string =>
  fileURLToPath(new URL(`reader_main${import.meta.url.slice(-3)}`, import.meta.url))

/**
 * A connection in a process of its own, for one statement at a time. Not in a thread: nothing ends a thread before SQLite
 * has answered, while a process is ended at once, and what it had open with it (ADR 21).
 */
export class ReaderProcess {
  readonly #child: ChildProcess
  readonly #bounds: ReaderBounds
  #idle: NodeJS.Timeout | undefined
  /** Ends what waits for an answer. */
  #refuse: ((problem: Problem) => void) | undefined
  #isOver = false
  #hasDied = false
  readonly #kill = () => this.#child.kill('SIGKILL')

  /** @param ended told once, when it is gone */
  constructor(file: string, bounds: ReaderBounds, ended: () => void) {
    this.#bounds = bounds
    const given = inherited.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    })
    this.#child = fork(program(), [file], {
      env: Object.fromEntries(given),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const gone = () => {
      if (this.#isOver) return
      this.#isOver = true
      this.#hasDied = !this.#child.killed
      clearTimeout(this.#idle)
      process.off('exit', this.#kill)
      this.#refuse?.(lost())
      ended()
    }
    this.#child.once('exit', gone)
    // It could not be started, or not be told.
    this.#child.on('error', () => {
      gone()
      this.#kill()
    })
    process.once('exit', this.#kill)
    this.#rest()
  }

  /** It was ended, and may not be gone yet. */
  get isEnding(): boolean {
    return this.#isOver || this.#child.killed
  }

  /** It is gone, and nobody here has ended it. */
  get hasDied(): boolean {
    return this.#hasDied
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** @throws the error of SQLite, or Problem 503 when it takes too long or the process ends */
  async ask(asked: string, values: readonly Value[]): Promise<unknown[]> {
    clearTimeout(this.#idle)
    this.#child.ref()
    const { ms, rows: mostRows, bytes: mostBytes } = this.#bounds
    const bound = setTimeout(() => {
      this.#refuse?.(tooLong(ms))
      this.#kill()
    }, ms)
    try {
      const told = await new Promise<Told>((resolve, reject) => {
        this.#refuse = reject
        this.#child.once('message', resolve)
        this.#child.send({ text: asked, values: [...values], mostRows, mostBytes } satisfies Asking)
      })
      if ('rows' in told) return told.rows
      if ('tooMuch' in told) throw tooMuch(mostRows)
      throw Object.assign(new Error(told.error.message), { code: told.error.code })
    } finally {
      clearTimeout(bound)
      this.#refuse = undefined
      this.#rest()
    }
  }

  /** Ends it at once, whatever it does; who waits is refused. */
  end(): void {
    this.#refuse?.(lost())
    this.#kill()
  }

  /** Nobody waits for it: the server may end, and so will it after a while. */
  #rest(): void {
    if (this.isEnding) return
    this.#child.unref()
    this.#child.channel?.unref()
    this.#idle = setTimeout(this.#kill, this.#bounds.idleMs).unref()
  }
}

const again = { headers: { 'retry-after': '2' } }

const lost = () =>
  new Problem(
    503,
    'E_READ_ENDED',
    text('What was looked for was not found yet when the search was ended. Try again.'),
    again
  )

const tooLong = (ms: number) =>
  new Problem(
    503,
    'E_READ_TOO_LONG',
    text('It took longer than {seconds} seconds to look for this. Ask for less at once.', {
      seconds: Math.ceil(ms / 1_000),
    })
  )

const tooMuch = (most: number) =>
  new Problem(
    422,
    'E_READ_TOO_MUCH',
    text('More was found than is read at once: {most} rows, or 64 MiB. Ask for less at once.', {
      most,
    })
  )
