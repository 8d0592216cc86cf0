import type { HttpContext } from '@adonisjs/core/http'
import { attached } from '../ground/attached.js'
import type { Context } from '../ground/context.js'
import type { Problem } from '../ground/problem.js'
import type { Identity } from './identity.js'
import type { Operation } from './operation.js'

/** A request as it passes through the stages. */
export interface Call {
  readonly operation: Operation
  readonly http: HttpContext
  /** Null for anonymous callers. */
  readonly identity: Identity | null
  /** The body was incomplete when the caller was identified. */
  readonly arrivesLate: boolean
  /** Tenant, environment, actor and permissions. */
  readonly context: Context
  /** The raw body; undefined when the controller reads it. */
  readonly bytes: Buffer | undefined
  /** The parsed body, not yet validated. */
  readonly body: unknown
  /** Why the body could not be read. Thrown after the call has passed the stage `admit`. */
  readonly fault?: Problem | undefined
  /** A step of work that an earlier call began (`Operation.step`); set once the call is counted. */
  isStep?: boolean
  /** Input of the controller; set from `act` on. */
  input?: unknown
  /** Result of the controller; set after `act`. */
  result?: unknown
}

const calls = attached<HttpContext, Call>('call')

/** Attaches the call to its request for the request's lifetime. */
export function begin(call: Call): Call {
  return calls.attach(call.http, call)
}

/** The call of this request; undefined before the caller is identified. */
export const peekCall = (http: HttpContext): Call | undefined => calls.of(http)

/**
 * The call of this request.
 * @throws before the caller is identified
 */
export function callOf(http: HttpContext): Call {
  const call = calls.of(http)
  if (!call) throw new Error('This request has no operation call, or none yet.')
  return call
}
