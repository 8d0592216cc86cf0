import { ask } from '@crossdock/kernel/database'
import type { SealedEntry, SignedHead } from '../chain/index.js'

interface EntryRow extends Omit<SealedEntry, 'seq' | 'person' | 'details'> {
  tenantId?: string | null
  seq: number | string
  person: string | null
  personSalt: string | null
  personHash: string | null
  details: string | null
  detailsSalt: string | null
  detailsHash: string | null
}

const columns = `tenant_id as "tenantId", chain, seq, id, created_at as "createdAt", event_type as "eventType",
  actor_type as "actorType", actor_id as "actorId", user_id as "userId",
  environment_id as "environmentId", source_type as "sourceType", source_id as "sourceId",
  target_type as "targetType", target_id as "targetId", cause_id as "causeId", root_id as "rootId",
  person, person_salt as "personSalt", person_hash as "personHash",
  details, details_salt as "detailsSalt", details_hash as "detailsHash", hash`

/** The entries of a chain with numbers above `after` and up to `upTo`, in the order of the chain. */
export async function readEntries(
  chain: string,
  after: number,
  upTo: number,
  limit: number
): Promise<SealedEntry[]> {
  return (await readRows(chain, after, upTo, limit)).map(toEntry)
}

/** Like `readEntries`, but returns rows with the stored tenant. */
export async function readRows(
  chain: string,
  after: number,
  upTo: number,
  limit: number
): Promise<EntryRow[]> {
  return ask<EntryRow>(
    `select ${columns} from audit_entries where chain = ? and seq > ? and seq <= ?
     order by seq limit ?`,
    [chain, after, upTo, limit]
  )
}

/** Converts a row to the entry as it was sealed. */
export function toEntry(row: EntryRow): SealedEntry {
  const { tenantId: _shown, person, personSalt, personHash, ...more } = row
  const { details, detailsSalt, detailsHash, ...entry } = more
  return {
    ...entry,
    seq: Number(row.seq),
    person: { text: person, salt: personSalt, hash: personHash },
    details: { text: details, salt: detailsSalt, hash: detailsHash },
  }
}

const headColumns = `kind, chain, seq, hash, created_at as "createdAt", key_id as "keyId", signature`
const maxHeads = 5_000

/** Signed heads of a chain in a range of numbers. */
export async function readHeads(chain: string, from: number, upTo: number): Promise<SignedHead[]> {
  const rows = await ask<SignedHead>(
    `select ${headColumns} from audit_heads where chain = ? and seq >= ? and seq <= ?
     order by seq limit ?`,
    [chain, from, upTo, maxHeads]
  )
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
}

/** The newest checkpoint, which replaces the entries that retention deleted. */
export const readCheckpoint = (chain: string) => newest(chain, 'checkpoint')

export const readLastHead = (chain: string) => newest(chain, 'head')

async function newest(chain: string, kind: SignedHead['kind']): Promise<SignedHead | undefined> {
  const [row] = await ask<SignedHead>(
    `select ${headColumns} from audit_heads where chain = ? and kind = ?
     order by seq desc, created_at desc limit 1`,
    [chain, kind]
  )
  return row && { ...row, seq: Number(row.seq) }
}
