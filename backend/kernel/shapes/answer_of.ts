import { maskSealed } from '../secrets/sealed_part.js'
import type { Validator, Output } from './validator.js'
import { namesOf, shapeOf, type ShapeNode } from './shape_node.js'

type OrNull<T> = undefined extends T ? Exclude<T, undefined> | null : T

/** Names in the shape that the row provides with a fitting type. */
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

/** Fields the row lacks are required; fields it has may be overridden. */
type More<Row, Shape> = Omit<Shape, Given<Row, Shape>> & Partial<Shape>

type Rest<Row, Shape> =
  object extends More<Row, Shape> ? [more?: More<Row, Shape>] : [more: More<Row, Shape>]

const names = new WeakMap<Validator, [name: string, node: ShapeNode][]>()

/**
 * Builds the answer of a shape from a row. Only fields of the shape are copied, so a column never leaks unless
 * the shape names it. Missing nullable fields become null. Sealed secrets are replaced by their mask.
 * @param more fields the row lacks, or fields shown differently from their stored value
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
