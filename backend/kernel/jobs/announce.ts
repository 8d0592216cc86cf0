import { connectionFor, dialect } from '../database/database.js'
import { parseJson } from '../json/index.js'
import { peekContext } from '../tenancy/context.js'
import { signal, type Signal } from './wake.js'

/** PostgreSQL channel on which processes wake each other. */
export const channel = 'crossdock_jobs'

/** Tells this process's own messages from the others'. */
const self = crypto.randomUUID()

const outbox = new Set<string>()
let sending = false

/** Tells the workers of this process at once and, on PostgreSQL, those of the others. */
export function announce(told: Signal): void {
  signal(told)
  if (dialect() !== 'postgres') return
  outbox.add(JSON.stringify({ ...told, from: self }))
  if (!sending) void send()
}

/**
 * Sent after the commit, not inside the transaction: NOTIFY takes a lock over the whole database
 * at commit. One statement at a time; what comes in meanwhile goes together with the next. What a
 * crash in between swallows, the workers' next look finds.
 */
async function send(): Promise<void> {
  sending = true
  try {
    while (outbox.size > 0) {
      const messages = JSON.stringify([...outbox])
      outbox.clear()
      await connectionFor(peekContext()).rawQuery(
        `select pg_notify('${channel}', message) from jsonb_array_elements_text(?::jsonb) as message`,
        [messages]
      )
    }
  } catch {
    // A hint only.
  } finally {
    sending = false
  }
}

/**
 * Passes on what another process announced. Anybody who may connect to the database may send here:
 * false, and nothing else, for what no process of ours sends.
 */
export function receive(message: string): boolean {
  let json: unknown
  try {
    json = parseJson(message)
  } catch {
    return false
  }
  if (typeof json !== 'object' || json === null) return false
  const { from, kind, at, id } = json as Record<string, unknown>
  if (from === self) return true
  if (kind === 'work' && typeof at === 'number' && at >= 0) signal({ kind, at })
  else if (kind === 'cancelled' && typeof id === 'string') signal({ kind: 'doubtful', id })
  else return false
  return true
}
