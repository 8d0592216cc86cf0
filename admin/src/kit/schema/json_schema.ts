/** The part of JSON Schema that configurations use. */
export interface JsonSchema {
  type?: string | readonly string[]
  title?: string
  description?: string
  examples?: readonly unknown[]
  default?: unknown
  enum?: readonly unknown[]
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  items?: JsonSchema
  minimum?: number
  maximum?: number
  maxLength?: number
  format?: string
  /** A secret: never shown, only replaced. */
  writeOnly?: boolean
  /** The id of an object of this resource. */
  'x-resource'?: string
  /** Replaces the text field by a picker. */
  'x-choose'?: 'people' | 'roles' | 'events' | 'folder'
  /** Labels of choices, by value. */
  'x-names'?: Readonly<Record<string, string>>
  /** Shown only while another field has this value, or contains it. */
  'x-when'?: Readonly<Record<string, string>>
  /** Kept if set, but never shown. */
  'x-unused'?: boolean
  /** Shown below "More". */
  'x-more'?: boolean
  /** Shown only if already set. */
  'x-unasked'?: boolean
}

/** The kind of field for a part of a configuration. */
export type PartKind =
  | 'secret'
  | 'reference'
  | 'folder'
  | 'people'
  | 'roles'
  | 'events'
  | 'choice'
  | 'choices'
  | 'texts'
  | 'switch'
  | 'number'
  | 'text'
  | 'group'
  | 'json'

const typeOf = ({ type }: JsonSchema): string | undefined =>
  typeof type === 'string' ? type : type?.find((one) => one !== 'null')

export function partKind(schema: JsonSchema): PartKind {
  if (schema.writeOnly) return 'secret'
  if (schema['x-choose']) return schema['x-choose']
  if (schema['x-resource']) return 'reference'
  if (schema.enum) return 'choice'
  switch (typeOf(schema)) {
    case 'boolean':
      return 'switch'
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
      return 'text'
    case 'object':
      return schema.properties ? 'group' : 'json'
    case 'array':
      if (schema.items?.enum) return 'choices'
      return schema.items && typeOf(schema.items) === 'string' ? 'texts' : 'json'
    default:
      return 'json'
  }
}

/** `remotePath` → `Remote path`, where the schema gives no label. */
export const labelOf = (name: string, { title }: JsonSchema): string =>
  title ??
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/^./, (first) => first.toUpperCase())
    .replace(/ (\w)/g, (_, letter: string) => ` ${letter.toLowerCase()}`)
