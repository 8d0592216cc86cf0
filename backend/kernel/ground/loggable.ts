import { isDatabaseError } from './database_error.js'

/**
 * Reduces an error to what a log may keep: its kind and where it happened. Drops statements, rows and values of
 * database drivers, and all other properties.
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

/** Removes the statement and its values, which precede the message. */
export const driverMessage = (message: string): string =>
  message.slice(message.lastIndexOf(' - ') + 1)
