// Keep first: the shapes are made below.
import '../ground/compile_at_use.js'
import '../ground/described.js'
import vine from '@vinejs/vine'
import type { SchemaTypes } from '@vinejs/vine/types'

type Properties = Record<string, SchemaTypes>
// Explicit types, so that declaration packages can name them.
type Shape<P extends Properties> = ReturnType<typeof vine.object<P>>
type Named<P extends Properties> = ReturnType<Shape<P>['meta']>
type Compiled<P extends Properties> = ReturnType<typeof vine.create<Named<P>>>

/** The answer shape of an operation; documentation and clients refer to it by `name`. */
export function answerShape<P extends Properties>(name: string, properties: P): Compiled<P> {
  return vine.create(namedShape(name, properties))
}

/** A named part of an answer. */
export function namedShape<P extends Properties>(name: string, properties: P): Named<P> {
  return vine.object(properties).meta({ title: name })
}

/** An instant in an answer: ISO 8601 in UTC. */
export const instant = () => vine.string().meta({ format: 'date-time' })

/** One of the known words; a newer server version may have stored others. */
export const openEnum = (known: readonly string[]) => vine.string().meta({ examples: [...known] })

/** Any JSON value, including null. */
export const anything = () => vine.any().nullable()

/** A time of day, `HH:MM` from 00:00 to 23:59. */
export const timeOfDay = () =>
  vine
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .meta({ examples: ['08:00'] })
