interface Waiter {
  resolve: () => void
  reject: (error: Error) => void
  isRead: boolean
}

/**
 * Calls that wait until an outage, a sign-in or another question is over. Then all calls continue, or the writes fail.
 */
export class Waiting {
  #waiters = new Set<Waiter>()

  /** Resolves with `resumeAll`. Rejects as soon as the signal of the call aborts. */
  wait(isRead: boolean, signal?: AbortSignal | null): Promise<void> {
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

  resumeAll() {
    for (const { resolve } of Array.from(this.#waiters)) resolve()
  }

  rejectWrites(error: Error) {
    for (const { isRead, reject } of Array.from(this.#waiters)) if (!isRead) reject(error)
  }
}
