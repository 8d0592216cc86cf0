import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { AgentError } from '../errors.js'

const tries = 12
const pauseMs = 250

/**
 * The exclusive lock of a state folder. The operating system releases it when the process ends, even after a
 * crash.
 */
export class Lock {
  private constructor(private readonly database: DatabaseSync) {}

  /** Takes the lock; returns undefined while another process holds it. */
  static tryTake(folder: string): Lock | undefined {
    const database = new DatabaseSync(join(folder, 'running.lock'))
    try {
      database.exec('begin exclusive')
      return new Lock(database)
    } catch (error) {
      database.close()
      // SQLITE_BUSY
      if (error instanceof Error && 'errcode' in error && error.errcode === 5) return undefined
      throw error
    }
  }

  /**
   * Takes the lock, and waits for an agent that is ending.
   * @throws AgentError if an agent keeps running
   */
  static async take(folder: string): Promise<Lock> {
    for (let at = 0; at < tries; at++) {
      const lock = Lock.tryTake(folder)
      if (lock) return lock
      await pause(pauseMs)
    }
    throw new AgentError('E_RUNNING', `An agent runs with the state "${folder}" already.`, {
      hint: 'See it with "agent status", or name another state with --state.',
    })
  }

  free(): void {
    this.database.close()
  }
}

/** Returns whether an agent runs with this state. */
export function isRunning(folder: string): boolean {
  const lock = Lock.tryTake(folder)
  lock?.free()
  return lock === undefined
}
