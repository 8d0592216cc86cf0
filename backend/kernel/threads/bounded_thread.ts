import { Worker } from 'node:worker_threads'
import { clock } from '../ground/clock.js'

/** What a thread may use. */
export interface ThreadBounds {
  heapMb: number
  stackMb: number
}

/** Why a thread ended before it answered. `stopped`: the caller had it stopped. */
export type EndReason = 'deadline' | 'memory' | 'stopped' | 'exit' | 'error'

/** A thread ended before it answered. */
export class ThreadEnded extends Error {
  override name = 'ThreadEnded'

  constructor(
    readonly reason: EndReason,
    cause?: unknown
  ) {
    super(`The thread ended before it answered (${reason}).`, { cause })
  }
}

/** Longest time in which the program of a thread loads. */
const loadMs = 60_000

/**
 * A thread with little memory, without the environment of the process, that answers one order at a time. Its program
 * sends `'ready'` when it has loaded, and then one message for each message it gets.
 */
export class BoundedThread<Order, Reply> {
  readonly #worker: Worker
  readonly #loaded: Promise<void>
  #waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined
  #ended: ThreadEnded | undefined

  /** @param program address of a module beside the caller's: `new URL('./worker.js', import.meta.url)` */
  constructor(program: URL, { heapMb, stackMb }: ThreadBounds) {
    this.#worker = new Worker(program, {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMb, stackSizeMb: stackMb },
    })
    // A thread that waits for orders does not keep the process alive.
    this.#worker.unref()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    promise.catch(() => {})
    this.#loaded = promise
    this.#worker
      .on('message', (message: Reply | 'ready') => {
        if (message === 'ready') return resolve()
        this.#waiting?.resolve(message)
        this.#waiting = undefined
      })
      .on('error', (error: NodeJS.ErrnoException) => {
        const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        this.#lose(new ThreadEnded(isMemory ? 'memory' : 'error', error), reject)
      })
      .on('exit', () => this.#lose(new ThreadEnded('exit'), reject))
  }

  /** Whether it takes no more orders. */
  get hasEnded(): boolean {
    return this.#ended !== undefined
  }

  /**
   * Has an order answered. Loading the program does not count.
   * @param deadlineMs the thread is ended when it takes longer
   * @throws ThreadEnded
   */
  async ask(order: Order, deadlineMs: number, signal?: AbortSignal): Promise<Reply> {
    const stop = () => this.#stop('stopped')
    signal?.addEventListener('abort', stop, { once: true })
    const loading = clock.after(loadMs, () => this.#stop('deadline'))
    let deadline: ReturnType<typeof clock.after> | undefined
    try {
      if (signal?.aborted) this.#stop('stopped')
      if (this.#ended) throw this.#ended
      await this.#loaded.finally(() => loading.stop())
      if (this.#ended) throw this.#ended
      const { promise, ...settle } = Promise.withResolvers<Reply>()
      this.#waiting = settle
      deadline = clock.after(deadlineMs, () => this.#stop('deadline'))
      this.#worker.postMessage(order)
      return await promise
    } finally {
      loading.stop()
      deadline?.stop()
      signal?.removeEventListener('abort', stop)
    }
  }

  /** Ends the thread; who still waits for it is told. */
  end(): void {
    this.#stop('stopped')
  }

  #stop(reason: EndReason): void {
    this.#lose(new ThreadEnded(reason))
    void this.#worker.terminate()
  }

  #lose(ended: ThreadEnded, alsoReject?: (error: Error) => void): void {
    this.#ended ??= ended
    alsoReject?.(this.#ended)
    this.#waiting?.reject(this.#ended)
    this.#waiting = undefined
  }
}
