import { clock, type ClockTimer } from '../ground/clock.js'
import { EgressTimeout, translateError } from './errors.js'
import type { EgressCall } from './request.js'

/** What may end a call early: its deadline, its caller, or the source of the body it sends. */
export class Exchange {
  /** The body to send; a failure of its source is told as what it is. */
  readonly content: unknown
  readonly #controller = new AbortController()
  readonly #deadline: ClockTimer
  readonly #caller: AbortSignal | undefined
  readonly #abandon = () => this.stop(this.#caller!.reason)
  #stopped: { reason: unknown } | undefined
  #sourceFailed: { reason: unknown } | undefined

  /** @throws the caller's reason when it has given up already */
  constructor(
    readonly host: string,
    { body, signal }: Pick<EgressCall, 'body' | 'signal'>,
    timeoutMs: number
  ) {
    signal?.throwIfAborted()
    this.content = this.#watched(body)
    this.#caller = signal
    this.#deadline = clock.after(timeoutMs, () => this.stop(new EgressTimeout(host, timeoutMs)))
    signal?.addEventListener('abort', this.#abandon, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Ends the call; the first reason is the one that is told. */
  stop(reason: unknown): void {
    this.#stopped ??= { reason }
    this.#controller.abort()
  }

  /** Why the call failed, for its caller. */
  explain(error: unknown): Error {
    const own = this.#stopped ?? this.#sourceFailed
    return (own ? own.reason : translateError(error, this.host)) as Error
  }

  /** The call is over: nothing ends it any more. */
  end(): void {
    this.#deadline.stop()
    this.#caller?.removeEventListener('abort', this.#abandon)
  }

  /** undici and sockets notice an abort only once a connection stands; the caller must not wait for that. */
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
