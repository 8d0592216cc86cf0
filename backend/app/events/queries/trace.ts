import { positioned, toEvent, type LoggedEvent } from '@crossdock/kernel/events'
import { missingPermission, notFound, Problem, text } from '@crossdock/kernel/ground'
import type { Reader } from '@crossdock/kernel/http'
import { currentContext, holds, tenantTable } from '@crossdock/kernel/tenancy'
import { traceSources, type TraceObject, type TraceOf } from '../contracts/index.js'
import { showFacts } from './show_events.js'
import { type LogRow, visibleCondition, visibleLog } from './visible.js'

/** Maximum number of objects in a trace. */
const most = 500
/** Maximum number of chains. An object such as a file can be in many; the newest ones are shown. */
const maxRoots = 20
/** Maximum of steps (`next`) to an object with a chain: a call leads to its run, and a run to its event. */
const maxHops = 3

type Asked = { type: string; id: string }

interface Placed extends TraceObject {
  position: number
}

/**
 * The trace of an object: all events and objects (runs, steps, calls, requests, files) with the same first
 * cause, each after its cause. Hidden objects have only a type, a position and a time.
 * @throws Problem 403 for a kind the caller may not read, 404
 */
export async function traceOf(type: string, id: string, reader: Reader) {
  const { rootIds, asked } = await findStart({ type, id })
  const rows = await readChain(rootIds)
  const events = rows.slice(0, most).flatMap((row) => toEvent(positioned(row)) ?? [])
  const trace: TraceOf = { events, asked }
  const things: Placed[] = []
  const folded = new Map<string, string>()
  let isCut = rows.length > most
  for (const [, source] of traceSources.entries()) {
    const found = await source.of(trace, most + 1)
    if (found.length > most) isCut = true
    const isHidden = !holds(source.permission)
    for (const one of found.slice(0, most)) {
      things.push({ ...one, ...(isHidden ? { isHidden } : {}), position: things.length })
    }
    for (const [event, key] of source.folded?.(trace) ?? []) folded.set(event, key)
  }
  const keys = new Set(things.map(({ key }) => key))
  for (const [event, key] of folded) if (!keys.has(key)) folded.delete(event)
  const shownRows = rows.slice(0, most).filter((row) => !folded.has(String(row.id)))
  const all = sortByTime([...(await shownEvents(shownRows, events, things, reader)), ...things])
  const kept = all.slice(0, most)
  const main = findRequestedObject(kept, asked)
  return {
    type,
    id,
    isCut: isCut || all.length > most,
    ...numberObjects(kept, folded, main),
  }
}

/** Follows `next` from the requested object to the first events of its chains. Also returns the objects on the way. */
async function findStart({ type, id }: Asked): Promise<{ rootIds: string[]; asked: Asked[] }> {
  const asked: Asked[] = []
  let next: Asked | undefined = { type, id }
  for (let hop = 0; next && hop < maxHops; hop++) {
    if (next.type === 'event')
      return { rootIds: [await rootOf(next.id, hop === 0)], asked: [...asked, next] }
    const source = traceSources.get(next.type)
    if (!source) throw unknownType(next.type)
    if (hop === 0 && !holds(source.permission)) throw missingPermission(source.permission)
    const start = await source.start(next.id)
    asked.push({ type: next.type, id: start.id ?? next.id })
    if (start.rootIds.length > 0) return { rootIds: start.rootIds.slice(0, maxRoots), asked }
    next = start.next
  }
  return { rootIds: [], asked }
}

function unknownType(type: string): Problem {
  const choices = ['event', ...traceSources.entries().map(([name]) => name)].join(', ')
  const sentence = text('There is no trace of a "{type}". Use one of: {choices}.', {
    type,
    choices,
  })
  return new Problem(404, 'E_NOT_FOUND', sentence)
}

async function rootOf(id: string, mustRead: boolean): Promise<string> {
  const mine = await visibleCondition('middleware_events')
  const log = mustRead ? visibleLog(mine) : tenantTable<LogRow>('middleware_events')
  const row = await whereEnvironment(log).where('id', id).select('root_id').first()
  if (!row) throw notFound('There is no event with the id "{id}".', id)
  return String(row.root_id)
}

/** Limits the query to the context's environment and to events without one. */
function whereEnvironment(query: ReturnType<typeof visibleLog>) {
  const { environmentId } = currentContext()
  if (environmentId === null) return query
  return query.where(
    (place) => void place.whereNull('environment_id').orWhere('environment_id', environmentId)
  )
}

