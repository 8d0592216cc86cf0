import { randomUUID } from 'node:crypto'
import { AgentError, isDiskFull } from '../errors.js'
import type { Sessions } from '../identity/session.js'
import { retryUntilDone } from '../http/retry.js'
import { HttpProblem } from '../http/problem.js'
import type { AgentPlatform } from '../platform.js'
import { maxResultBytes } from '../protocol.js'
import type { KnownHashes } from '../state/known_hashes.js'
import type { State } from '../state/state.js'
import type { Pace } from './pace.js'

/** The context of a transfer. */
export interface TransferContext {
  commandId: string
  state: State
  hashes: KnownHashes
  sessions: Sessions
  platform: AgentPlatform
  up: Pace
  down: Pace
  /** Aborted when the work was canceled or timed out, or when the agent stops. */
  signal: AbortSignal
  /** Waits until the profile allows transfers. */
  whenActive: () => Promise<void>
  onProgress: (done: number, total: number, message: string) => void
  onWait: (error: Error, ms: number) => void
}

const maxFailed = 100
const maxMessage = 300

/** Counts the results of a transfer. */
export class Tally {
  files = 0
  bytes = 0
  skipped = 0
  readonly #failed: { path: string; message: string }[] = []
  #failures = 0

  /** Counts a transferred file. */
  moved(bytes: number): void {
    this.files++
    this.bytes += bytes
  }

  /** Counts a file that is equal on both sides. */
  same(): void {
    this.skipped++
  }

  /**
   * Counts a file that could not be copied.
   * @throws errors that end the whole transfer
   */
  fail(path: string, error: unknown, signal: AbortSignal): void {
    signal.throwIfAborted()
    // These errors would also affect every other file.
    if (!(error instanceof AgentError) || isDiskFull(error)) throw error
    if (error instanceof HttpProblem && [401, 403, 507].includes(error.status)) throw error
    this.note(path, error.message)
  }

  note(path: string, message: string): void {
    this.#failures++
    if (this.#failed.length < maxFailed) {
      this.#failed.push({ path: path.slice(-maxMessage), message: message.slice(0, maxMessage) })
    }
  }

  get failures(): number {
    return this.#failures
  }

  /** Returns why the first failed file was not copied. */
  get firstError(): string {
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

/** Calls the API. Waits and repeats the call while the server or the network is unavailable. */
export const callWithRetries = <T>(
  { sessions, signal, onWait }: TransferContext,
  work: (headers: Record<string, string>) => Promise<T>
): Promise<T> => retryUntilDone(() => sessions.call(work), signal, onWait)

export const newBoundary = (): string => `crossdock-${randomUUID()}`
