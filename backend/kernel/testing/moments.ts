import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

/** A bound in milliseconds that the other side never keeps, because it never answers: the test only waits for it to end. */
export const soonMs = 50

/** Waits for a random moment, at most `mostMs` away: a kill that follows proves another place in each run. */
export const moment = (mostMs: number): Promise<void> => delay(randomInt(mostMs + 1))
