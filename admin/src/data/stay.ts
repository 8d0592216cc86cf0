import type { Session } from '@crossdock/admin/kit'
import { sessionLeft } from './problem.js'

/**
 * The time in which one person works on this page, from sign-in to sign-out. When the session ends and the same
 * person signs in again in a dialog over the page, the stay continues with the new session. A call belongs to the
 * stay in which it was made, and is aborted when that stay ends.
 */
export class Stay {
  #signOut = new AbortController()

  constructor(public owner: Session | null) {}

  /** Aborts when the person signs out. */
  get signOutSignal(): AbortSignal {
    return this.#signOut.signal
  }

  /** Whether a session belongs to the same person in the same organization. */
  isOf({ user, tenant }: Session): boolean {
    return user.id === this.owner?.user.id && tenant?.id === this.owner.tenant?.id
  }

  end() {
    this.#signOut.abort(sessionLeft())
  }
}
