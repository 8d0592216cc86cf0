import type { Validator } from './validator.js'
import { shapeOf, type ShapeNode } from './shape_node.js'

export type Json = Record<string, unknown>

/**
 * JSON Schemas of validators, with two corrections. Vine omits nullable fields from `required` although it
 * insists on them, and it spells out the types of values that may be anything.
 */
export class JsonSchemas {
  /** Shapes with a title; other schemas reference them by it. */
  readonly named: Record<string, Json> = {}

  of(validator: Validator): Json {
    return this.#complete(shapeOf(validator), validator.toJSONSchema() as Json)
  }

  #complete(node: ShapeNode, schema: Json): Json {
    if (node.subtype === 'any' && node.allowNull) return {}
    const { title, ...shape } = { ...schema, ...this.#parts(node, schema) }
    if (typeof title !== 'string') return shape
    const reference = this.#name(title, { ...shape, type: 'object' })
    return node.allowNull ? { anyOf: [reference, { type: 'null' }] } : reference
  }

  #parts(node: ShapeNode, schema: Json): Json {
    // Vine describes an object with alternatives correctly.
    if (node.groups?.length) return {}
    if (node.properties) {
      const shapes = schema.properties as Record<string, Json>
      const named = node.properties.map((child) => [child.propertyName ?? '', child] as const)
      return {
        properties: Object.fromEntries(
          named.map(([name, child]) => [name, this.#complete(child, shapes[name] ?? {})])
        ),
        required: named.filter(([, child]) => !child.isOptional).map(([name]) => name),
      }
    }
    if (!node.each) return {}
    const key = node.type === 'array' ? 'items' : 'additionalProperties'
    return { [key]: this.#complete(node.each, schema[key] as Json) }
  }

  #name(title: string, shape: Json): Json {
    const known = this.named[title]
    if (known && JSON.stringify(known) !== JSON.stringify(shape)) {
      throw new Error(`Two different shapes are named "${title}": give one of them another name.`)
    }
    this.named[title] = shape
    return { $ref: `#/components/schemas/${title}` }
  }
}
