import vine from '@vinejs/vine'
import type { SchemaTypes } from '@vinejs/vine/types'
import type { ExtensionPoint } from '../ground/extension_point.js'
import type { PermissionRef } from '../ground/permission.js'
import type { Text } from '../ground/text.js'
import { anything, namedShape, type Output } from '../shapes/index.js'
import { operation, Reader, type Input, type Operation } from '../http/index.js'
import type { Kind } from './kind.js'
import { schemaOf } from './schema.js'

interface Catalog<K extends Kind, More extends Record<string, SchemaTypes>> {
  summary: string
  permission: PermissionRef
  /** Name of an entry in the API description: `StepType`. */
  entry: string
  /** Additional fields of an entry, beyond those of every kind. */
  more?: { shape: More; show(kind: K): Record<keyof More, unknown> }
}

/**
 * The operation that lists the kinds of an extension point, for people and forms: name, label, description and
 * icon of each kind and the JSON Schema of its configuration, in the reader's language (see `texts`). In the
 * schema, `writeOnly` marks a secret, `x-resource` the id of another object, `x-choose` a choice that forms offer,
 * `x-names` labels of choices, and `x-when` when forms show the field.
 * @param route `GET /flows/step-types`
 */
export function catalog<
  K extends Kind,
  More extends Record<string, SchemaTypes> = Record<never, never>,
>(
  route: `GET /${string}`,
  point: Pick<ExtensionPoint<K>, 'entries'>,
  { summary, permission, entry, more }: Catalog<K, More>
): Operation {
  const response = vine.create(
    vine.array(
      namedShape(entry, {
        name: vine.string(),
        label: vine.string(),
        description: vine.string(),
        icon: vine.string().nullable(),
        schema: vine.record(anything()),
        ...more?.shape,
      })
    )
  )
  class CatalogController {
    index({ http }: Input) {
      const reader = new Reader(http)
      return point.entries().map(([name, kind]) => ({
        name,
        label: reader.say(plainText(kind.label)),
        description: reader.say(plainText(kind.description)),
        icon: kind.icon ?? null,
        schema: translated(schemaOf(kind), reader),
        ...more?.show(kind),
      })) as Output<typeof response>
    }
  }
  const controller = () => Promise.resolve({ default: CatalogController })
  return operation(route, { summary, permission, response }, controller, 'index')
}

// Braces in these texts are literal.
const plainText = (template: string): Text => ({ template, params: {} })

/** A schema with titles and descriptions in the reader's language. */
function translated<Part>(part: Part, reader: Reader): Part {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  const entries = Object.entries(part).map(([name, value]: [string, unknown]) => [
    name,
    textKeywords.has(name) && typeof value === 'string'
      ? reader.say(plainText(value))
      : name === 'x-names'
        ? said(value as Record<string, string>, reader)
        : dataKeywords.has(name)
          ? value
          : translated(value, reader),
  ])
  return Object.fromEntries(entries) as Part
}

const said = (names: Record<string, string>, reader: Reader) =>
  Object.fromEntries(
    Object.entries(names).map(([value, label]) => [value, reader.say(plainText(label))])
  )

const textKeywords = new Set(['title', 'description'])
const dataKeywords = new Set(['default', 'examples', 'enum', 'const', 'x-when'])
