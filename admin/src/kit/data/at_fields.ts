import { ApiError, fieldErrors } from './errors.js'

/**
 * Rethrow a refused call with its messages at the form's own fields: the first pattern that fits a
 * server field, or is its very name, names the input. Fields that fit none keep their name.
 */
export async function atFields<T>(
  call: Promise<T>,
  inputs: readonly (readonly [RegExp | string, string])[]
): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const errors: Record<string, string> = {}
    for (const [field, message] of Object.entries(fieldErrors(error))) {
      const match = inputs.find(([pattern]) =>
        typeof pattern === 'string' ? pattern === field : pattern.test(field)
      )
      const name = match ? field.replace(match[0], match[1]) : field
      errors[name] ??= message
    }
    throw new ApiError(error.message, error.status, { ...error.body, errors })
  }
}
