import { createHash } from 'node:crypto'
import { ask, change, clock } from '@crossdock/kernel/database'
import { currentTenantId, tenantRows, tenantTable } from '@crossdock/kernel/tenancy'
import type { Agreed, AgreedChange, Entry, SideName, Trouble } from '@crossdock/sync-engine'
import type { ReportedEntry } from '@crossdock/sync-engine/protocol'

/** Rows per statement. */
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

/** Returns the agreed state of a contract. */
export async function agreedOf(contractId: string): Promise<Map<string, Agreed>> {
  const rows = await ask<AgreedRow>(
    `select key, parent_key, name, kind, hash, size, modified_at, source_id, target_id, source_version, target_version
     from sync_agreed where tenant_id = ? and contract_id = ?`,
    [currentTenantId(), contractId]
  )
  return new Map(rows.map((row) => [row.key, agreedIn(row)]))
}

/** Returns the agreed state of some pairs. */
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
  key: row.key,
  parentKey: row.parent_key,
  name: row.name,
  kind: row.kind,
  hash: row.hash,
  size: Number(row.size),
  modifiedAt: Number(row.modified_at),
  sourceId: row.source_id,
  targetId: row.target_id,
  sourceVersion: row.source_version,
  targetVersion: row.target_version,
})

/** Stores the agreed state of pairs and replaces the former one, in the caller's transaction. */
async function keepAgreed(contractId: string, agreed: readonly Agreed[]): Promise<void> {
  if (agreed.length === 0) return
  // Each pair may occur only once per statement. If one transaction changes a pair twice, the later change
  // counts.
  const byKey = new Map(agreed.map((one) => [one.key, one]))
  await forgetAgreed(contractId, [...byKey.keys()])
  await tenantRows('sync_agreed').insertAll(
    [...byKey.values()].map((one) => ({
      contract_id: contractId,
      key: one.key,
      parent_key: one.parentKey,
      name: one.name,
      kind: one.kind,
      hash: one.hash,
      size: one.size,
      modified_at: one.modifiedAt,
      source_id: one.sourceId,
      target_id: one.targetId,
      source_version: one.sourceVersion,
      target_version: one.targetVersion,
    }))
  )
}

function forgetAgreed(contractId: string, keys: readonly string[]): Promise<void> {
  return deleteRows('sync_agreed', { contract_id: contractId }, 'key', keys)
}

/** Stores the changes of operations to the agreed tree, one per key, in the caller's transaction. */
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

/** Deletes the tenant's rows with these values, for each of many values of one column. */
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

/** Returns the reported or listed tree of an end. */
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
  id: row.entry_id,
  parentId: row.parent_id,
  name: row.name,
  kind: row.kind,
  hash: row.hash,
  size: Number(row.size),
  modifiedAt: Number(row.modified_at),
  version: row.version,
  ...(row.trouble ? { trouble: row.trouble } : {}),
})

/** Stores entries of a tree by id, in the caller's transaction. */
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
        parent_id: one.parentId,
        name: one.name,
        hash: one.hash,
        size: one.size,
        modified_at: soundTime(one.modifiedAt),
        version: one.version,
        trouble: one.trouble ?? null,
      }
    })
  )
}

/** A time in the year 9999. Databases and clients do not accept later times. */
const lastMs = 253_402_300_799_999

/** Returns the modification time of a file in milliseconds; 0, which means unknown, for an invalid time. */
export const soundTime = (ms: number): number => (ms > 0 && ms <= lastMs ? Math.floor(ms) : 0)

export function dropEntries(
  contractId: string,
  side: SideName,
  epoch: number,
  ids: readonly string[]
): Promise<void> {
  return deleteRows('sync_entries', { contract_id: contractId, side, epoch }, 'entry_id', ids)
}

export interface FailedFile {
  path: string
  side: SideName
  attempts: number
  code: string
  message: string
  dueAt: string
}

/** Failed files of a contract, by path. */
export async function failedFilesOf(contractId: string): Promise<Map<string, FailedFile>> {
  const rows = await ask<Omit<FailedFile, 'dueAt'> & { due_at: string }>(
    `select path, side, attempts, code, message, due_at from sync_held where tenant_id = ? and contract_id = ?`,
    [currentTenantId(), contractId]
  )
  return new Map(rows.map(({ due_at, ...row }) => [row.path, { ...row, dueAt: due_at }]))
}

/** Increasing delays of retries. The last delay is an hour, so that a file that always fails costs little. */
const retryDelays = [5_000, 20_000, 60_000, 300_000, 900_000, 3_600_000]

/**
 * Skips a file for a while, in the caller's transaction.
 * @returns the delay
 */
export async function skipForNow(
  contractId: string,
  held: Pick<FailedFile, 'path' | 'side' | 'code' | 'message'>,
  before: FailedFile | undefined
): Promise<FailedFile> {
  const attempts = (before?.attempts ?? 0) + 1
  const wait = retryDelays[Math.min(attempts, retryDelays.length) - 1]!
  const dueAt = new Date(clock.now() + wait).toISOString()
  const path_hash = pathHash(held.path)
  await deleteRows('sync_held', { contract_id: contractId }, 'path_hash', [path_hash])
  await tenantRows('sync_held').insert({
    contract_id: contractId,
    path_hash,
    path: held.path,
    side: held.side,
    attempts,
    code: held.code.slice(0, 60),
    message: held.message.slice(0, 1_000),
    due_at: dueAt,
  })
  return { ...held, attempts, dueAt }
}

/** Stops skipping files that no longer fail, or that need nothing any more. */
export function stopSkipping(contractId: string, paths: readonly string[]): Promise<void> {
  return deleteRows('sync_held', { contract_id: contractId }, 'path_hash', paths.map(pathHash))
}

const pathHash = (path: string) => createHash('sha256').update(path).digest('hex')
