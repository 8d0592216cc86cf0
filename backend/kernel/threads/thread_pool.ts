import { BoundedThread, ThreadEnded, type ThreadBounds } from './bounded_thread.js'

export interface PoolOptions extends ThreadBounds {
  program: URL
  /** Threads that answer beside each other, and are kept for the next orders. */
  threads: number
  /** Orders that wait at most; one more is refused. */
  mostWaiting: number
  /** Orders of one tenant that wait or are answered at most. */
  mostOfOne: number
}

/** Some threads that stay, for orders of many tenants. One that was ended is replaced. */
export class ThreadPool<Order, Reply> {
  readonly #idle: BoundedThread<Order, Reply>[] = []
  readonly #waiting: { key: string; begin(): void }[] = []
  /** Whose orders are answered now. */
  readonly #answered: string[] = []
  readonly #ofOne = new Map<string, number>()
  #busy = 0

  constructor(private readonly options: PoolOptions) {}

  /**
   * Has an order answered by the next free thread; the deadline begins when that takes it up.
   * @param key whose order it is
   * @returns undefined when too many orders wait already
   * @throws ThreadEnded
   */
  async ask(
    key: string,
    order: Order,
    { deadlineMs, signal }: { deadlineMs: number; signal?: AbortSignal }
  ): Promise<Reply | undefined> {
    const { threads, mostWaiting, mostOfOne } = this.options
    const own = this.#ofOne.get(key) ?? 0
    const isFull = this.#busy >= threads && this.#waiting.length >= mostWaiting
    if (own >= mostOfOne || isFull) return undefined
    this.#ofOne.set(key, own + 1)
    try {
      await this.#turn(key)
      return await this.#answer(key, order, deadlineMs, signal)
    } finally {
      const left = this.#ofOne.get(key)! - 1
      if (left > 0) this.#ofOne.set(key, left)
      else this.#ofOne.delete(key)
    }
  }

  /** Ends all threads that wait for orders. */
  close(): void {
    for (const thread of this.#idle.splice(0)) thread.end()
  }

  async #turn(key: string): Promise<void> {
    if (this.#busy < this.options.threads) {
      this.#busy++
      return
    }
    // Who ends hands its turn on.
    await new Promise<void>((begin) => this.#waiting.push({ key, begin }))
  }

  async #answer(
    key: string,
    order: Order,
    deadlineMs: number,
    signal?: AbortSignal
  ): Promise<Reply> {
    this.#answered.push(key)
    let thread: BoundedThread<Order, Reply> | undefined
    try {
      if (signal?.aborted) throw new ThreadEnded('stopped')
      thread = this.#takeIdle() ?? new BoundedThread(this.options.program, this.options)
      return await thread.ask(order, deadlineMs, signal)
    } finally {
      if (thread && !thread.hasEnded) this.#idle.push(thread)
      this.#answered.splice(this.#answered.indexOf(key), 1)
      const next = this.#next()
      if (next) next.begin()
      else this.#busy--
    }
  }

  /** The first whose tenant has none answered now: who sends many does not hold up who sends one. */
  #next() {
    const at = this.#waiting.findIndex(({ key }) => !this.#answered.includes(key))
    return this.#waiting.splice(Math.max(0, at), 1)[0]
  }

  #takeIdle(): BoundedThread<Order, Reply> | undefined {
    for (let thread = this.#idle.pop(); thread; thread = this.#idle.pop()) {
      if (!thread.hasEnded) return thread
    }
    return undefined
  }
}
