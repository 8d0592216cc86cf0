import { fork, type ChildProcess, type Serializable } from 'node:child_process'
import { clock } from '../ground/clock.js'

/** Memory limits of the child process. */
export interface ThreadBounds {
  heapMb: number
  stackMb: number
}

/** Why a thread ended before it answered. `stopped`: by the caller. */
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

/** The system gives a process a stack of 8 MiB; V8 cannot use the whole stack. */
const stackKbOf = (stackMb: number) => Math.min(stackMb * 1024, 7_000)

/** Time limit for loading the program of a thread. */
const loadMs = 60_000

/** A full heap aborts a process, with a code that depends on the platform; 1 is an error of its program. */
function endedBy(code: number | null, isReady: boolean): ThreadEnded {
  if (code === 1) return new ThreadEnded('error', new Error('The program of a thread failed.'))
  return new ThreadEnded(isReady && code !== 0 ? 'memory' : 'exit')
}

/**
 * A child process with little memory and without the server's environment, which works on one task at a time.
 * Its program sends `'ready'` after loading, and then one message per message received. It is not a worker
 * thread: V8 ends the whole process when a single string outgrows a thread's heap.
 */
export class BoundedThread<Task, Reply> {
  readonly #process: ChildProcess
  readonly #loaded: Promise<void>
  #waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined
  #ended: ThreadEnded | undefined

  /** @param program address of a module next to the caller's: `new URL('./worker.js', import.meta.url)` */
  constructor(program: URL, { heapMb, stackMb }: ThreadBounds) {
    const bounds = [`--max-old-space-size=${heapMb}`, `--stack-size=${stackKbOf(stackMb)}`]
    this.#process = fork(program, {
      env: {},
      execArgv: [...process.execArgv, ...bounds],
      serialization: 'advanced',
      // The end reason replaces V8's output about a full heap.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // An idle process must not keep the server alive.
    this.#process.unref()
    this.#process.channel?.unref()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    promise.catch(() => {})
    this.#loaded = promise
    let isReady = false
    this.#process
      .on('message', (message: Reply | 'ready') => {
        if (message === 'ready') {
          isReady = true
          return resolve()
        }
        this.#waiting?.resolve(message as Reply)
        this.#waiting = undefined
      })
      .on('error', (error) => this.#lose(new ThreadEnded('error', error), reject))
      .on('exit', (code) => this.#lose(endedBy(code, isReady), reject))
  }

  /** Whether it accepts no more tasks. */
  get hasEnded(): boolean {
    return this.#ended !== undefined
  }

  /**
   * Sends a task and waits for the answer. Loading the program does not count.
   * @param deadlineMs the thread is ended when it takes longer
   * @throws ThreadEnded
   */
  async ask(task: Task, deadlineMs: number, signal?: AbortSignal): Promise<Reply> {
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
      this.#process.send(task as Serializable, (error) => {
        if (error) this.#lose(new ThreadEnded('exit', error))
      })
      return await promise
    } finally {
      loading.stop()
      deadline?.stop()
      signal?.removeEventListener('abort', stop)
    }
  }

  /** Ends the thread; a waiting caller gets ThreadEnded. */
  end(): void {
    this.#stop('stopped')
  }

  #stop(reason: EndReason): void {
    this.#lose(new ThreadEnded(reason))
    this.#process.kill('SIGKILL')
  }

  #lose(ended: ThreadEnded, alsoReject?: (error: Error) => void): void {
    this.#ended ??= ended
    alsoReject?.(this.#ended)
    this.#waiting?.reject(this.#ended)
    this.#waiting = undefined
  }
}
