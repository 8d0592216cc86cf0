import { Channel } from '../database/channel.js'
import { clock } from '../ground/clock.js'
import { signal, type Place, type Signal } from './wake.js'

/** On which processes wake each other's workers. */
export const channel = new Channel('crossdock_jobs')

/** Tells the workers of this process at once and, on PostgreSQL, those of the others. */
export function announce(told: Signal): void {
  signal(told)
  channel.tell(told.kind === 'work' ? { ...told, at: timeOf(told.dueInMs) } : told)
}

/** Passes on what another process announced; false, and nothing else, for what none of ours says. */
export function receive({ kind, at, dueInMs, id, place }: Record<string, unknown>): boolean {
  if (kind === 'work' && isTime(at)) signal({ kind, dueInMs: waitOf(at, dueInMs) })
  else if (kind === 'cancelled' && typeof id === 'string') signal({ kind: 'doubtful', id })
  else if (kind === 'vacated' && isPlace(place)) signal({ kind, place })
  else return false
  return true
}

/** The same for processes of an older version, which go by their own clock: 0 for what waits. */
const timeOf = (dueInMs: number | undefined) =>
  dueInMs === undefined ? 0 : Math.max(1, clock.now() + dueInMs)

const isTime = (told: unknown): told is number => typeof told === 'number' && told >= 0

/** Of what an older version says only whether it is time to look is believed: the table says when. */
function waitOf(at: number, dueInMs: unknown): number | undefined {
  if (at === 0) return undefined
  return isTime(dueInMs) ? dueInMs : 0
}

/** Whoever says so: places are counted before they are given away. */
function isPlace(told: unknown): told is Place {
  if (typeof told !== 'object' || told === null) return false
  const { name, gate, lastTenant } = told as Record<string, unknown>
  return isText(name) && [gate, lastTenant].every((part) => part === null || isText(part))
}

/** PostgreSQL can be asked about it. */
function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 400 && !value.includes('\0')
}
