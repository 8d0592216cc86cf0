import { clock } from '../ground/clock.js'
import { ask } from '../database/database.js'
import { present } from '../database/rows/present.js'
import { perApplication } from '../ground/application.js'
import { asOperator } from '../tenancy/switch.js'
import { consumers } from './consumers.js'
import { beginning, isBefore, later, type Position } from './position.js'
import { readTypes, settledPosition } from './read_log.js'

/** The saved cursor may lag this far without relevant events (consumer_runner.ts), plus a margin. */
const width = 8_000
/** The result stays valid this long: readers only move forward. */
const freshMs = 2_000
/** An unknown reader that has not moved for this long belongs to a removed plugin. */
const goneMs = 30 * 24 * 60 * 60_000

const found = perApplication(() => ({ at: -Infinity, free: beginning }))

interface Cursor extends Position {
  name: string
  /** Whether the reader has moved recently. */
  isFresh: unknown
}

/**
 * No reader with a cursor, in any process, needs an event before this position. The newest event always stays.
 */
export async function freePosition(): Promise<Position> {
  const kept = found()
  if (clock.ticks() - kept.at < freshMs) return kept.free
  const free = await asOperator('how far the slowest reader of the log is', findFreePosition)
  kept.free = later(kept.free, free)
  kept.at = clock.ticks()
  return kept.free
}

async function findFreePosition(): Promise<Position> {
  const settled = await settledPosition()
  // A writer is allocating a position: retry later.
  if (!settled) return beginning
  const known = new Map(consumers.use().map((consumer) => [consumer.name, consumer]))
  const cursors = (
    await ask<Cursor>(
      `select name, "transaction", seq, updated_at > ${present(-goneMs)} as "isFresh" from event_cursors`
    )
  ).filter(({ name, isFresh }) => known.has(name) || Boolean(isFresh))
  const slowest = cursors.map(placeOf).reduce(earlier, settled)
  const events = await readTypes(slowest, settled, width)
  let free = events.length === width ? events.at(-1)!.position : settled
  for (const cursor of cursors) {
    const types = known.get(cursor.name)?.on?.map(({ name }) => name)
    const next = events.find(
      ({ position, type }) =>
        isBefore(placeOf(cursor), position) && (!types || types.includes(type))
    )
    if (next) free = earlier(free, next.position)
  }
  return free
}

const placeOf = ({ transaction, seq }: Position): Position => ({
  transaction: Number(transaction),
  seq: Number(seq),
})

const earlier = (one: Position, other: Position): Position => (isBefore(one, other) ? one : other)
