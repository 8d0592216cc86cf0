import { ExactNumber, isNested, parseExact } from '../json/index.js'
import { beginningOf, text } from '../ground/text.js'
import type { FieldError } from '../ground/problem.js'
import { namesOf, type ShapeNode } from './shape_node.js'

/** What is said at most of the names that lead to a place. */
const maxPath = 200

/**
 * Names in a value that its shape does not know, and numbers that only a field for any JSON keeps exactly. Names that only
 * answers have (`id`, `createdAt`) are passed over, so that a record may be sent back as it was read.
 */
export function* unknownNames(
  value: unknown,
  shape: ShapeNode,
  answers: readonly ShapeNode[] = [],
  path = ''
): Generator<FieldError> {
  if (value instanceof ExactNumber) {
    if (shape.subtype !== 'any') yield inexact(path, value)
    return
  }
  if (shape.each) {
    const items = answers.flatMap(({ each }) => each ?? [])
    return yield* inEach(value, shape.each, items, path)
  }
  const known = namesOf(shape)
  const given = known && objectIn(value)
  if (!given) return
  const shown = answers.flatMap((answer) => namesOf(answer) ?? [])
  const choices = [...known.keys()].join(', ')
  for (const [name, part] of Object.entries(given)) {
    const field = path ? `${path}.${name}` : name
    const inside = known.get(name)
    const told = shown.flatMap((names) => names.get(name) ?? [])
    if (inside) yield* unknownNames(part, inside, told, field)
    else if (told.length === 0) yield unknown(field, name, choices)
  }
}

function* inEach(
  value: unknown,
  each: ShapeNode,
  answers: readonly ShapeNode[],
  path: string
): Generator<FieldError> {
  if (!isNested(value)) return
  for (const [name, part] of Object.entries(value)) {
    yield* unknownNames(part, each, answers, path ? `${path}.${name}` : name)
  }
}

/** Text areas send objects as JSON; what is none fails by itself. */
function objectIn(value: unknown): object | undefined {
  if (typeof value !== 'string') return isNested(value) ? value : undefined
  try {
    const parsed = parseExact(value)
    return isNested(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

function inexact(path: string, { text: number }: ExactNumber): FieldError {
  const field = beginningOf(path, maxPath)
  return {
    field,
    rule: 'number',
    text: text('The number {number} has more digits than "{field}" keeps. Send a shorter one.', {
      number: beginningOf(number, maxPath),
      field,
    }),
  }
}

function unknown(path: string, name: string, choices: string): FieldError {
  const field = beginningOf(path, maxPath)
  return {
    field,
    rule: 'unknown',
    text: choices
      ? text('There is no field "{name}" here. Known: {choices}.', {
          name: beginningOf(name, maxPath),
          choices,
        })
      : text('There is no field "{name}" here.', { name: beginningOf(name, maxPath) }),
  }
}
