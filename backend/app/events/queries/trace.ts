import { positioned, toEvent, type LoggedEvent } from '@crossdock/kernel/events'
import { missingPermission, notFound, Problem, text, type Reader } from '@crossdock/kernel/http'
import { currentContext, holds, tenantTable } from '@crossdock/kernel/tenancy'
import { traceSources, type TraceObject, type TraceOf } from '../contracts/index.js'
import { showFacts, type LogRow } from '../transformers/event.js'
import { visible, visibleLog } from './visible.js'

/** Objects of a trace. */
const most = 500
/** Of a thing that many chains tell of, such as a file: the newest. */
const mostRoots = 20
/** A call leads to its run, a run to its event. */
const mostHops = 3

type Asked = { type: string; id: string }

interface Placed extends TraceObject {
  position: number
}

/**
 * Everything that was caused by what caused a thing, in order: events of the log, and the runs, steps, calls, requests and files
 * that these name. What the caller may not read has a place and a time, and nothing else.
 * @throws Problem 403 for a kind the caller may not read, 404
 */
export async function traceOf(type: string, id: string, reader: Reader) {
  const { rootIds, asked } = await beginning({ type, id })
  const rows = await chain(rootIds)
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
  const told = rows.slice(0, most).filter((row) => !folded.has(String(row.id)))
  const all = inOrder([...(await shownEvents(told, events, things, reader)), ...things])
  const kept = all.slice(0, most)
  const main = mainOf(kept, asked)
  return {
    type,
    id,
    isCut: isCut || all.length > most,
    ...shown(kept, folded, main),
  }
}

/** Where the chains begin, and what leads there. */
async function beginning({ type, id }: Asked): Promise<{ rootIds: string[]; asked: Asked[] }> {
  const asked: Asked[] = []
  let next: Asked | undefined = { type, id }
  for (let hop = 0; next && hop < mostHops; hop++) {
    if (next.type === 'event')
      return { rootIds: [await rootOf(next.id, hop === 0)], asked: [...asked, next] }
    const source = traceSources.get(next.type)
    if (!source) throw unknownType(next.type)
    if (hop === 0 && !holds(source.permission)) throw missingPermission(source.permission)
    const start = await source.start(next.id)
    asked.push({ type: next.type, id: start.id ?? next.id })
    if (start.rootIds.length > 0) return { rootIds: start.rootIds.slice(0, mostRoots), asked }
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
  const mine = await visible('middleware_events')
  const log = mustRead ? visibleLog(mine) : tenantTable<LogRow>('middleware_events')
  const row = await here(log).where('id', id).select('root_id').first()
  if (!row) throw notFound('There is no event with the id "{id}".', id)
  return String(row.root_id)
}

/** What happened in the environment of the context, or in none. */
function here(query: ReturnType<typeof visibleLog>) {
  const { environmentId } = currentContext()
  if (environmentId === null) return query
  return query.where(
    (place) => void place.whereNull('environment_id').orWhere('environment_id', environmentId)
  )
}

function chain(rootIds: readonly string[]): Promise<LogRow[]> | LogRow[] {
  if (rootIds.length === 0) return []
  const rows = here(tenantTable<LogRow>('middleware_events'))
    .whereIn('root_id', [...rootIds])
    // Not by the index of the order, which would go through the whole log.
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
  const mine = await visible('middleware_events')
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
      ...{ type: 'event', id: event.id, key: `event:${event.id}`, cause, isHidden, position },
      ...{ name: fact?.targetName ?? null, detail: event.eventType, status: fact?.status ?? null },
      ...{ startedAt: event.createdAt, durationMs: null },
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

const inOrder = (all: Placed[]): Placed[] =>
  all.sort(
    (one, other) =>
      one.startedAt.localeCompare(other.startedAt) ||
      (rank[one.type] ?? 5) - (rank[other.type] ?? 5) ||
      one.position - other.position
  )

/** The thing that was asked for. */
const mainOf = (all: readonly Placed[], [first]: readonly Asked[]) =>
  all.find(({ type, id }) => type === first?.type && id === first.id)

/** Numbers the things of a trace, each after its cause. The numbers stand in for ids, so that no id of a hidden thing is shown. */
function shown(all: readonly Placed[], folded: ReadonlyMap<string, string>, main?: Placed) {
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
  // Causes that go round in a circle have no first one.
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

/** What is done by a run or a step stands inside of it; what an event has set off stands beside it. */
const isInside = ({ type }: Placed) => type === 'execution' || type === 'step'
