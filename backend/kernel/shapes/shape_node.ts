import type { Validator } from './validator.js'

/** A compiled validator's node for one value. */
export interface ShapeNode {
  type: string
  subtype?: string
  propertyName?: string
  isOptional?: boolean
  allowNull?: boolean
  allowUnknownProperties?: boolean
  properties?: ShapeNode[]
  /** Alternatives of an object, each with its own properties. */
  groups?: { conditions: { schema: { properties?: ShapeNode[] } }[] }[]
  each?: ShapeNode
}

const nodes = new WeakMap<Validator, ShapeNode>()

/** The compiled shape of a validator. */
export function shapeOf(validator: Validator): ShapeNode {
  const known = nodes.get(validator)
  if (known) return known
  const { schema } = validator.toJSON() as { schema: { schema: ShapeNode } }
  nodes.set(validator, schema.schema)
  return schema.schema
}

/** The properties an object may have, by name; undefined when any are allowed. */
export function namesOf(node: ShapeNode): Map<string, ShapeNode> | undefined {
  if (!node.properties || node.allowUnknownProperties) return undefined
  const branches = (node.groups ?? []).flatMap(({ conditions }) =>
    conditions.flatMap(({ schema }) => schema.properties ?? [])
  )
  return new Map(
    [...node.properties, ...branches].map((child) => [child.propertyName ?? '', child] as const)
  )
}
