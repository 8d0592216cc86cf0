import vine from '@vinejs/vine'
import type { SchemaTypes } from '@vinejs/vine/types'
import type { ExtensionPoint } from '../ground/extension_point.js'
import type { PermissionRef } from '../ground/permission.js'
import type { Text } from '../ground/text.js'
import {
  anything,
  namedShape,
  operation,
  Reader,
  type Input,
  type Operation,
  type Output,
} from '../http/index.js'
import type { Kind } from './kind.js'
import { schemaOf } from './schema.js'

interface Catalogue<K extends Kind, More extends Record<string, SchemaTypes>> {
  summary: string
  permission: PermissionRef
  /** Name of an entry in the API description: `StepType`. */
  entry: string
  /** What an entry tells beside what every kind has. */
  more?: { shape: More; show(kind: K): Record<keyof More, unknown> }
}

/**
 * The operation that lists what an extension point offers, for people and forms: name, label,
 * description and icon of each kind and the JSON Schema of its configuration, in the language of the reader (see `texts`). In it `writeOnly`
 * marks a secret, `x-resource` the id of another object, and `x-choose` what forms let people choose.
 * @param route `GET /flows/step-types`
 */
export function catalogue<
  K extends Kind,
  More extends Record<string, SchemaTypes> = Record<never, never>,
>(
  route: `GET /${string}`,
  point: Pick<ExtensionPoint<K>, 'entries'>,
  { summary, permission, entry, more }: Catalogue<K, More>
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
  class CatalogueController {
    index({ http }: Input) {
      const reader = new Reader(http)
      return point.entries().map(([name, kind]) => ({
        name,
        label: reader.say(written(kind.label)),
        description: reader.say(written(kind.description)),
        icon: kind.icon ?? null,
        schema: told(schemaOf(kind), reader),
        ...more?.show(kind),
      })) as Output<typeof response>
    }
  }
  const controller = () => Promise.resolve({ default: CatalogueController })
  return operation(route, { summary, permission, response }, controller, 'index')
}

// Braces in it are meant as such.
const written = (template: string): Text => ({ template, params: {} })

/** A schema whose titles and descriptions are in the language of their reader. */
function told<Part>(part: Part, reader: Reader): Part {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  const entries = Object.entries(part).map(([name, value]: [string, unknown]) => [
    name,
    words.has(name) && typeof value === 'string'
      ? reader.say(written(value))
      : data.has(name)
        ? value
        : told(value, reader),
  ])
  return Object.fromEntries(entries) as Part
}

const words = new Set(['title', 'description'])
const data = new Set(['default', 'examples', 'enum', 'const'])
