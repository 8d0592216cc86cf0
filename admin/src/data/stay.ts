import type { Session } from '@crossdock/admin/kit'
import { sessionLeft } from './problem.js'

/**
 * The time one person works on this page, from signing in to signing out: also with a new session,
 * when it had ended and the same person signed in again over the page. A call belongs to the stay it
 * was made in, and ends with it.
 */
export class Stay {
  #left = new AbortController()

  constructor(public owner: Session | null) {}

  /** Aborted when the person leaves. */
  get left(): AbortSignal {
    return this.#left.signal
  }

  /** Whether a session is of the same person in the same organization. */
  isOf({ user, tenant }: Session): boolean {
    return user.id === this.owner?.user.id && tenant?.id === this.owner.tenant?.id
  }

  end() {
    this.#left.abort(sessionLeft())
  }
}
