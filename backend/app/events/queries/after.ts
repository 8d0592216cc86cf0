import { setTimeout as wait } from 'node:timers/promises'
import { positioned, settledPosition, type Position } from '@crossdock/kernel/events'
import { dialect } from '@crossdock/kernel/database'
import { Page, Problem, text, type ListRequest, type Reader } from '@crossdock/kernel/http'
import { showEvents } from '../transformers/event.js'
import { typesOfGroups } from './types.js'
import { visible, visibleLog, wherever, type Condition } from './visible.js'

/** The filters that go with the id of an event. */
const known = ['after', 'eventType', 'group']

/**
 * The events after an event, in the order of the log, for programs that read all of them. None is left out: an event that an
 * open transaction may still precede is given only once that transaction has ended.
 * @param after the id of an event; empty or 0 for the beginning. @throws Problem 400
 */
export async function eventsAfter(list: ListRequest, after: string, reader: Reader) {
  assertFilters(list)
  const mine = await visible('middleware_events')
  const rows = await wherever(async () => {
    const from = await positionOf(mine, after)
    const upTo = await settled()
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
  return new Page(shown, rows.length + Number(isMore), 0, list.byPlace ? null : undefined)
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
    'The filter "{name}" does not go with the id of an event in "after". Use eventType or group.',
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

/** @throws Problem 400 for an event that is not there, or that the caller may not read */
async function positionOf(mine: Condition, after: string): Promise<Position> {
  if (after === '' || after === '0') return { transaction: 0, seq: 0 }
  const row = await visibleLog(mine).where('id', after.toLowerCase()).first()
  if (row) return positioned(row).position
  const sentence = text(
    'There is no event with the id "{id}" to read on from. It may have been deleted: read from the beginning with after=0.',
    { id: after }
  )
  throw new Problem(400, 'E_CURSOR', sentence)
}

/** How far the log can be read. A transaction that takes its place in the log at this moment is done in a moment. */
async function settled(): Promise<Position | undefined> {
  for (let tries = 0; tries < 20; tries++) {
    const position = await settledPosition()
    if (position) return position
    await wait(5)
  }
  return undefined
}
