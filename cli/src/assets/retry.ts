import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../api/api_error.js'
import { CliError, ExitCode } from '../errors.js'

/** Tries without any progress: together about twenty seconds, in which a server starts again. */
const ATTEMPTS = 10
const PAUSE_MS = 500
const LONGEST_PAUSE_MS = 3000

/** What may be otherwise a moment later: no connection, a server that starts, too many requests. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof CliError)) return false
  return error.exitCode === ExitCode.unreachable || (error instanceof ApiError && error.isLimit)
}

/**
 * Does something until it succeeds, fails for good, or has failed too often.
 * @param hasMoved whether there was progress since the last try: then the tries begin anew
 */
export async function persistently<Result>(
  work: () => Promise<Result>,
  hasMoved: () => boolean = () => false
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (hasMoved()) attempt = 1
      if (!isTransient(error) || attempt >= ATTEMPTS) throw error
      await pause(Math.min(attempt * PAUSE_MS, LONGEST_PAUSE_MS))
    }
  }
}
