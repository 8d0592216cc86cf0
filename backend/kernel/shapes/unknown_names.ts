import { ExactNumber, isNested, parseExact } from '../json/index.js'
import { beginningOf, text } from '../ground/text.js'
import type { FieldError } from '../ground/problem.js'
import { namesOf, type ShapeNode } from './shape_node.js'

/** Longest path to a field that an error shows. */
const maxPath = 200

/**
 * Yields an error for each name that the shape does not know, and for each number that would lose digits.
 * Only fields for any JSON keep these numbers exactly. Names that only answers have (`id`, `createdAt`) are
 * ignored, so that a client can send a record back as it read it.
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
    const inAnswers = shown.flatMap((names) => names.get(name) ?? [])
    if (inside) yield* unknownNames(part, inside, inAnswers, field)
    else if (inAnswers.length === 0) yield unknown(field, name, choices)
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

/** Text areas send objects as JSON text; other text fails in the validator. */
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
