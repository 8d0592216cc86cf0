import { setTimeout as pause } from 'node:timers/promises'
import { pollSeconds, type AgentEnd } from '@crossdock/sync-engine/protocol'
import { reasonOf } from '../errors.js'
import { HttpProblem, Unreachable } from '../http/problem.js'
import type { State } from '../state/state.js'
import { endsOf } from './api.js'
import { SyncDatabase } from './database.js'
import { SyncEnd, type EndContext, type EndStatus } from './end.js'
import { forgetOldEnds } from './records.js'

/** How often a server without sync is asked again. */
const unknownMs = 10 * 60_000
/** Signals within this time cause only one request. */
const soonMs = 20

type SyncContext = Omit<EndContext, 'database' | 'askAgain'> & { state: State }

/** Runs the contract ends of this machine that the server names. */
export class Sync {
  readonly #abort = new AbortController()
  readonly #ends = new Map<string, SyncEnd>()
  readonly #database: SyncDatabase
  #bell = Promise.withResolvers<void>()
  #problem: string | undefined
  #ended: Promise<void>

  constructor(private readonly context: SyncContext) {
    this.#database = SyncDatabase.open(context.state.folder)
    forgetOldEnds(this.#database)
    this.#ended = this.#run()
  }

  /** Requests the ends now, after a signal of the server or on a new connection. */
  hint(): void {
    this.#bell.resolve()
  }

  /** Applies changed settings of this machine. */
  wake(): void {
    for (const end of this.#ends.values()) end.wake()
  }

  get status(): EndStatus[] {
    return [...this.#ends.values()].map((end) => end.status())
  }

  async stop(): Promise<void> {
    this.#abort.abort()
    this.hint()
    await this.#ended
    await Promise.all([...this.#ends.values()].map((end) => end.stop()))
    this.#ends.clear()
    this.#database.close()
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort
    while (!signal.aborted) {
      const bell = this.#bell.promise
      let waitMs = pollSeconds * 1000
      try {
        await this.#ask()
        this.#problem = undefined
      } catch (error) {
        if (signal.aborted) return
        // A server without sync answers 404.
        if (error instanceof HttpProblem && error.status === 404) waitMs = unknownMs
        // The connection already logs an unreachable server.
        else if (!(error instanceof Unreachable)) this.#warn(reasonOf(error))
      }
      const over = new AbortController()
      const time = pause(waitMs, undefined, { signal: AbortSignal.any([signal, over.signal]) })
      await Promise.race([bell, time.catch(() => undefined)])
      over.abort()
      if (signal.aborted) return
      await pause(soonMs)
      this.#bell = Promise.withResolvers<void>()
    }
  }

  #warn(problem: string): void {
    if (problem === this.#problem) return
    this.#problem = problem
    this.context.log.warn(`The agent cannot ask what it is to sync: ${problem.replace(/\.$/, '')}.`)
  }

  async #ask(): Promise<void> {
    const { signal } = this.#abort
    const askedAt = performance.now()
    const ends = await endsOf(this.context.sessions, signal)
    if (signal.aborted) return
    const wanted = new Map(ends.map((end) => [keyOf(end), end]))
    for (const [key, end] of Array.from(this.#ends)) {
      const now = wanted.get(key)
      if (now && end.isFor(now)) continue
      this.#ends.delete(key)
      await end.stop()
    }
    for (const [key, end] of wanted) {
      const running = this.#ends.get(key)
      if (running) running.update(end, askedAt)
      else this.#ends.set(key, this.#begin(end, askedAt))
    }
  }

  #begin(end: AgentEnd, askedAt: number): SyncEnd {
    return new SyncEnd(end, askedAt, {
      ...this.context,
      database: this.#database,
      askAgain: () => this.hint(),
    })
  }
}

const keyOf = ({ contractId, side }: AgentEnd) => `${contractId} ${side}`
