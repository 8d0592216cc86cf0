import { isDatabaseError } from '../database/database.js'

/**
 * An error as the log may keep it: where it happened and what kind it is. Statements, rows and values
 * that database drivers put into their errors stay out, as do all other properties.
 */
export function loggable(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, table } = error as Error & Record<string, unknown>
  const { cause } = error
  return {
    type: error.name,
    message: isDatabaseError(error) ? driverMessage(error.message) : error.message,
    stack: error.stack?.slice(error.stack.search(/^\s+at /m)),
    code,
    constraint,
    table,
    ...(cause !== undefined && depth < 5 ? { cause: loggable(cause, depth + 1) } : {}),
  }
}

/** Without the statement, whose values are filled in, that stands before it. */
export const driverMessage = (message: string): string =>
  message.slice(message.lastIndexOf(' - ') + 1)
