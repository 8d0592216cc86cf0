import { Channel } from '../database/channel.js'
import { signal, type Signal } from './wake.js'

/** On which processes wake each other's workers. */
export const channel = new Channel('crossdock_jobs')

/** Tells the workers of this process at once and, on PostgreSQL, those of the others. */
export function announce(told: Signal): void {
  signal(told)
  channel.tell(told)
}

/** Passes on what another process announced; false, and nothing else, for what none of ours says. */
export function receive({ kind, at, id }: Record<string, unknown>): boolean {
  if (kind === 'work' && typeof at === 'number' && at >= 0) signal({ kind, at })
  else if (kind === 'cancelled' && typeof id === 'string') signal({ kind: 'doubtful', id })
  else return false
  return true
}
