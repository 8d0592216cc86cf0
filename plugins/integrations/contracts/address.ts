import type { PartWords } from '@crossdock/kernel/kinds'

/** Name of the mark in a JSON Schema. */
export const addressMark = 'x-address'

/**
 * A part of a connector's or a way of authentication's schema that says where a system is: a host,
 * a port, the name of a bucket. When it changes, the secrets of the system must be entered again,
 * so that nobody sends those of another to a place of their own. Where a schema marks none, every
 * part that is not secret counts as one.
 */
export function address<Described>(
  schema: { meta(words: Record<string, unknown>): Described },
  words: PartWords
): Described {
  return schema.meta({ ...words, [addressMark]: true })
}
