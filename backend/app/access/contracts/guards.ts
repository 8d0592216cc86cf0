import type { IncomingMessage } from 'node:http'
import type { Identity } from '@crossdock/kernel/http'
import { extensionPoint } from '@crossdock/kernel/plugin'

/**
 * A way for a request to say who makes it, beside the session cookie: an API token, an agent's key.
 * It sees the request as node gives it, so that it serves requests that ask for another protocol, too.
 */
export interface AccessGuard {
  /** Whether the request carries this kind of credential; then no other guard is asked. */
  claims(request: IncomingMessage): boolean
  /**
   * The caller; null when the request carries nothing that says so.
   * @throws Problem 401 for a credential that is wrong or has ended
   */
  identify(request: IncomingMessage): Promise<Identity | null>
  /**
   * The caller once more, behind the request, by the id of its actor: null when its credential has
   * ended. Left out by guards whose callers begin no work that goes on without them.
   */
  recall?(actorId: string): Promise<Identity | null>
}

export const accessGuards = extensionPoint<AccessGuard>('access.guards')