function readChain(rootIds: readonly string[]): Promise<LogRow[]> | LogRow[] {
  if (rootIds.length === 0) return []
  const rows = whereEnvironment(tenantTable<LogRow>('middleware_events'))
    .whereIn('root_id', [...rootIds])
    // `seq + 0` avoids the index on `seq`, which would scan the whole log.
    .orderByRaw('seq + 0')
    .limit(most + 1)
  return rows as unknown as Promise<LogRow[]>
}

async function shownEvents(
  rows: LogRow[],
  events: readonly LoggedEvent[],
  things: readonly Placed[],
  reader: Reader
): Promise<Placed[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => String(id))
  const mine = await visibleCondition('middleware_events')
  const readable = await visibleLog(mine).whereIn('id', ids).select('id')
  const open = new Set(readable.map(({ id }) => String(id)))
  const facts = await showFacts(
    rows.filter(({ id }) => open.has(String(id))),
    reader
  )
  const byId = new Map(events.map((event) => [event.id, event]))
  const keys = new Set(things.map(({ key }) => key))
  return rows.flatMap((row, position) => {
    const event = byId.get(String(row.id))
    if (!event) return []
    const isHidden = !open.has(event.id)
    const fact = isHidden ? undefined : facts(row)
    const source = [`asset:${event.targetId}`, `webhook_request:${String(event.payload.requestId)}`]
    const cause = event.causeId
      ? `event:${event.causeId}`
      : (source.find((one) => keys.has(one)) ?? null)
    return {
      type: 'event',
      id: event.id,
      key: `event:${event.id}`,
      cause,
      isHidden,
      position,
      name: fact?.targetName ?? null,
      detail: event.eventType,
      status: fact?.status ?? null,
      startedAt: event.createdAt,
      durationMs: null,
    }
  })
}

const rank: Record<string, number> = {
  asset: 0,
  webhook_request: 0,
  event: 1,
  execution: 2,
  step: 3,
  call: 4,
}

const sortByTime = (all: Placed[]): Placed[] =>
  all.sort(
    (one, other) =>
      one.startedAt.localeCompare(other.startedAt) ||
      (rank[one.type] ?? 5) - (rank[other.type] ?? 5) ||
      one.position - other.position
  )

/** Finds the object that the request named. */
const findRequestedObject = (all: readonly Placed[], [first]: readonly Asked[]) =>
  all.find(({ type, id }) => type === first?.type && id === first.id)

/**
 * Sorts and numbers the objects of a trace, each after its cause. Clients get numbers, because keys would
 * reveal ids of hidden objects.
 */
function numberObjects(all: readonly Placed[], folded: ReadonlyMap<string, string>, main?: Placed) {
  const known = new Map(all.map((one) => [one.key, one]))
  const causeOf = ({ cause, key }: Placed): Placed | undefined => {
    const event = cause?.startsWith('event:') ? cause.slice('event:'.length) : undefined
    const found = known.get((event !== undefined && folded.get(event)) || (cause ?? ''))
    return found?.key === key ? undefined : found
  }
  const below = Map.groupBy(all, (one) => causeOf(one)?.key ?? '')
  const ordered: { one: Placed; depth: number }[] = []
  const seen = new Set<string>()
  const add = (one: Placed, depth: number) => {
    if (seen.has(one.key)) return
    seen.add(one.key)
    ordered.push({ one, depth })
    for (const next of below.get(one.key) ?? []) add(next, depth + (isInside(one) ? 1 : 0))
  }
  for (const one of below.get('') ?? []) add(one, 0)
  // Objects in a cycle of causes were not reached: add them last.
  for (const one of all) add(one, 0)
  const numbers = new Map(ordered.map(({ one }, at) => [one.key, at]))
  return {
    chosen: main ? numbers.get(main.key)! : null,
    objects: ordered.map(({ one, depth }) => {
      const cause = causeOf(one)
      const open = !one.isHidden
      return {
        type: one.type,
        id: open ? one.id : null,
        cause: cause ? numbers.get(cause.key)! : null,
        depth,
        name: open ? one.name : null,
        detail: open ? (one.detail ?? null) : null,
        status: open ? one.status : null,
        statusCode: open ? (one.statusCode ?? null) : null,
        attempt: open ? (one.attempt ?? null) : null,
        startedAt: one.startedAt,
        durationMs: open ? one.durationMs : null,
        isHidden: !open,
      }
    }),
  }
}

/** Effects of a run or a step are indented below it. Effects of an event follow on the same level. */
const isInside = ({ type }: Placed) => type === 'execution' || type === 'step'
