import type { IncomingMessage } from 'node:http'
import type { Identity } from '@crossdock/kernel/http'
import { extensionPoint } from '@crossdock/kernel/plugin'

/**
 * A credential other than the session cookie, such as an API token or an agent's key. A guard gets node's request,
 * so it also works for requests that upgrade to another protocol.
 */
export interface AccessGuard {
  /** Whether the request carries this kind of credential; then no other guard runs. */
  claims(request: IncomingMessage): boolean
  /**
   * The caller; null when the request carries no usable credential.
   * @throws Problem 401 for a wrong or expired credential
   */
  identify(request: IncomingMessage): Promise<Identity | null>
  /**
   * Finds the caller again without a request, by the id of its actor; null when its credential has ended. Left out
   * by guards whose callers start no background work.
   */
  recall?(actorId: string): Promise<Identity | null>
}

export const accessGuards = extensionPoint<AccessGuard>('access.guards')
