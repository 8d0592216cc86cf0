import { Channel } from '../database/channel.js'
import { signal, type Place, type Signal } from './wake.js'

/** On which processes wake each other's workers. */
export const channel = new Channel('crossdock_jobs')

/** Tells the workers of this process at once and, on PostgreSQL, those of the others. */
export function announce(told: Signal): void {
  signal(told)
  channel.tell(told)
}

/** Passes on what another process announced; false, and nothing else, for what none of ours says. */
export function receive({ kind, at, id, place }: Record<string, unknown>): boolean {
  if (kind === 'work' && typeof at === 'number' && at >= 0) signal({ kind, at })
  else if (kind === 'cancelled' && typeof id === 'string') signal({ kind: 'doubtful', id })
  else if (kind === 'vacated' && isPlace(place)) signal({ kind, place })
  else return false
  return true
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
