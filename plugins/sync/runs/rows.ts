import { createHash } from 'node:crypto'
import { ask, change, clock } from '@crossdock/kernel/database'
import { currentTenantId, tenantRows, tenantTable } from '@crossdock/kernel/tenancy'
import type { Agreed, AgreedChange, Entry, SideName, Trouble } from '@crossdock/sync-engine'
import type { ReportedEntry } from '@crossdock/sync-engine/protocol'

/** Rows that one statement names. */
const atOnce = 400

interface AgreedRow {
  key: string
  parent_key: string | null
  name: string
  kind: 'file' | 'folder'
  hash: string | null
  size: number
  modified_at: number
  source_id: string
  target_id: string
  source_version: string
  target_version: string
}

/** All that both ends of a contract agreed on. */
export async function agreedOf(contractId: string): Promise<Map<string, Agreed>> {
  const rows = await ask<AgreedRow>(
    `select key, parent_key, name, kind, hash, size, modified_at, source_id, target_id, source_version, target_version
     from sync_agreed where tenant_id = ? and contract_id = ?`,
    [currentTenantId(), contractId]
  )
  return new Map(rows.map((row) => [row.key, agreedIn(row)]))
}

/** What both ends agree on of some pairs. */
export async function agreedNamed(
  contractId: string,
  keys: readonly string[]
): Promise<Map<string, Agreed>> {
  const found = new Map<string, Agreed>()
  for (let at = 0; at < keys.length; at += atOnce) {
    const rows = await tenantTable<AgreedRow>('sync_agreed')
      .where('contract_id', contractId)
      .whereIn('key', keys.slice(at, at + atOnce))
    for (const row of rows) found.set(row.key, agreedIn(row))
  }
  return found
}

const agreedIn = (row: AgreedRow): Agreed => ({
  ...{ key: row.key, parentKey: row.parent_key, name: row.name, kind: row.kind, hash: row.hash },
  ...{ size: Number(row.size), modifiedAt: Number(row.modified_at) },
  ...{ sourceId: row.source_id, targetId: row.target_id },
  ...{ sourceVersion: row.source_version, targetVersion: row.target_version },
})

/** Keeps what both ends agree on now, in place of what was kept of these pairs, in the caller's transaction. */
async function keepAgreed(contractId: string, agreed: readonly Agreed[]): Promise<void> {
  if (agreed.length === 0) return
  // A pair is named once: of two changes in one transaction the later one counts.
  const byKey = new Map(agreed.map((one) => [one.key, one]))
  await forgetAgreed(contractId, [...byKey.keys()])
  await tenantRows('sync_agreed').insertAll(
    [...byKey.values()].map((one) => ({
      ...{ contract_id: contractId, key: one.key, parent_key: one.parentKey, name: one.name },
      ...{ kind: one.kind, hash: one.hash, size: one.size, modified_at: one.modifiedAt },
      ...{ source_id: one.sourceId, target_id: one.targetId },
      ...{ source_version: one.sourceVersion, target_version: one.targetVersion },
    }))
  )
}

function forgetAgreed(contractId: string, keys: readonly string[]): Promise<void> {
  return deleteRows('sync_agreed', { contract_id: contractId }, 'key', keys)
}

/** Keeps what operations have changed in the agreed tree, one change of a key, in the caller's transaction. */
export async function keepChanges(
  contractId: string,
  changes: readonly AgreedChange[]
): Promise<void> {
  await forgetAgreed(
    contractId,
    changes.flatMap((one) => (one.type === 'forget' ? [one.key] : []))
  )
  await keepAgreed(
    contractId,
    changes.flatMap((one) => (one.type === 'set' ? [one.agreed] : []))
  )
}

type Where = Record<string, string | number>

/** Deletes the tenant's rows with these values, of those whose column is one of many. */
export async function deleteRows(
  table: string,
  where: Where,
  column: string,
  values: readonly string[]
): Promise<void> {
  const fixed = Object.keys(where).map((name) => `${name} = ?`)
  for (let at = 0; at < values.length; at += atOnce) {
    const some = values.slice(at, at + atOnce)
    await change(
      `delete from ${table} where tenant_id = ? and ${fixed.join(' and ')} and ${column} in (${some.map(() => '?').join()})`,
      [currentTenantId(), ...Object.values(where), ...some]
    )
  }
}

interface EntryRow {
  entry_id: string
  parent_id: string | null
  name: string
  kind: 'file' | 'folder'
  hash: string | null
  size: number
  modified_at: number
  version: string
  trouble: Trouble | null
}

