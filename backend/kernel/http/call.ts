import type { HttpContext } from '@adonisjs/core/http'
import { attached } from '../ground/attached.js'
import type { Context } from '../ground/context.js'
import type { Problem } from '../ground/problem.js'
import type { Identity } from './identity.js'
import type { Operation } from './operation.js'

/** A request on its way through the stages. */
export interface Call {
  readonly operation: Operation
  readonly http: HttpContext
  /** Null for strangers. */
  readonly identity: Identity | null
  /** The body was not there as a whole when it was found out who calls. */
  readonly arrivesLate: boolean
  /** Where it runs: tenant, environment, actor, permissions. */
  readonly context: Context
  /** The body as it was sent; undefined when the controller reads it. */
  readonly bytes: Buffer | undefined
  /** What was read from it, not yet checked. */
  readonly body: unknown
  /** Why there is no body, where it could not be read: told once the call is admitted. */
  readonly fault?: Problem | undefined
  /** A step of what another call has begun (`Operation.step`); there once the call is counted. */
  isStep?: boolean
  /** What the controller receives; there from `act` on. */
  input?: unknown
  /** What the controller returned; there once `act` is over. */
  result?: unknown
}

const calls = attached<HttpContext, Call>('call')

/** Remembers the call that a request makes, for as long as the request lives. */
export function begin(call: Call): Call {
  return calls.attach(call.http, call)
}

/** The call this request makes; undefined before it is known who makes it. */
export const peekCall = (http: HttpContext): Call | undefined => calls.of(http)

/** The call this request makes. @throws before it is known who makes it */
export function callOf(http: HttpContext): Call {
  const call = calls.of(http)
  if (!call) throw new Error('This request makes no call of an operation, or none yet.')
  return call
}
