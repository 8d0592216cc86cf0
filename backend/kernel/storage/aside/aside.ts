import { SideThread } from './side_thread.js'

/** A thread that nobody needs is ended after this time: it holds some ten MiB. */
const IDLE_MS = 30_000

/** The thread beside this one: begun when it is needed, ended when nobody has needed it for a while. */
export class Aside {
  #thread: SideThread | undefined
  #users = 0
  #idle: NodeJS.Timeout | undefined

  constructor(private readonly idleMs: number = IDLE_MS) {}

  /** The thread, to be given back. One that was lost is replaced for whoever comes next. */
  borrow(): SideThread {
    if (!this.#thread || this.#thread.isLost) {
      this.#thread = new SideThread()
      this.#users = 0
    }
    clearTimeout(this.#idle)
    this.#users++
    return this.#thread
  }

  giveBack(thread: SideThread): void {
    if (thread !== this.#thread) return
    this.#users--
    if (this.#users > 0) return
    this.#idle = setTimeout(() => void this.close(), this.idleMs).unref()
  }

  /** Ends the thread; who still waits for it is told. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const thread = this.#thread
    this.#thread = undefined
    await thread?.end()
  }
}
