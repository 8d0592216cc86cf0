import { setTimeout as wait } from 'node:timers/promises'
import { positioned, settledPosition, type Position } from '@crossdock/kernel/events'
import { dialect } from '@crossdock/kernel/database'
import { Page, type ListRequest } from '@crossdock/kernel/lists'
import { Problem, text } from '@crossdock/kernel/ground'
import type { Reader } from '@crossdock/kernel/http'
import { showEvents } from './show_events.js'
import { typesOfGroups } from './types.js'
import { visibleCondition, visibleLog, inReadableScope, type Condition } from './visible.js'

/** The filters that work with an event id in `after`. */
const known = ['after', 'eventType', 'group']

/**
 * The events after an event in the order of the log, for programs that read all of them. No event is skipped:
 * while an open transaction may still add an event before another one, the later one is not returned.
 * @param after the id of an event; empty or 0 for the beginning
 * @throws Problem 400
 */
export async function eventsAfter(list: ListRequest, after: string, reader: Reader) {
  assertFilters(list)
  const mine = await visibleCondition('middleware_events')
  const rows = await inReadableScope(async () => {
    const from = await positionOf(mine, list.byPlace?.at?.id ?? after)
    const upTo = await waitForFinalPosition()
    if (!upTo) return []
    const query = visibleLog(mine).limit(list.limit)
    narrow(query, from, '>')
    narrow(query, upTo, '<=')
    for (const types of typesIn(list)) query.whereIn('event_type', types)
    if (dialect() === 'postgres') query.orderBy('transaction')
    return query.orderBy('seq')
  })
  const isMore = rows.length === list.limit
  const shown = rows.map(await showEvents(rows, reader))
  if (!list.byPlace) return new Page(shown, rows.length + Number(isMore), 0)
  // The cursor has the id of the last event, like the next `after`.
  const id = String(rows.at(-1)?.id)
  return new Page(shown, 0, 0, isMore ? { value: id, id } : null)
}

type Query = ReturnType<typeof visibleLog>

function narrow(query: Query, { transaction, seq }: Position, sign: '>' | '<='): void {
  if (dialect() === 'sqlite') query.where('seq', sign, seq)
  else query.whereRaw(`("transaction", seq) ${sign} (?, ?)`, [transaction, seq])
}

function assertFilters({ filter }: ListRequest): void {
  const other = Object.keys(filter).find((name) => !known.includes(name))
  if (!other) return
  const sentence = text(
    'The filter "{name}" cannot be combined with an event id in "after". Use eventType or group.',
    { name: other }
  )
  throw new Problem(400, 'E_LIST', sentence)
}

function typesIn({ filter: { eventType, group } }: ListRequest): string[][] {
  const all = (value: unknown) => [value].flat().map(String)
  return [
    ...(eventType === undefined ? [] : [all(eventType)]),
    ...(group === undefined ? [] : [typesOfGroups(all(group))]),
  ]
}

/** @throws Problem 400 for an unknown event, and for one the caller may not read */
async function positionOf(mine: Condition, after: string): Promise<Position> {
  if (after === '' || after === '0') return { transaction: 0, seq: 0 }
  const row = await visibleLog(mine).where('id', after.toLowerCase()).first()
  if (row) return positioned(row).position
  const sentence = text(
    'There is no event with the id "{id}" to continue from. It may have been deleted: read from the beginning with after=0.',
    { id: after }
  )
  throw new Problem(400, 'E_CURSOR', sentence)
}

/** The position up to which no event can be added any more. Waits for writers that are just getting a position. */
async function waitForFinalPosition(): Promise<Position | undefined> {
  for (let tries = 0; tries < 20; tries++) {
    const position = await settledPosition()
    if (position) return position
    await wait(5)
  }
  return undefined
}
