import { clock } from '@crossdock/kernel/database'
import { contentStore } from '@crossdock/kernel/storage'
import { insertAll } from '@crossdock/kernel/tenancy'
import type { SideName } from '@crossdock/sync-engine'
import { keptDays, transitDays, type KeptReason } from '../contracts/names.js'
import type { SyncContract } from '../models/sync_contract.js'
import { SyncKept } from '../models/sync_kept.js'

const dayMs = 24 * 60 * 60_000
export const inDays = (days: number) => new Date(clock.now() + days * dayMs).toISOString()

/** A content that is to be kept. */
export interface ToKeep {
  side: SideName
  path: string
  contentHash: string
  size: number
  reason: KeptReason
  conflictId?: string
}

/**
 * Names contents of the store, so that it keeps them: inside of a transaction, for contents that are recorded. Versions of
 * a conflict stay while it is open, what is in transit for some days, all else for thirty.
 * @throws ContentNotFound for a content that the store does not have
 */
export async function keep(contract: SyncContract, contents: readonly ToKeep[]): Promise<void> {
  if (contents.length === 0) return
  await contentStore.use().hold(...new Set(contents.map(({ contentHash }) => contentHash)))
  await insertAll(
    contents.map(({ conflictId = null, ...content }) =>
      new SyncKept().fill({
        ...content,
        ...{ contractId: contract.id, environmentId: contract.environmentId, conflictId },
        keptUntil: untilOf(content.reason),
      })
    )
  )
}

function untilOf(reason: KeptReason): string | null {
  if (reason === 'conflict') return null
  return inDays(reason === 'transit' ? transitDays : keptDays)
}

/** The conflict is over: its versions are kept for thirty days more. */
export async function releaseConflict(conflictId: string): Promise<void> {
  await SyncKept.query()
    .where('conflict_id', conflictId)
    .update({ kept_until: inDays(keptDays) })
}
