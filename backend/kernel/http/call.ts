import type { HttpContext } from '@adonisjs/core/http'
import type { Context } from '../ground/context.js'
import type { Identity } from './identity.js'
import type { Operation } from './operation.js'

/** A request on its way through the stages. */
export interface Call {
  readonly operation: Operation
  readonly http: HttpContext
  /** Null for strangers. */
  readonly identity: Identity | null
  /** Where it runs: tenant, environment, actor, permissions. */
  readonly context: Context
  /** The body as it was sent; undefined when the controller reads it. */
  readonly bytes: Buffer | undefined
  /** What was read from it, not yet checked. */
  readonly body: unknown
  /** What the controller receives; there from `act` on. */
  input?: unknown
  /** What the controller returned; there once `act` is over. */
  result?: unknown
}
