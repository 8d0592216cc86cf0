import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import { perApplication } from '../ground/application.js'
import { databaseManager } from './database.js'
import { databaseFault } from './faults.js'

const lookMs = 1_000

const state = perApplication(() => ({ outage: false }))

/**
 * Logs what went wrong in the background. While the database is away everything goes wrong: that is
 * told once, and once more when it answers again.
 */
export function warn(logger: Logger, error: unknown, message: string, about: object = {}): void {
  if (!isOutage(logger, error)) logger.warn({ err: error, ...about }, message)
}

/** Whether the error comes of the database being away, which is logged here, once. */
export function isOutage(logger: Logger, error: unknown): boolean {
  if (databaseFault(error) !== 'away') return false
  if (!state().outage) {
    state().outage = true
    logger.error({ err: error }, 'the database is away; requests are answered 503 meanwhile')
    void awaitDatabase(logger)
  }
  return true
}

async function awaitDatabase(logger: Logger): Promise<void> {
  const began = performance.now()
  let away = true
  while (away) {
    await delay(lookMs, undefined, { ref: false })
    away = await stillAway()
  }
  state().outage = false
  const seconds = Math.round((performance.now() - began) / 1000)
  logger.warn({ seconds }, 'the database answers again')
}

/** Any other error is an answer, or the application has ended. */
async function stillAway(): Promise<boolean> {
  try {
    await databaseManager().connection().rawQuery('select 1')
    return false
  } catch (error) {
    return databaseFault(error) === 'away'
  }
}
