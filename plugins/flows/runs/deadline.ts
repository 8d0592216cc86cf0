import { clock } from '@crossdock/kernel/database'

/** Aborts its signal after a time that can be paused. */
export class Deadline {
  readonly #abortion = new AbortController()
  #timer: ReturnType<typeof clock.after> | undefined
  #since = 0

  /** @param message the message of the TimeoutError that aborts the signal */
  constructor(
    private leftMs: number,
    private readonly message: string
  ) {
    this.resume()
  }

  get signal(): AbortSignal {
    return this.#abortion.signal
  }

  pause(): void {
    if (!this.#timer) return
    this.#timer.stop()
    this.#timer = undefined
    this.leftMs -= clock.ticks() - this.#since
  }

  resume(): void {
    this.#since = clock.ticks()
    this.#timer ??= clock.after(Math.max(0, this.leftMs), () => this.#end())
  }

  #end(): void {
    this.#abortion.abort(new DOMException(this.message, 'TimeoutError'))
  }
}
