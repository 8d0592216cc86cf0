import { Readable } from 'node:stream'
import { currentTenantId, peekContext } from '../tenancy/index.js'
import { findManifest, recordManifest } from './content_index.js'
import { readChunks, type ByteRange } from './content_reader.js'
import { ContentWriter, type StoredContent } from './content_writer.js'
import { ContentNotFound } from './errors.js'
import type { PackDriver } from './pack_driver.js'

/**
 * Where the bytes of a tenant's files lie. Equal bytes of one tenant are stored once; tenants share
 * nothing, so no tenant can learn what another one has.
 *
 * Writing has two steps. `write` takes the stream, outside of any transaction, and resolves when the
 * bytes are on disk. `record` names them, in the transaction of the rows that need them. A crash
 * between the two leaves only bytes that nothing refers to.
 */
export class ContentStore {
  constructor(private readonly driver: PackDriver) {}

  /** Stores a stream for the context's tenant. @throws ContentTooLarge beyond `maxBytes`. */
  async write(
    source: AsyncIterable<Uint8Array>,
    { maxBytes }: { maxBytes: number }
  ): Promise<StoredContent> {
    if (peekContext()?.trx) {
      throw new Error(
        'A content is written before the transaction begins: a stream may take hours.'
      )
    }
    return await new ContentWriter(this.driver, currentTenantId()).write(source, maxBytes)
  }

  /** Makes a written content permanent, in the context's transaction. */
  async record(stored: StoredContent): Promise<void> {
    if (stored.tenantId !== currentTenantId()) {
      throw new Error(`Content ${stored.id} was written for another tenant.`)
    }
    await recordManifest(stored.tenantId, stored, stored.placed)
  }

  /**
   * Gives back the room of a written content that will never be recorded. Only for a refusal known
   * for certain: after a commit that may have happened, leave the bytes where they are.
   */
  async discard(stored: StoredContent): Promise<void> {
    await this.driver.release(stored.tenantId, stored.placed.splice(0))
  }

  /** Size of a content of the context's tenant. @throws ContentNotFound */
  async size(id: string): Promise<number> {
    return (await this.#manifest(id)).size
  }

  /**
   * Streams a content of the context's tenant, or the range of it. Never inside a transaction.
   * @throws ContentNotFound; the stream fails with ContentDamaged when a chunk is not what was written.
   */
  async read(id: string, range: Partial<ByteRange> = {}): Promise<Readable> {
    const tenantId = currentTenantId()
    const { chunks, size } = await this.#manifest(id)
    const { start = 0, end = size - 1 } = range
    const bytes = readChunks(this.driver, tenantId, chunks, { start, end })
    return Readable.from(bytes, { objectMode: false, highWaterMark: 1024 * 1024 })
  }

  /** For the health check: throws when nothing can be written. */
  async check(): Promise<{ freeBytes: number }> {
    return await this.driver.check()
  }

  async close(): Promise<void> {
    await this.driver.close()
  }

  async #manifest(id: string) {
    const manifest = await findManifest(currentTenantId(), id)
    if (manifest === undefined) throw new ContentNotFound(id)
    return manifest
  }
}
