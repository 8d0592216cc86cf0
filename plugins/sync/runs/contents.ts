import { assetTrees } from '@crossdock/backend/assets'
import { ask } from '@crossdock/kernel/database'
import { contentStore } from '@crossdock/kernel/storage'
import { currentTenantId } from '@crossdock/kernel/tenancy'

const atOnce = 400

/** Returns the subset of contents that the store keeps for a contract. */
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

/**
 * The contents that a contract may use: the contents of its asset folders, and the contents kept for it. A hash
 * from an agent proves nothing: the tenant may have that content in a folder that the contract's owner may not
 * read.
 */
export class KnownContents {
  readonly #kept = new Set<string>()
  #sizes: ReadonlyMap<string, number> = new Map()

  constructor(
    private readonly contractId: string,
    private readonly ofAssets: readonly ReadonlySet<string>[]
  ) {}

  /** Looks up the contents of a plan. */
  async lookUp(hashes: Iterable<string>): Promise<void> {
    const all = [...hashes]
    const unknown = all.filter((hash) => !this.has(hash))
    for (const hash of await keptOf(this.contractId, unknown)) this.#kept.add(hash)
    this.#sizes = await contentStore.use().sizes(all.filter((hash) => this.has(hash)))
  }

  /**
   * Returns the size of a content in bytes.
   * @throws ContentNotFound
   */
  async sizeOf(hash: string): Promise<number> {
    return this.#sizes.get(hash) ?? (await contentStore.use().size(hash))
  }

  has(hash: string | null): hash is string {
    if (hash === null) return false
    return this.#kept.has(hash) || this.ofAssets.some((hashes) => hashes.has(hash))
  }

  /** Returns whether a content may be used. Also accepts an earlier version of the asset on the other side. */
  async hasVersion(hash: string, assetId: string | undefined): Promise<boolean> {
    if (this.has(hash)) return true
    return assetId !== undefined && (await assetTrees.use().hasVersion(assetId, hash))
  }

  add(hash: string): void {
    this.#kept.add(hash)
  }
}
