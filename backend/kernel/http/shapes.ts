// First: shapes are made below.
import '../ground/compile_at_use.js'
import vine from '@vinejs/vine'
import type { SchemaTypes } from '@vinejs/vine/types'

type Properties = Record<string, SchemaTypes>
// Written out, so that packages of types can say it.
type Shape<P extends Properties> = ReturnType<typeof vine.object<P>>
type Named<P extends Properties> = ReturnType<Shape<P>['meta']>
type Compiled<P extends Properties> = ReturnType<typeof vine.create<Named<P>>>

/** The answer of an operation, known to documentation and clients by `name`. */
export function answerShape<P extends Properties>(name: string, properties: P): Compiled<P> {
  return vine.create(namedShape(name, properties))
}

/** A part of an answer that has a name of its own. */
export function namedShape<P extends Properties>(name: string, properties: P): Named<P> {
  return vine.object(properties).meta({ title: name })
}

/** A moment as answers give it: ISO 8601 in UTC. */
export const instant = () => vine.string().meta({ format: 'date-time' })

/** One of these words; a server that ran a newer version may have stored others. */
export const word = (known: readonly string[]) => vine.string().meta({ examples: [...known] })

/** Any JSON value, null too. */
export const anything = () => vine.any().nullable()

/** A time of day, `HH:MM` from 00:00 to 23:59. */
export const timeOfDay = () =>
  vine
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .meta({ examples: ['08:00'] })
