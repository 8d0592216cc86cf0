import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

/** A timeout in milliseconds for an answer that never comes: the test only waits for its end. */
export const soonMs = 50

/** Waits for a random time up to `mostMs`: a kill that follows hits another position in each run. */
export const moment = (mostMs: number): Promise<void> => delay(randomInt(mostMs + 1))
