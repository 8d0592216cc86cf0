import { extensionPoint } from '@crossdock/kernel/plugin'
import type { LoggedEvent } from '@crossdock/kernel/events'
import type { PermissionRef } from '@crossdock/kernel/plugin'

/** What a trace shows of a thing that has a row of its own. */
export interface TraceObject {
  /** `execution`, `step`, `call`, `webhook_request`, `asset` */
  type: string
  id: string
  /** Unique in a trace; others name it as their cause: `execution:<id>`. An event is `event:<id>`. */
  key: string
  /** Its cause; null: none that is known, so it stands first. */
  cause: string | null
  /** Null: it has no name, or none the caller may read. */
  name: string | null
  /** What it belongs to: the system of a call, the type of a step. */
  detail?: string | null
  status: string | null
  /** Of a call, what the system has answered. */
  statusCode?: number | null
  startedAt: string
  /** Milliseconds; null: not known, or it goes on. */
  durationMs: number | null
  /** Which try of a step a call was. */
  attempt?: number | null
  /** It lies in a closed folder: the trace says only that there is something. */
  isHidden?: boolean
}

/** What is asked for, as far as its own row leads. */
export interface TraceStart {
  /** Its id, where it is found by another name, too. */
  id?: string
  /** Beginnings of chains in the log. */
  rootIds: readonly string[]
  /** What leads further where it has no chain of its own. */
  next?: { type: string; id: string }
}

/** What a chain of events is about. */
export interface TraceOf {
  events: readonly LoggedEvent[]
  /** What was asked for, which is shown also when no event tells of it. */
  asked: readonly { type: string; id: string }[]
}

/** Finds the things of one kind in a chain of events: runs with their steps, calls, files. */
export interface TraceSource {
  /** The permission to read them; without it they are shown as hidden. */
  permission: PermissionRef
  /** Where the trace of one of them begins. In the environment of the context. @throws Problem 404 */
  start(id: string): Promise<TraceStart>
  /** The things of the chain, oldest first, at most `most`. */
  of(trace: TraceOf, most: number): Promise<TraceObject[]>
  /** Events that only tell of one of these things: what they caused, it has caused. By the ids of events: keys of things. */
  folded?(trace: TraceOf): ReadonlyMap<string, string>
}

/** Kinds of things that can be traced, by the word in the path. */
export const traceSources = extensionPoint<TraceSource>('events.trace')
