import vine from '@vinejs/vine'

/** Texts of the console for a part of a configuration. */
export interface PartWords {
  /** Label of the field. */
  title: string
  /** Hint below it. */
  description?: string
  /** Shown in the empty field. */
  examples?: readonly string[]
  /** The initial value in the form. */
  default?: string | number | boolean | readonly string[]
  /**
   * How the console offers choices: `folder` for an id; the others for lists of ids, role keys or names of
   * event types.
   */
  'x-choose'?: 'people' | 'roles' | 'events' | 'folder'
  /** Labels of choices, by value. Without one, the console shows the value. */
  'x-names'?: Readonly<Record<string, string>>
  /** The console shows the field only while another field has this value, or contains it: `{ channels: 'mail' }`. */
  'x-when'?: Readonly<Record<string, string>>
}

/** Longest secret, in characters: enough for a private key with its certificates. */
const maxSecret = 16_384

interface Describable<Described> {
  meta(words: Record<string, unknown>): Described
}

/** Gives a part of a configuration its label: `part(vine.number().optional(), { title: 'Port' })`. */
export function part<Described>(schema: Describable<Described>, words: PartWords): Described {
  return schema.meta({ ...words })
}

/**
 * A text that is sealed in storage and never shown again. The API shows a mask for a set secret, and accepts
 * the mask as "unchanged".
 */
export const secret = (words: PartWords) =>
  vine
    .string()
    .maxLength(maxSecret)
    .optional()
    .meta({ ...words, writeOnly: true })

/** Keyword of the mark in a JSON Schema. */
export const addressMark = 'x-address'

/**
 * A part that decides where the secrets next to it are sent: a host, a port, the name of a bucket. When it
 * changes, the secrets must be entered again, so that a person cannot send foreign secrets to another server.
 * If a schema marks no address, every part that is not secret counts as one.
 */
export const address = <Described>(schema: Describable<Described>, words: PartWords): Described =>
  schema.meta({ ...words, [addressMark]: true })

/** The id of another object of the tenant. @param resource where the console lists the choices: `assets` */
export const reference = (resource: string, words: PartWords) =>
  vine
    .string()
    .maxLength(64)
    .optional()
    .meta({ ...words, 'x-resource': resource })
