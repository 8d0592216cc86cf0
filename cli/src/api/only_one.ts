import { CliError } from '../errors.js'
import { ApiError } from './api_error.js'

/**
 * What the server refuses of a list that a command sends with one item in it: the item's place in the body is nothing to
 * people. Any other error as it is.
 */
export function saidOfOnlyOne(error: unknown, hint?: string): unknown {
  if (!(error instanceof ApiError) || error.status !== 422) return error
  const { exitCode, details, requestId } = error
  const [said = error.message] = details.map((line) => line.replace(/^\w+\.0\.\w+: /, ''))
  return new CliError(exitCode, said, { hint, requestId, cause: error })
}
