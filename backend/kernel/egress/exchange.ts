import { clock, type ClockTimer } from '../ground/clock.js'
import { EgressTimeout, translateError } from './errors.js'
import type { EgressCall } from './request.js'

/** Ends a call early: on its deadline, on the caller's abort, or when the source of its body fails. */
export class Exchange {
  /** The body to send. If its source fails, the call reports that error. */
  readonly content: unknown
  readonly #controller = new AbortController()
  readonly #deadline: ClockTimer
  readonly #caller: AbortSignal | undefined
  readonly #onAbort = () => this.stop(this.#caller!.reason)
  #stopped: { reason: unknown } | undefined
  #sourceFailed: { reason: unknown } | undefined

  /** @throws the caller's reason if the signal is already aborted */
  constructor(
    readonly host: string,
    { body, signal }: Pick<EgressCall, 'body' | 'signal'>,
    timeoutMs: number
  ) {
    signal?.throwIfAborted()
    this.content = this.#watched(body)
    this.#caller = signal
    this.#deadline = clock.after(timeoutMs, () => this.stop(new EgressTimeout(host, timeoutMs)))
    signal?.addEventListener('abort', this.#onAbort, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Ends the call. Only the first reason is reported. */
  stop(reason: unknown): void {
    this.#stopped ??= { reason }
    this.#controller.abort()
  }

  /** The error of a failed call, for its caller. */
  explain(error: unknown): Error {
    const known = this.#stopped ?? this.#sourceFailed
    return (known ? known.reason : translateError(error, this.host)) as Error
  }

  /** Marks the call as finished: neither deadline nor caller can end it now. */
  end(): void {
    this.#deadline.stop()
    this.#caller?.removeEventListener('abort', this.#onAbort)
  }

  /** undici and sockets notice an abort only after connecting; the caller must not wait that long. */
  async untilStopped<T>(answer: Promise<T>): Promise<T> {
    const stopped = Promise.withResolvers<never>()
    const stop = () => stopped.reject(this.signal.reason)
    this.signal.addEventListener('abort', stop, { once: true })
    if (this.signal.aborted) stop()
    try {
      return await Promise.race([answer, stopped.promise])
    } finally {
      this.signal.removeEventListener('abort', stop)
    }
  }

  #watched(source: EgressCall['body']): unknown {
    if (source === undefined || typeof source === 'string' || source instanceof Uint8Array) {
      return source
    }
    const failed = (reason: unknown) => (this.#sourceFailed = { reason })
    return (async function* () {
      try {
        yield* source as AsyncIterable<Uint8Array>
      } catch (error) {
        failed(error)
        throw error
      }
    })()
  }
}
