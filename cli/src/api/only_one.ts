import { CliError } from '../errors.js'
import { ApiError } from './api_error.js'

/**
 * Removes the position (`rules.0.days`) from a validation error about a list with one item, because the user typed
 * no list. Returns any other error unchanged.
 */
export function withoutItemPosition(error: unknown, hint?: string): unknown {
  if (!(error instanceof ApiError) || error.status !== 422) return error
  const { exitCode, details, requestId } = error
  const [said = error.message] = details.map((line) => line.replace(/^\w+\.0\.\w+: /, ''))
  return new CliError(exitCode, said, { hint, requestId, cause: error })
}
