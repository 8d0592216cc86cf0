/** Aborts its signal after a time that can be stopped for a while. */
export class Deadline {
  readonly #abortion = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #since = 0

  /** @param message of the TimeoutError that the signal is aborted with */
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
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.leftMs -= performance.now() - this.#since
  }

  resume(): void {
    this.#since = performance.now()
    this.#timer ??= setTimeout(() => this.#end(), Math.max(0, this.leftMs))
  }

  #end(): void {
    this.#abortion.abort(new DOMException(this.message, 'TimeoutError'))
  }
}
