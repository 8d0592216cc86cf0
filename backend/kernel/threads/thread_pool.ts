import { BoundedThread, ThreadEnded, type ThreadBounds } from './bounded_thread.js'

export interface PoolOptions extends ThreadBounds {
  program: URL
  /** Number of parallel threads. They are kept for later tasks. */
  threads: number
  /** Maximum number of waiting tasks; further ones are refused. */
  mostWaiting: number
  /** Maximum number of one tenant's tasks, waiting or in progress. */
  mostOfOne: number
}

/** A pool of threads for tasks of many tenants. An ended thread is replaced. */
export class ThreadPool<Task, Reply> {
  readonly #idle: BoundedThread<Task, Reply>[] = []
  readonly #waiting: { key: string; begin(): void }[] = []
  /** The tenants of the tasks in progress. */
  readonly #answered: string[] = []
  readonly #ofOne = new Map<string, number>()
  #busy = 0

  constructor(private readonly options: PoolOptions) {}

  /**
   * Sends a task to the next free thread. The deadline starts when the thread begins the task.
   * @param key the tenant of the task
   * @returns undefined when too many tasks are waiting
   * @throws ThreadEnded
   */
  async ask(
    key: string,
    task: Task,
    { deadlineMs, signal }: { deadlineMs: number; signal?: AbortSignal }
  ): Promise<Reply | undefined> {
    const { threads, mostWaiting, mostOfOne } = this.options
    const own = this.#ofOne.get(key) ?? 0
    const isFull = this.#busy >= threads && this.#waiting.length >= mostWaiting
    if (own >= mostOfOne || isFull) return undefined
    this.#ofOne.set(key, own + 1)
    try {
      await this.#turn(key)
      return await this.#answer(key, task, deadlineMs, signal)
    } finally {
      const left = this.#ofOne.get(key)! - 1
      if (left > 0) this.#ofOne.set(key, left)
      else this.#ofOne.delete(key)
    }
  }

  /** Ends all idle threads. */
  close(): void {
    for (const thread of this.#idle.splice(0)) thread.end()
  }

  async #turn(key: string): Promise<void> {
    if (this.#busy < this.options.threads) {
      this.#busy++
      return
    }
    // A finished task starts the next one.
    await new Promise<void>((begin) => this.#waiting.push({ key, begin }))
  }

  async #answer(key: string, task: Task, deadlineMs: number, signal?: AbortSignal): Promise<Reply> {
    this.#answered.push(key)
    let thread: BoundedThread<Task, Reply> | undefined
    try {
      if (signal?.aborted) throw new ThreadEnded('stopped')
      thread = this.#takeIdle() ?? new BoundedThread(this.options.program, this.options)
      return await thread.ask(task, deadlineMs, signal)
    } finally {
      if (thread && !thread.hasEnded) this.#idle.push(thread)
      this.#answered.splice(this.#answered.indexOf(key), 1)
      const next = this.#next()
      if (next) next.begin()
      else this.#busy--
    }
  }

  /**
   * The first task whose tenant has none in progress: a tenant with many tasks does not block one with a single
   * task.
   */
  #next() {
    const at = this.#waiting.findIndex(({ key }) => !this.#answered.includes(key))
    return this.#waiting.splice(Math.max(0, at), 1)[0]
  }

  #takeIdle(): BoundedThread<Task, Reply> | undefined {
    for (let thread = this.#idle.pop(); thread; thread = this.#idle.pop()) {
      if (!thread.hasEnded) return thread
    }
    return undefined
  }
}
