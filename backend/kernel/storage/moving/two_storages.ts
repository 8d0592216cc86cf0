import { PackMissing, StorageGone } from '../errors.js'
import type { PackDriver, PackHealth, PackPlace, PackRoom, StoredPack } from '../pack_driver.js'

/** Packs whose place is remembered. */
const MOST_KNOWN = 10_000

/**
 * A storage beside the former one. All that is new goes to the present one; what still lies in the former is read there,
 * and given back like any other pack once what is alive in it was copied (`Compaction`). A pack lies in one of them only.
 */
export class TwoStorages implements PackDriver {
  /** Packs that were found in the former one. */
  readonly #known = new Set<string>()

  constructor(
    private readonly present: PackDriver,
    private readonly former: PackDriver
  ) {}

  /** Nothing is made anew in the former one. */
  open(): Promise<void> {
    return this.present.open()
  }

  append(
    tenantId: string,
    chunks: Uint8Array[],
    options?: { givesBack?: boolean }
  ): Promise<PackPlace[]> {
    return this.present.append(tenantId, chunks, options)
  }

  sync(tenantId: string, packs: Iterable<string>): Promise<void> {
    return this.present.sync(tenantId, packs)
  }

  release(tenantId: string, places: (PackPlace & { size: number })[]): Promise<void> {
    return this.present.release(tenantId, places)
  }

  async read(tenantId: string, place: PackPlace, bytes: Uint8Array): Promise<void> {
    const { pack } = place
    if (this.#known.has(pack)) return await this.former.read(tenantId, place, bytes)
    try {
      await this.present.read(tenantId, place, bytes)
    } catch (error) {
      // One that nothing was written to yet looks like one that is away.
      if (!(error instanceof PackMissing || error instanceof StorageGone)) throw error
      await this.former.read(tenantId, place, bytes).catch((behind: unknown) => {
        throw error instanceof StorageGone && behind instanceof PackMissing ? error : behind
      })
      if (this.#known.size >= MOST_KNOWN) this.#known.clear()
      this.#known.add(pack)
    }
  }

  async *list(tenantId: string, after?: string): AsyncGenerator<StoredPack> {
    const present = this.present.list(tenantId, after)[Symbol.asyncIterator]()
    let next = await present.next()
    for await (const pack of this.former.list(tenantId, after)) {
      for (; !next.done && next.value.pack < pack.pack; next = await present.next())
        yield next.value
      yield { ...pack, isFormer: true }
    }
    for (; !next.done; next = await present.next()) yield next.value
  }

  async delete(tenantId: string, pack: string): Promise<void> {
    this.#known.delete(pack)
    await this.present.delete(tenantId, pack)
    await this.former.delete(tenantId, pack)
  }

  async *tenants(): AsyncGenerator<string> {
    const seen = new Set<string>()
    for (const storage of [this.present, this.former]) {
      for await (const tenant of storage.tenants()) {
        if (!seen.has(tenant)) yield tenant
        seen.add(tenant)
      }
    }
  }

  async forget(tenantId: string): Promise<void> {
    await this.present.forget(tenantId)
    await this.former.forget(tenantId)
  }

  /** Of the one that is written to; the other may be full, which is why it is left. */
  room(): Promise<PackRoom> {
    return this.present.room()
  }

  check(): Promise<PackHealth> {
    return this.present.check()
  }

  async close(): Promise<void> {
    await this.present.close()
    await this.former.close()
  }
}
