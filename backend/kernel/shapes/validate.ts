import vine, { errors as vineErrors } from '@vinejs/vine'
import { mostErrors, refusedFields, type FieldError } from '../ground/problem.js'
import { FieldErrors, unfilled } from './field_errors.js'
import { shapeOf } from './shape_node.js'
import { unknownNames } from './unknown_names.js'
import type { Validator } from './validator.js'

// Vine calls Number(), which throws for an object whose methods were overridden by input.
const { asNumber } = vine.helpers
vine.helpers.asNumber = (value) => (typeof value === 'object' ? Number.NaN : asNumber(value))

/** @throws Problem 422 that names the fields */
export async function validate(validator: Validator, data: unknown): Promise<unknown> {
  try {
    return await validator.validate(data, {
      errorReporter: () => new FieldErrors(),
      messagesProvider: unfilled(validator.messagesProvider),
    })
  } catch (error) {
    if (!(error instanceof vineErrors.E_VALIDATION_ERROR)) throw error
    throw refusedFields(error.messages as [FieldError, ...FieldError[]])
  }
}

/**
 * Unknown names in `data`, up to `mostErrors`. Names from the answers are allowed, so that a record can be sent
 * back as read.
 */
export function unknownFields(
  validator: Validator,
  data: unknown,
  answers: readonly (Validator | undefined)[] = []
): FieldError[] {
  const shown = answers.flatMap((answer) => (answer ? shapeOf(answer) : []))
  const found: FieldError[] = []
  for (const unknown of unknownNames(data, shapeOf(validator), shown)) {
    if (found.push(unknown) === mostErrors) break
  }
  return found
}
