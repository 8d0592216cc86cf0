// First: shapes are made below.
import '../ground/compile_at_use.js'
import vine from '@vinejs/vine'
import type { Infer, SchemaTypes } from '@vinejs/vine/types'
import type { PermissionRef } from '../ground/permission.js'
import type { Text } from '../ground/text.js'

interface EventFacts<P> {
  description: string
  /**
   * Changes who may do what, or where secrets go: the security log tells it, too; given a list,
   * with these fields of its payload.
   */
  security?: true | readonly (keyof P & string)[]
  /**
   * The sentence of the activity feed; absent: not shown to people there. Said anew for each reader
   * from what was stored, also by older versions.
   */
  activity?: (payload: P) => Text
  /**
   * The permission by which the told-about data itself is read: the feed shows the sentence to
   * those who hold it, and to whoever did it. null: to everybody in the tenant. An event with a
   * sentence must say it.
   */
  permission?: PermissionRef | null
  /** The group that lists of events filter by; that of its permission (`assets` of `assets.read`) when left out. */
  group?: string
}

/**
 * A kind of event in the one log, and the reference by which it is recorded and followed. `P` is
 * what its events carry; `never` where kinds of all sorts stand side by side.
 */
export interface EventType<P = never> extends EventFacts<P> {
  /** snake_case, `<noun>_<past participle>`, e.g. `user_invited` */
  readonly name: string
  /** Shape of the payload, for the catalogue and its docs; what is recorded is held by the compiler. */
  readonly payload: ReturnType<typeof compile>
}

const compile = (schema: SchemaTypes) => vine.create(schema)

/**
 * Declares a kind of event. List it under `eventTypes` in the plugin's declaration, and hand it to
 * `recordEvent` and to the `on` of consumers.
 * @param payload a Vine object; every event of this kind carries it
 */
export function defineEvent<S extends SchemaTypes>(
  name: string,
  { payload, ...facts }: { payload: S } & EventFacts<Infer<S>>
): EventType<Infer<S>> {
  return Object.freeze({ name, payload: compile(payload), ...facts })
}
