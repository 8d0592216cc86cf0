import { maskSealed } from '../secrets/sealed_part.js'
import type { Validator } from './operation.js'
import type { Output } from './operation_types.js'
import { namesOf, shapeOf, type ShapeNode } from './shape_node.js'

type OrNull<T> = undefined extends T ? Exclude<T, undefined> | null : T

/** Names of the shape whose values the row has, of a type that fits. */
type Given<Row, Shape> = {
  [K in keyof Shape]-?: K extends keyof Row
    ? [Row[K]] extends [Shape[K]]
      ? K
      : [OrNull<Row[K]>] extends [Shape[K]]
        ? K
        : never
    : undefined extends Shape[K]
      ? K
      : never
}[keyof Shape]

/** What the row lacks must be said, what it has may be said otherwise. */
type More<Row, Shape> = Omit<Shape, Given<Row, Shape>> & Partial<Shape>

type Rest<Row, Shape> =
  object extends More<Row, Shape> ? [more?: More<Row, Shape>] : [more: More<Row, Shape>]

const names = new WeakMap<Validator, [name: string, node: ShapeNode][]>()

/**
 * The answer of a shape made of a row: what the shape names and nothing else, so that a column is
 * shown as soon as the shape has it, and never without. Nothing is null. Sealed secrets that are left
 * in it are shown as their mask.
 * @param more what the row does not have, or what is shown otherwise than it is stored
 */
export function answerOf<V extends Validator, Row extends object>(
  shape: V,
  row: Row,
  ...[more = {} as never]: Rest<Row, Output<V>>
): Output<V> {
  const given = more as Record<string, unknown>
  const stored = row as Record<string, unknown>
  const shown: Record<string, unknown> = {}
  for (const [name, node] of propertiesOf(shape)) {
    const isGiven = Object.hasOwn(given, name)
    const value = isGiven ? given[name] : stored[name]
    if (value !== undefined) shown[name] = isGiven ? value : maskSealed(value)
    else if (node.allowNull) shown[name] = null
  }
  return shown as Output<V>
}

function propertiesOf(shape: Validator) {
  const known = names.get(shape) ?? [...(namesOf(shapeOf(shape)) ?? [])]
  names.set(shape, known)
  return known
}
