import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../api/api_error.js'
import { CliError, ExitCode } from '../errors.js'

/** Maximum attempts without progress. They take about twenty seconds, enough for a server restart. */
const ATTEMPTS = 10
const PAUSE_MS = 500
const LONGEST_PAUSE_MS = 3000

/** Errors that may pass: no connection, a starting server, too many requests. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof CliError)) return false
  return error.exitCode === ExitCode.unreachable || (error instanceof ApiError && error.isLimit)
}

/**
 * Retries an operation until it succeeds, fails permanently, or fails too often.
 * @param hasProgress whether there was progress since the last attempt; progress resets the counter
 */
export async function retryUntilDone<Result>(
  work: () => Promise<Result>,
  hasProgress: () => boolean = () => false
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (hasProgress()) attempt = 1
      if (!isTransient(error) || attempt >= ATTEMPTS) throw error
      await pause(Math.min(attempt * PAUSE_MS, LONGEST_PAUSE_MS))
    }
  }
}
