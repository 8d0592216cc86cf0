import { SideThread } from './side_thread.js'

/** An idle thread is ended after this time, because it takes about ten MiB. */
const IDLE_MS = 30_000

/** The second thread, which cuts and hashes. It starts on demand and ends when it has been idle for a while. */
export class HashThread {
  #thread: SideThread | undefined
  #users = 0
  #idleTimer: NodeJS.Timeout | undefined

  constructor(private readonly idleMs: number = IDLE_MS) {}

  /** Returns the thread for use until `giveBack`. A thread that ended early is replaced. */
  borrow(): SideThread {
    if (!this.#thread || this.#thread.isLost) {
      this.#thread = new SideThread()
      this.#users = 0
    }
    clearTimeout(this.#idleTimer)
    this.#users++
    return this.#thread
  }

  giveBack(thread: SideThread): void {
    if (thread !== this.#thread) return
    this.#users--
    if (this.#users > 0) return
    this.#idleTimer = setTimeout(() => void this.close(), this.idleMs).unref()
  }

  /** Ends the thread. Pending calls fail with ThreadLost. */
  async close(): Promise<void> {
    clearTimeout(this.#idleTimer)
    const thread = this.#thread
    this.#thread = undefined
    await thread?.end()
  }
}
