import { ApiError, fieldErrors } from './errors.js'

/**
 * Rethrows a refused call with its messages mapped to the form's fields. The first pattern (or exact name)
 * that matches a server field names the input. Fields without a match keep their name.
 */
export async function mapFieldErrors<T>(
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
