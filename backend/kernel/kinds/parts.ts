import vine from '@vinejs/vine'

/** What the console says of a part of a configuration. */
export interface PartWords {
  /** Label of the field. */
  title: string
  /** Hint below it. */
  description?: string
  /** Shown in the empty field. */
  examples?: readonly string[]
  /** What the form starts with. */
  default?: string | number | boolean | readonly string[]
  /** How it is chosen: `folder` for an id, the others for lists of ids, of keys of roles, or of names of event types. */
  'x-choose'?: 'people' | 'roles' | 'events' | 'folder'
}

/** Longest secret that is kept, in characters: a private key with its certificates. */
const maxSecret = 16_384

interface Describable<Described> {
  meta(words: Record<string, unknown>): Described
}

/** Gives a part of a configuration its label: `part(vine.number().optional(), { title: 'Port' })`. */
export function part<Described>(schema: Describable<Described>, words: PartWords): Described {
  return schema.meta({ ...words })
}

/**
 * A text that is sealed where it is stored and never shown again; the API shows that it is set and
 * takes what it shows as "unchanged".
 */
export const secret = (words: PartWords) =>
  vine
    .string()
    .maxLength(maxSecret)
    .optional()
    .meta({ ...words, writeOnly: true })

/** Name of the mark in a JSON Schema. */
export const addressMark = 'x-address'

/**
 * A part that says where secrets beside it are sent: a host, a port, the name of a bucket. When it
 * changes they must be entered again, so that nobody sends those of another to a place of their own.
 * Where a schema marks none, every part that is not secret counts as one.
 */
export const address = <Described>(schema: Describable<Described>, words: PartWords): Described =>
  schema.meta({ ...words, [addressMark]: true })

/** The id of another object of the tenant. @param resource where the console finds those there are: `assets` */
export const reference = (resource: string, words: PartWords) =>
  vine
    .string()
    .maxLength(64)
    .optional()
    .meta({ ...words, 'x-resource': resource })
