import { createHash } from 'node:crypto'
import { unscoped } from '@crossdock/kernel/database'
import type { EventType, LoggedEvent } from '@crossdock/kernel/events'
import { parseObject } from '@crossdock/kernel/json'

/** An entry joins a line if it follows the line's newest entry within this time. */
const gapMs = 60_000
/** Maximum time between the first and the last entry of a line. */
const spanMs = 10 * 60_000
/** Maximum number of entries per line. */
const maxInLine = 10_000

const table = 'activity_logs'

/** The columns that assign an entry to a line of the feed. */
export interface LineColumns {
  line_id: string | null
  line_count: number
  line_last_at: string | null
  line_shared: string | null
  line_key: string | null
}

/** The columns of an entry that is a line of its own. */
export const alone: LineColumns = {
  line_id: null,
  line_count: 1,
  line_last_at: null,
  line_shared: null,
  line_key: null,
}

interface Line {
  /** Id of the first entry. */
  id: string
  begunAt: string
  lastAt: string
  count: number
  /** The payload fields that are equal in all entries. */
  shared: Record<string, unknown>
  /** Whether an earlier batch stored the first entry. */
  isStored: boolean
}

/**
 * Assigns each event of a batch to a line of the feed, in the order of the log.
 *
 * One action of a person, such as the upload of a folder, often takes many requests. The log does not connect
 * them. So a line groups events of one actor and one type that follow each other within a minute. The type
 * says what else must be equal. A line appears at the time of its first entry, so it ends after ten minutes
 * or 10,000 entries.
 * @returns the columns by event id; events without columns get `alone`
 */
export async function gather(
  events: readonly LoggedEvent[],
  types: ReadonlyMap<string, EventType>
): Promise<Map<string, LineColumns>> {
  const keyed = await keysOf(events, types)
  const open = await openLines(new Set(keyed.values()))
  const grown = new Set<Line>()
  const ended: string[] = []
  const found = new Map<string, { key: string; line: Line }>()
  for (const { id, createdAt, payload } of events) {
    const key = keyed.get(id)
    if (!key) continue
    let line = open.get(key)
    if (line && belongsToLine(line, createdAt)) {
      add(line, createdAt, payload)
      if (line.isStored) grown.add(line)
    } else {
      if (line?.isStored) ended.push(line.id)
      line = {
        id,
        begunAt: createdAt,
        lastAt: createdAt,
        count: 1,
        shared: payload,
        isStored: false,
      }
      open.set(key, line)
    }
    found.set(id, { key, line })
  }
  for (const line of grown) await rows([line.id]).update(stateOf(line))
  if (ended.length > 0) await rows(ended).update({ line_key: null })
  return new Map(
    [...found].map(([id, { key, line }]) => [
      id,
      id === line.id
        ? { ...stateOf(line), line_id: null, line_key: open.get(key) === line ? key : null }
        : { ...alone, line_id: line.id },
    ])
  )
}

const rows = (ids: readonly string[]) =>
  unscoped()
    .from(table)
    .whereIn('id', [...ids])

/** The line keys of events that can share a line. Skips events that are stored already, when a batch is repeated. */
async function keysOf(events: readonly LoggedEvent[], types: ReadonlyMap<string, EventType>) {
  const keyed = new Map<string, string>()
  for (const event of events) {
    const key = keyOf(event, types.get(event.eventType)!)
    if (key) keyed.set(event.id, key)
  }
  if (keyed.size === 0) return keyed
  const known: { id: string }[] = await rows([...keyed.keys()]).select('id')
  for (const { id } of known) keyed.delete(id)
  return keyed
}

/** Hash of everything that is equal in a line; undefined if the event gets its own line. */
function keyOf(event: LoggedEvent, { name, several }: EventType): string | undefined {
  if (!several) return undefined
  const { tenantId, environmentId, actorType, actorId, userId, payload } = event
  try {
    const alike = several.alike?.(payload as never) ?? null
    const parts = [tenantId, environmentId, actorType, actorId, userId, name, alike]
    return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  } catch {
    // The payload was written by another version.
    return undefined
  }
}

async function openLines(keys: ReadonlySet<string>): Promise<Map<string, Line>> {
  if (keys.size === 0) return new Map()
  const heads: Head[] = await unscoped()
    .from(table)
    .whereIn('line_key', [...keys])
    .select('id', 'created_at', 'line_key', 'line_count', 'line_last_at', 'line_shared')
  return new Map(
    heads.map((head) => [
      head.line_key,
      {
        id: head.id,
        begunAt: head.created_at,
        lastAt: head.line_last_at,
        count: head.line_count,
        shared: parseObject(head.line_shared) ?? {},
        isStored: true,
      },
    ])
  )
}

interface Head {
  id: string
  created_at: string
  line_key: string
  line_count: number
  line_last_at: string
  line_shared: string
}

/** Retried events arrive late and can be older than the line, so the distance is absolute. */
const belongsToLine = ({ begunAt, lastAt, count }: Line, createdAt: string): boolean =>
  Math.abs(Date.parse(createdAt) - Date.parse(lastAt)) <= gapMs &&
  Date.parse(createdAt) - Date.parse(begunAt) <= spanMs &&
  count < maxInLine

function add(line: Line, createdAt: string, payload: Record<string, unknown>): void {
  line.count += 1
  if (createdAt > line.lastAt) line.lastAt = createdAt
  const isShared = ([name, value]: [string, unknown]) =>
    Object.hasOwn(payload, name) && JSON.stringify(payload[name]) === JSON.stringify(value)
  line.shared = Object.fromEntries(Object.entries(line.shared).filter(isShared))
}

const stateOf = ({ count, lastAt, shared }: Line) => ({
  line_count: count,
  line_last_at: lastAt,
  line_shared: JSON.stringify(shared),
})
