import { clock } from '@crossdock/kernel/database'
import { contentStore } from '@crossdock/kernel/storage'
import { insertAll } from '@crossdock/kernel/tenancy'
import type { SideName } from '@crossdock/sync-engine'
import { keptDays, transitDays, type KeptReason } from '../contracts/names.js'
import type { SyncContract } from '../models/sync_contract.js'
import { SyncKept } from '../models/sync_kept.js'

const hashesAtOnce = 400
const dayMs = 24 * 60 * 60_000
export const inDays = (days: number) => new Date(clock.now() + days * dayMs).toISOString()

/** A content to keep. */
export interface ToKeep {
  side: SideName
  path: string
  contentHash: string
  size: number
  reason: KeptReason
  conflictId?: string
}

/**
 * References contents of the store, so that the store keeps them. Call it in a transaction. Versions of a
 * conflict are kept while it is open, content in transit for some days, other contents for thirty days.
 * @throws ContentNotFound for a content that is not in the store
 */
export async function keepContents(
  contract: SyncContract,
  contents: readonly ToKeep[]
): Promise<void> {
  if (contents.length === 0) return
  await contentStore.use().hold(...new Set(contents.map(({ contentHash }) => contentHash)))
  await dropEqual(contract.id, contents)
  await insertAll(
    contents.map(({ conflictId = null, ...content }) =>
      new SyncKept().fill({
        ...content,
        contractId: contract.id,
        environmentId: contract.environmentId,
        conflictId,
        keptUntil: untilOf(content.reason),
      })
    )
  )
}

const nameOf = ({
  side,
  path,
  contentHash,
  reason,
}: Pick<ToKeep, 'side' | 'path' | 'contentHash' | 'reason'>) =>
  JSON.stringify([side, path, contentHash, reason])

/**
 * Deletes older rows of the same versions. Each plan keeps a version again until an agent has done its work,
 * but people should see one entry.
 */
async function dropEqual(contractId: string, contents: readonly ToKeep[]): Promise<void> {
  const names = new Set(contents.map(nameOf))
  const hashes = [...new Set(contents.map(({ contentHash }) => contentHash))]
  for (let at = 0; at < hashes.length; at += hashesAtOnce) {
    const known = await SyncKept.query()
      .where('contract_id', contractId)
      .whereIn('content_hash', hashes.slice(at, at + hashesAtOnce))
      .whereNull('conflict_id')
    const ids = known.filter((row) => names.has(nameOf(row))).map(({ id }) => id)
    for (let from = 0; from < ids.length; from += hashesAtOnce)
      await SyncKept.query()
        .whereIn('id', ids.slice(from, from + hashesAtOnce))
        .delete()
  }
}

function untilOf(reason: KeptReason): string | null {
  if (reason === 'conflict') return null
  return inDays(reason === 'transit' ? transitDays : keptDays)
}

/** Keeps the versions of a closed conflict for thirty more days. */
export async function releaseConflict(conflictId: string): Promise<void> {
  await SyncKept.query()
    .where('conflict_id', conflictId)
    .update({ kept_until: inDays(keptDays) })
}
