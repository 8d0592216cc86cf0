import { assetTrees } from '@crossdock/backend/assets'
import { ask, clock } from '@crossdock/kernel/database'
import { contentStore } from '@crossdock/kernel/storage'
import { currentTenantId, tenantRows } from '@crossdock/kernel/tenancy'
import type { SideName } from '@crossdock/sync-engine'
import { keptDays, transitDays, type KeptReason } from '../contracts/index.js'
import { SyncKept } from '../models/sync_kept.js'

const dayMs = 24 * 60 * 60_000
const atOnce = 400

/** Those of the contents that the store keeps for a contract. */
export async function keptOf(contractId: string, hashes: Iterable<string>): Promise<Set<string>> {
  const found = new Set<string>()
  const all = [...new Set(hashes)]
  for (let at = 0; at < all.length; at += atOnce) {
    const some = all.slice(at, at + atOnce)
    const rows = await ask<{ hash: string }>(
      `select distinct content_hash as hash from sync_kept
       where tenant_id = ? and contract_id = ? and content_hash in (${some.map(() => '?').join()})`,
      [currentTenantId(), contractId, ...some]
    )
    for (const { hash } of rows) found.add(hash)
  }
  return found
}

export interface ToKeep {
  side: SideName
  path: string
  hash: string
  size: number
  reason: KeptReason
  conflictId?: string | null
}

/**
 * Has the store keep contents that are there, in the caller's transaction. A content in transit is named once, and for
 * longer when it is needed again. @throws ContentNotFound
 */
export async function keep(
  { id: contract_id, environmentId: environment_id }: { id: string; environmentId: string },
  all: readonly ToKeep[]
): Promise<void> {
  if (all.length === 0) return
  await contentStore.use().hold(...new Set(all.map(({ hash }) => hash)))
  for (const { side, path, hash, size, reason, conflictId = null } of all) {
    const days = reason === 'transit' ? transitDays : keptDays
    const kept_until =
      reason === 'conflict' ? null : new Date(clock.now() + days * dayMs).toISOString()
    if (reason === 'transit' || reason === 'conflict') {
      const like = { contractId: contract_id, contentHash: hash, reason, side, conflictId }
      const again = await SyncKept.query().where(like).update({ kept_until })
      if (Number(again[0] ?? again) > 0) continue
    }
    await tenantRows('sync_kept').insert({
      ...{ contract_id, environment_id, side, path, content_hash: hash, size, reason },
      ...{ conflict_id: conflictId, kept_until },
    })
  }
}

/**
 * Which contents a contract may use: those of its asset folders and those the store keeps for it. A hash that an agent
 * names proves nothing: the tenant may have that content where the people of the contract may not look.
 */
export class KnownContents {
  readonly #kept = new Set<string>()

  constructor(
    private readonly contractId: string,
    private readonly ofAssets: readonly ReadonlySet<string>[]
  ) {}

  /** Looks up what a plan names. */
  async lookUp(hashes: Iterable<string>): Promise<void> {
    const unknown = [...hashes].filter((hash) => !this.has(hash))
    for (const hash of await keptOf(this.contractId, unknown)) this.#kept.add(hash)
  }

  has(hash: string | null): hash is string {
    if (hash === null) return false
    return this.#kept.has(hash) || this.ofAssets.some((hashes) => hashes.has(hash))
  }

  /** Also a version of before of the asset on the other side. */
  async hasVersion(hash: string, assetId: string | undefined): Promise<boolean> {
    if (this.has(hash)) return true
    return assetId !== undefined && (await assetTrees.use().hasVersion(assetId, hash))
  }

  add(hash: string): void {
    this.#kept.add(hash)
  }
}
