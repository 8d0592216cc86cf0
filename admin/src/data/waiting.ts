interface Waiter {
  resolve: () => void
  reject: (error: Error) => void
  isRead: boolean
}

/** Calls that wait for something to be over: all go on, or those that write are given up. */
export class Waiting {
  #waiters = new Set<Waiter>()

  /** Wait; rejects as soon as the call's own signal is aborted. */
  join(isRead: boolean, signal?: AbortSignal | null): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiters.delete(waiter)
        signal?.removeEventListener('abort', abort)
      }
      const waiter: Waiter = {
        isRead,
        resolve: () => (leave(), resolve()),
        reject: (error) => (leave(), reject(error)),
      }
      const abort = () => waiter.reject(signal?.reason as Error)
      if (signal?.aborted) return abort()
      signal?.addEventListener('abort', abort)
      this.#waiters.add(waiter)
    })
  }

  goOn() {
    for (const { resolve } of [...this.#waiters]) resolve()
  }

  giveUpWrites(error: Error) {
    for (const { isRead, reject } of [...this.#waiters]) if (!isRead) reject(error)
  }
}
