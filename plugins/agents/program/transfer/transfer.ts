import { randomUUID } from 'node:crypto'
import { AgentError, isDiskFull } from '../errors.js'
import type { Sessions } from '../identity/session.js'
import { patiently } from '../http/patient.js'
import { HttpProblem } from '../http/problem.js'
import type { AgentPlatform } from '../platform.js'
import { maxResultBytes } from '../protocol.js'
import type { KnownHashes } from '../state/known_hashes.js'
import type { State } from '../state/state.js'
import type { Pace } from './pace.js'

/** What a transfer works with. */
export interface TransferContext {
  commandId: string
  state: State
  hashes: KnownHashes
  sessions: Sessions
  platform: AgentPlatform
  up: Pace
  down: Pace
  /** Ends the work: it was cancelled, is out of time, or the agent stops. */
  signal: AbortSignal
  /** Waits while the profile holds transfers. */
  whenActive: () => Promise<void>
  onProgress: (done: number, total: number, message: string) => void
  onWait: (error: Error, ms: number) => void
}

const mostFailed = 100
const mostMessage = 300

/** What became of the files of a transfer. */
export class Tally {
  files = 0
  bytes = 0
  skipped = 0
  readonly #failed: { path: string; message: string }[] = []
  #failures = 0

  /** A file that was moved. */
  moved(bytes: number): void {
    this.files++
    this.bytes += bytes
  }

  /** A file that is the same on both sides. */
  same(): void {
    this.skipped++
  }

  /** A file that stays where it is. @throws an error that ends the whole transfer */
  fail(path: string, error: unknown, signal: AbortSignal): void {
    signal.throwIfAborted()
    // Every further file would fail alike.
    if (!(error instanceof AgentError) || isDiskFull(error)) throw error
    if (error instanceof HttpProblem && [401, 403, 507].includes(error.status)) throw error
    this.note(path, error.message)
  }

  note(path: string, message: string): void {
    this.#failures++
    if (this.#failed.length < mostFailed) {
      this.#failed.push({ path: path.slice(-mostMessage), message: message.slice(0, mostMessage) })
    }
  }

  get failures(): number {
    return this.#failures
  }

  /** Why the first of them was not copied. */
  get first(): string {
    return this.#failed[0]?.message ?? ''
  }

  get result(): Record<string, unknown> {
    const { files, bytes, skipped } = this
    const failed = [...this.#failed]
    while (JSON.stringify(failed).length > maxResultBytes / 2) failed.pop()
    return {
      files,
      bytes,
      skipped,
      failed,
      ...(this.#failures > failed.length && { failures: this.#failures }),
    }
  }
}

/** Calls of the API that wait for a server or network that is away. */
export const calmly = <T>(
  { sessions, signal, onWait }: TransferContext,
  work: (headers: Record<string, string>) => Promise<T>
): Promise<T> => patiently(() => sessions.call(work), signal, onWait)

export const newBoundary = (): string => `crossdock-${randomUUID()}`
