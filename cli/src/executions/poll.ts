import { setTimeout as pause } from 'node:timers/promises'
import { CliError, ExitCode } from '../errors.js'
import type { Factory } from '../factory.js'

const INTERVAL_MS = 1000
const FAILURES_IN_A_ROW = 30

/**
 * Polls once a second without end, also during a short outage of the server, for example an upgrade.
 */
export async function* poll<T>(factory: Factory, ask: () => Promise<T>): AsyncGenerator<T> {
  for (let failures = 0; ; await pause(INTERVAL_MS)) {
    try {
      yield await ask()
      failures = 0
    } catch (error) {
      const isAway = error instanceof CliError && error.exitCode === ExitCode.unreachable
      failures += 1
      if (!isAway || failures === FAILURES_IN_A_ROW) throw error
      if (failures === 1) factory.note(`${error.message} Trying again.`)
    }
  }
}
