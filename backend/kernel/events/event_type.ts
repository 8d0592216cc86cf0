// Keep first: the shapes are made below.
import '../ground/compile_at_use.js'
import '../ground/described.js'
import vine from '@vinejs/vine'
import type { Infer, SchemaTypes } from '@vinejs/vine/types'
import type { PermissionRef } from '../ground/permission.js'
import type { Text } from '../ground/text.js'

interface Several<P> {
  /**
   * Groups events of one type and actor further, for example by the target folder of a move. May throw for
   * payloads of other versions.
   */
  alike?(payload: P): string
  /**
   * May throw for payloads of other versions.
   * @param first payload of the first event
   * @param count two or more
   * @param shared fields that are equal in all of them
   */
  sentence(first: P, count: number, shared: Partial<P>): Text
}

interface EventFacts<P> {
  description: string
  /**
   * Changes permissions or the destination of secrets: the security log records it, too. A list names the
   * payload fields to log.
   */
  security?: true | readonly (keyof P & string)[]
  /**
   * The sentence in the activity feed; absent: not shown to people. Built for each reader from the stored
   * payload, also of older versions.
   */
  activity?: (payload: P) => Text
  /**
   * How the activity feed groups events: consecutive events of one actor become one line, which unfolds into
   * entries. Default: one line per event.
   */
  several?: Several<P>
  /** The result of work that a person only started: the feed names no person. */
  outcome?: true
  /**
   * Permission to read the underlying data: the feed shows the sentence to its holders and to the actor. null:
   * to everyone in the tenant. Required for an event with a sentence.
   */
  permission?: PermissionRef | null
  /** Group for filters of lists; default: that of its permission (`assets` of `assets.read`). */
  group?: string
}

/**
 * A type of event in the log, and the reference used to record and follow it. `P` is the payload type; `never`
 * for lists of mixed types.
 */
export interface EventType<P = never> extends EventFacts<P> {
  /** snake_case, `<noun>_<past participle>`, e.g. `user_invited` */
  readonly name: string
  /** Shape of the payload, for the catalog and its docs; the compiler checks recorded payloads. */
  readonly payload: ReturnType<typeof compile>
}

const compile = (schema: SchemaTypes) => vine.create(schema)

/**
 * Declares an event type. List it under `eventTypes` in the plugin's declaration, and pass it to `recordEvent`
 * and to the `on` of consumers.
 * @param payload a Vine object for the payload of every event of this type
 */
export function defineEvent<S extends SchemaTypes>(
  name: string,
  { payload, ...facts }: { payload: S } & EventFacts<Infer<S>>
): EventType<Infer<S>> {
  return Object.freeze({ name, payload: compile(payload), ...facts })
}
