import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Problem } from '../../ground/problem.js'
import { text } from '../../ground/text.js'
import type { Value } from '../drivers/driver.js'
import type { ReaderQuery, Reply } from './reader_main.js'

/** Limits of one statement. */
export interface ReaderBounds {
  ms: number
  rows: number
  bytes: number
  /** An idle process ends after this time. */
  idleMs: number
}

/** Environment variables of the process. It only reads a file, so it must not inherit the server's secrets. */
const inherited = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'NODE_COMPILE_CACHE']

const program = (): string =>
  fileURLToPath(new URL(`reader_main${import.meta.url.slice(-3)}`, import.meta.url))

/**
 * A process with a SQLite connection, for one statement at a time. Unlike a thread, which cannot be stopped
 * before SQLite answers, it can be killed at any time. Its open files close with it.
 */
export class ReaderProcess {
  readonly #child: ChildProcess
  readonly #bounds: ReaderBounds
  #idle: NodeJS.Timeout | undefined
  /** Rejects the pending query. */
  #refuse: ((problem: Problem) => void) | undefined
  #isOver = false
  #hasDied = false
  readonly #kill = () => this.#child.kill('SIGKILL')

  /** @param ended called once, when the process has exited */
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
    // The process could not start, or did not receive a message.
    this.#child.on('error', () => {
      gone()
      this.#kill()
    })
    process.once('exit', this.#kill)
    this.#rest()
  }

  /** Whether the process was killed. It may not have exited yet. */
  get isEnding(): boolean {
    return this.#isOver || this.#child.killed
  }

  /** Whether the process exited without being killed by this one. */
  get hasDied(): boolean {
    return this.#hasDied
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /**
   * Runs a query.
   * @throws the error of SQLite, or Problem 503 when the query takes too long or the process ends
   */
  async ask(asked: string, values: readonly Value[]): Promise<unknown[]> {
    clearTimeout(this.#idle)
    this.#child.ref()
    const { ms, rows: mostRows, bytes: mostBytes } = this.#bounds
    const bound = setTimeout(() => {
      this.#refuse?.(tooLong(ms))
      this.#kill()
    }, ms)
    try {
      const reply = await new Promise<Reply>((resolve, reject) => {
        this.#refuse = reject
        this.#child.once('message', resolve)
        this.#child.send({
          text: asked,
          values: [...values],
          mostRows,
          mostBytes,
        } satisfies ReaderQuery)
      })
      if ('rows' in reply) return reply.rows
      if ('tooMuch' in reply) throw tooMuch(mostRows)
      throw Object.assign(new Error(reply.error.message), { code: reply.error.code })
    } finally {
      clearTimeout(bound)
      this.#refuse = undefined
      this.#rest()
    }
  }

  /** Kills the process. A pending query is refused. */
  end(): void {
    this.#refuse?.(lost())
    this.#kill()
  }

  /** Marks the process as idle. It no longer keeps the server from exiting, and ends after a while. */
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
    text('The search was stopped before it finished. Try again.'),
    again
  )

const tooLong = (ms: number) =>
  new Problem(
    503,
    'E_READ_TOO_LONG',
    text('The search took longer than {seconds} seconds. Narrow it and try again.', {
      seconds: Math.ceil(ms / 1_000),
    })
  )

const tooMuch = (most: number) =>
  new Problem(
    422,
    'E_READ_TOO_MUCH',
    text('The search found more than {most} rows or 64 MiB. Narrow it and try again.', {
      most,
    })
  )
