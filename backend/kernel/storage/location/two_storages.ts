import { PackMissing, StorageGone } from '../errors.js'
import type {
  PackDriver,
  PackHealth,
  PackPlace,
  PackRoom,
  StoredPack,
} from '../packs/pack_driver.js'

/** Maximum number of packs that are remembered as being in the former storage. */
const MAX_KNOWN = 10_000

/**
 * The current storage together with the former one. New packs go to the current storage. Packs in the former
 * storage are still read. They are deleted like any other pack, once `Compaction` has copied their live chunks.
 * A pack is in only one of the two storages.
 */
export class TwoStorages implements PackDriver {
  /** Packs found in the former storage. */
  readonly #known = new Set<string>()

  constructor(
    private readonly current: PackDriver,
    private readonly former: PackDriver
  ) {}

  /** Creates nothing in the former storage. */
  open(): Promise<void> {
    return this.current.open()
  }

  append(
    tenantId: string,
    chunks: Uint8Array[],
    options?: { usesReserve?: boolean }
  ): Promise<PackPlace[]> {
    return this.current.append(tenantId, chunks, options)
  }

  sync(tenantId: string, packs: Iterable<string>): Promise<void> {
    return this.current.sync(tenantId, packs)
  }

  release(tenantId: string, places: (PackPlace & { size: number })[]): Promise<void> {
    return this.current.release(tenantId, places)
  }

  async read(tenantId: string, place: PackPlace, bytes: Uint8Array): Promise<void> {
    const { pack } = place
    if (this.#known.has(pack)) return await this.former.read(tenantId, place, bytes)
    try {
      await this.current.read(tenantId, place, bytes)
    } catch (error) {
      // An empty storage that was never written to looks like an unavailable one.
      if (!(error instanceof PackMissing || error instanceof StorageGone)) throw error
      await this.former.read(tenantId, place, bytes).catch((formerError: unknown) => {
        throw error instanceof StorageGone && formerError instanceof PackMissing
          ? error
          : formerError
      })
      if (this.#known.size >= MAX_KNOWN) this.#known.clear()
      this.#known.add(pack)
    }
  }

  async *list(tenantId: string, after?: string): AsyncGenerator<StoredPack> {
    const current = this.current.list(tenantId, after)[Symbol.asyncIterator]()
    let next = await current.next()
    for await (const pack of this.former.list(tenantId, after)) {
      for (; !next.done && next.value.pack < pack.pack; next = await current.next())
        yield next.value
      yield { ...pack, isFormer: true }
    }
    for (; !next.done; next = await current.next()) yield next.value
  }

  async delete(tenantId: string, pack: string): Promise<void> {
    this.#known.delete(pack)
    await this.current.delete(tenantId, pack)
    await this.former.delete(tenantId, pack)
  }

  async *tenants(): AsyncGenerator<string> {
    const seen = new Set<string>()
    for (const storage of [this.current, this.former]) {
      for await (const tenant of storage.tenants()) {
        if (!seen.has(tenant)) yield tenant
        seen.add(tenant)
      }
    }
  }

  async forget(tenantId: string): Promise<void> {
    await this.current.forget(tenantId)
    await this.former.forget(tenantId)
  }

  /** Returns the space of the current storage. The former one may be full, which may be the reason for the move. */
  room(): Promise<PackRoom> {
    return this.current.room()
  }

  check(): Promise<PackHealth> {
    return this.current.check()
  }

  async close(): Promise<void> {
    await this.current.close()
    await this.former.close()
  }
}
