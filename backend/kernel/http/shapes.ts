import vine from '@vinejs/vine'
import type { SchemaTypes } from '@vinejs/vine/types'

/** The answer of an operation, known to documentation and clients by `name`. */
export function answerShape<Properties extends Record<string, SchemaTypes>>(
  name: string,
  properties: Properties
) {
  return vine.create(namedShape(name, properties))
}

/** A part of an answer that has a name of its own. */
export function namedShape<Properties extends Record<string, SchemaTypes>>(
  name: string,
  properties: Properties
) {
  return vine.object(properties).meta({ title: name })
}

/** A moment as answers give it: ISO 8601 in UTC. */
export const instant = () => vine.string().meta({ format: 'date-time' })

/** One of these words; a server that ran a newer version may have stored others. */
export const word = (known: readonly string[]) => vine.string().meta({ examples: [...known] })

/** Any JSON value, null too. */
export const anything = () => vine.any().nullable()