/** The tree of an end as it was reported or listed. */
export async function entriesOf(
  contractId: string,
  side: SideName,
  epoch: number
): Promise<Map<string, Entry>> {
  const rows = await ask<EntryRow>(
    `select entry_id, parent_id, name, kind, hash, size, modified_at, version, trouble
     from sync_entries where tenant_id = ? and contract_id = ? and side = ? and epoch = ?`,
    [currentTenantId(), contractId, side, epoch]
  )
  return new Map(rows.map((row) => [row.entry_id, entryIn(row)]))
}

const entryIn = (row: EntryRow): Entry => ({
  ...{ id: row.entry_id, parentId: row.parent_id, name: row.name, kind: row.kind, hash: row.hash },
  ...{ size: Number(row.size), modifiedAt: Number(row.modified_at), version: row.version },
  ...(row.trouble ? { trouble: row.trouble } : {}),
})

/** Keeps entries of a tree, in place of those with their ids, in the caller's transaction. */
export async function keepEntries(
  contractId: string,
  side: SideName,
  epoch: number,
  entries: readonly (ReportedEntry | { id: string; kind: 'gone' })[]
): Promise<void> {
  if (entries.length === 0) return
  const byId = new Map(entries.map((one) => [one.id, one]))
  await dropEntries(contractId, side, epoch, [...byId.keys()])
  await tenantRows('sync_entries').insertAll(
    [...byId.values()].map((one) => {
      const at = { contract_id: contractId, side, epoch, entry_id: one.id, kind: one.kind }
      if (one.kind === 'gone') {
        const nothing = { parent_id: null, name: '', hash: null, size: 0, modified_at: 0 }
        return { ...at, ...nothing, version: '', trouble: null }
      }
      return {
        ...at,
        ...{ parent_id: one.parentId, name: one.name, hash: one.hash, size: one.size },
        ...{ modified_at: soundTime(one.modifiedAt), version: one.version },
        trouble: one.trouble ?? null,
      }
    })
  )
}

/** The year 9999: later times are no dates for people and databases. */
const lastMs = 253_402_300_799_999

/** When a file was changed, in milliseconds; 0, which is unknown, for a time that is none. */
export const soundTime = (ms: number): number => (ms > 0 && ms <= lastMs ? Math.floor(ms) : 0)

export function dropEntries(
  contractId: string,
  side: SideName,
  epoch: number,
  ids: readonly string[]
): Promise<void> {
  return deleteRows('sync_entries', { contract_id: contractId, side, epoch }, 'entry_id', ids)
}

export interface Held {
  path: string
  side: SideName
  attempts: number
  code: string
  message: string
  dueAt: string
}

/** Files of a contract that failed, by their paths. */
export async function heldOf(contractId: string): Promise<Map<string, Held>> {
  const rows = await ask<Omit<Held, 'dueAt'> & { due_at: string }>(
    `select path, side, attempts, code, message, due_at from sync_held where tenant_id = ? and contract_id = ?`,
    [currentTenantId(), contractId]
  )
  return new Map(rows.map(({ due_at, ...row }) => [row.path, { ...row, dueAt: due_at }]))
}

/** The first tries come soon, later ones once an hour: a file that fails for good costs little. */
const waits = [5_000, 20_000, 60_000, 300_000, 900_000, 3_600_000]

/** Leaves a file alone for a while, in the caller's transaction. @returns how long */
export async function hold(
  contractId: string,
  held: Pick<Held, 'path' | 'side' | 'code' | 'message'>,
  before: Held | undefined
): Promise<Held> {
  const attempts = (before?.attempts ?? 0) + 1
  const wait = waits[Math.min(attempts, waits.length) - 1]!
  const dueAt = new Date(clock.now() + wait).toISOString()
  const path_hash = pathHash(held.path)
  await deleteRows('sync_held', { contract_id: contractId }, 'path_hash', [path_hash])
  await tenantRows('sync_held').insert({
    ...{ contract_id: contractId, path_hash, path: held.path, side: held.side, attempts },
    ...{ code: held.code.slice(0, 60), message: held.message.slice(0, 1_000), due_at: dueAt },
  })
  return { ...held, attempts, dueAt }
}

/** They are good again, or nothing is to be done with them any more. */
export function noLongerHeld(contractId: string, paths: readonly string[]): Promise<void> {
  return deleteRows('sync_held', { contract_id: contractId }, 'path_hash', paths.map(pathHash))
}

const pathHash = (path: string) => createHash('sha256').update(path).digest('hex')
