import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import { perApplication } from '../../ground/application.js'
import { databaseManager } from '../database.js'
import { databaseFault } from '../faults.js'

const lookMs = 1_000

const state = perApplication(() => ({ outage: false }))

/**
 * Logs an error of background work. During a database outage all work fails, so only its start and its end are
 * logged.
 */
export function warn(logger: Logger, error: unknown, message: string, about: object = {}): void {
  if (!isOutage(logger, error)) logger.warn({ err: error, ...about }, message)
}

/** Whether the error comes from a database outage. Logs each outage once. */
export function isOutage(logger: Logger, error: unknown): boolean {
  if (databaseFault(error) !== 'away') return false
  if (!state().outage) {
    state().outage = true
    logger.error({ err: error }, 'the database is unreachable; requests get 503 until it answers')
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

/**
 * Whether the outage continues. Any other error is an answer of the database. The application may have ended,
 * too.
 */
async function stillAway(): Promise<boolean> {
  try {
    await databaseManager().connection().rawQuery('select 1')
    return false
  } catch (error) {
    return databaseFault(error) === 'away'
  }
}
