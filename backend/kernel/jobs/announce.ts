import { Channel } from '../database/watch/channel.js'
import { clock } from '../ground/clock.js'
import { signal, type Place, type Signal } from './wake.js'

/** Channel with which processes wake each other's workers. */
export const channel = new Channel('crossdock_jobs')

/** Signals the workers of this process immediately and, on PostgreSQL, those of other processes. */
export function announce(message: Signal): void {
  signal(message)
  channel.tell(message.kind === 'work' ? { ...message, at: timeOf(message.dueInMs) } : message)
}

/** Passes on a signal of another process; false, without effect, for a foreign message. */
export function receiveSignal({ kind, at, dueInMs, id, place }: Record<string, unknown>): boolean {
  if (kind === 'work' && isTime(at)) signal({ kind, dueInMs: waitOf(at, dueInMs) })
  else if (kind === 'cancelled' && typeof id === 'string') signal({ kind: 'doubtful', id })
  else if (kind === 'vacated' && isPlace(place)) signal({ kind, place })
  else return false
  return true
}

/** For processes of an older version, which use their own clock: 0 for waiting jobs. */
const timeOf = (dueInMs: number | undefined) =>
  dueInMs === undefined ? 0 : Math.max(1, clock.now() + dueInMs)

const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0

/** An older version's time is not trusted, only that there is work: the table has the time. */
function waitOf(at: number, dueInMs: unknown): number | undefined {
  if (at === 0) return undefined
  return isTime(dueInMs) ? dueInMs : 0
}

/** Any sender is accepted: places are counted before they are assigned. */
function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false
  const { name, gate, lastTenant } = value as Record<string, unknown>
  return isText(name) && [gate, lastTenant].every((part) => part === null || isText(part))
}

/** A text that PostgreSQL accepts as a parameter. */
function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 400 && !value.includes('\0')
}
