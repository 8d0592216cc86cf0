import { extensionPoint } from '@crossdock/kernel/plugin'
import type { LoggedEvent } from '@crossdock/kernel/events'
import type { PermissionRef } from '@crossdock/kernel/plugin'

/** One object in a trace: a run, a call, a file or another thing with a row of its own. */
export interface TraceObject {
  /** Such as `execution`, `step`, `call`, `webhook_request` or `asset`. */
  type: string
  id: string
  /** Unique in a trace, such as `execution:<id>`; for events `event:<id>`. Its effects name this key as `cause`. */
  key: string
  /** The key of the object or event that caused this object. Null: unknown, so the object comes first. */
  cause: string | null
  /** Null: no name, or the caller may not read it. */
  name: string | null
  /** More about the object: the system of a call, the type of a step. */
  detail?: string | null
  status: string | null
  /** The HTTP status that answered a call. */
  statusCode?: number | null
  startedAt: string
  /** Milliseconds. Null: unknown, or still running. */
  durationMs: number | null
  /** The attempt of the step that made the call, from 1. */
  attempt?: number | null
  /** The object is in a closed folder: the trace shows that it exists, and nothing else. */
  isHidden?: boolean
}

/** Where the trace of an object begins: an object, or the first events of its chains. */
export interface TraceStart {
  /** The object's id, if the request named the object in another way. */
  id?: string
  /** The first events of the object's chains in the log. */
  rootIds: readonly string[]
  /** The object to look up next, because this one has no chain of its own. */
  next?: { type: string; id: string }
}

/** A chain of events, and the objects that the request named. */
export interface TraceOf {
  events: readonly LoggedEvent[]
  /** The requested objects. The trace shows them even when no event names them. */
  asked: readonly { type: string; id: string }[]
}

/** Finds the objects of one kind in a chain of events: runs with their steps, calls, files. */
export interface TraceSource {
  /** The permission to read these objects. Without it the trace shows them as hidden. */
  permission: PermissionRef
  /** Finds where the trace of an object begins, in the environment of the context. @throws Problem 404 */
  start(id: string): Promise<TraceStart>
  /** The objects of the chain, oldest first, at most `most`. */
  of(trace: TraceOf, most: number): Promise<TraceObject[]>
  /**
   * Events that only report an object and are not shown: their ids, with the key of the object, which also
   * becomes the cause of their effects.
   */
  folded?(trace: TraceOf): ReadonlyMap<string, string>
}

/** Kinds of objects that can be traced, by the word in the path. */
export const traceSources = extensionPoint<TraceSource>('events.trace')
