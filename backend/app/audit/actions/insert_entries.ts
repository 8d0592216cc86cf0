import { change } from '@crossdock/kernel/database'
import type { SealedEntry } from '../chain/index.js'
import { tenantOf } from '../chains.js'

const columns = [
  'id',
  'tenant_id',
  'chain',
  'seq',
  'created_at',
  'event_type',
  'actor_type',
  'actor_id',
  'user_id',
  'environment_id',
  'source_type',
  'source_id',
  'target_type',
  'target_id',
  'cause_id',
  'root_id',
  'person',
  'person_salt',
  'person_hash',
  'details',
  'details_salt',
  'details_hash',
  'hash',
]
/** Rows per statement. With few sizes, few statements must be prepared. */
const sizes = [50, 10, 1]
const row = `(${columns.map(() => '?').join()})`

const textFor = (count: number) =>
  `insert into audit_entries (${columns.join()}) values ${Array.from({ length: count }, () => row).join()}`
const texts = new Map(sizes.map((size) => [size, textFor(size)]))

/** Inserts sealed entries in batches. */
export async function insertEntries(entries: readonly SealedEntry[]): Promise<void> {
  for (let at = 0; at < entries.length;) {
    const size = sizes.find((one) => one <= entries.length - at)!
    await change(texts.get(size)!, entries.slice(at, at + size).flatMap(valuesOf))
    at += size
  }
}

function valuesOf(entry: SealedEntry) {
  const { person, details } = entry
  return [
    entry.id,
    tenantOf(entry.chain),
    entry.chain,
    entry.seq,
    entry.createdAt,
    entry.eventType,
    entry.actorType,
    entry.actorId,
    entry.userId,
    entry.environmentId,
    entry.sourceType,
    entry.sourceId,
    entry.targetType,
    entry.targetId,
    entry.causeId,
    entry.rootId,
    person.text,
    person.salt,
    person.hash,
    details.text,
    details.salt,
    details.hash,
    entry.hash,
  ]
}
