import { currentTenantId, peekContext } from '../tenancy/index.js'
import { HashThread } from './hashing/hash_thread.js'
import { keepChecksum, knownChecksums } from './content/checksums.js'
import { findManifest, findSizes, locateChunks, recordManifests } from './index/content_index.js'
import { absentOf } from './index/content_rows.js'
import { beginReading, readChunks, slicesOf, type ByteRange } from './content/content_reader.js'
import type { Piece, Source } from './chunks/source.js'
import { readSequence, type SequencePart, type StillAllowed } from './content/content_sequence.js'
import { ContentStream } from './content/content_stream.js'
import { ContentWriter, type StoredContent, type WriteOptions } from './content/content_writer.js'
import type { OnDamage } from './damage/damage.js'
import { DamageRetries } from './damage/damage_retries.js'
import { endDraft } from './drafts/draft_rows.js'
import { Drafts } from './drafts/drafts.js'
import { asStorageError, ContentNotFound } from './errors.js'
import { Compaction } from './gc/compaction.js'
import { deleteGoneTenants, deleteTenantPacks } from './gc/gone_tenants.js'
import { assemble, writeChunks } from './content/given_chunks.js'
import { Leases } from './chunks/leases.js'
import type { ChunkRef } from '../chunks/manifest.js'
import { assertUndamaged } from './chunks/marked_chunks.js'
import type { PackDriver, PackHealth } from './packs/pack_driver.js'
import { writeSmall } from './content/small_contents.js'
import { scrubChunks, type ScrubPosition } from './scrub/scrub.js'

/** Number of a download's chunks that are verified before it begins: about 4 MiB. */
const chunksAhead = 4

/**
 * Stores the bytes of a tenant's files. Equal bytes of one tenant are stored once. Tenants share no bytes, so a
 * tenant cannot find out what another one has stored.
 *
 * Writing has two steps. `write` takes the stream, outside any transaction, and resolves when the bytes are on
 * disk. `record` stores the content's rows, in the transaction of the rows that reference it. A crash between
 * the two leaves only unreferenced bytes. A lease covers both steps: it keeps garbage collection away from new
 * and from reused bytes.
 */
export class ContentStore {
  /** Contents that arrive in several requests. */
  readonly drafts: Drafts
  /** Frees unused space in packs. */
  readonly compaction: Compaction
  readonly #retries = new DamageRetries()

  constructor(
    private readonly driver: PackDriver,
    private readonly onDamage: OnDamage,
    private readonly leases: Leases = new Leases(),
    private readonly hashThread: HashThread = new HashThread()
  ) {
    this.drafts = new Drafts((tenantId) => this.#source(tenantId), leases)
    this.compaction = new Compaction(driver, leases, onDamage)
  }

  /**
   * Stores a stream for the context's tenant.
   * @throws ContentTooLarge beyond `maxBytes`
   */
  async write(source: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<StoredContent> {
    if (peekContext()?.trx) {
      throw new Error(
        'A content must be written before the transaction begins: a stream may take hours.'
      )
    }
    const { driver, leases, onDamage, hashThread } = this
    const writer = new ContentWriter(driver, leases, currentTenantId(), onDamage, hashThread)
    return await writer.write(source, options)
  }

  /**
   * Stores contents of one chunk each (`smallBytes`), with as few writes and flushes as for one content. Like
   * `write`, but the contents may share bytes, so none of them can be discarded alone.
   */
  async writeSmall(files: readonly Buffer[]): Promise<StoredContent[]> {
    const { driver, leases, onDamage } = this
    return await writeSmall({ driver, leases, onDamage, tenantId: currentTenantId() }, files)
  }

  /**
   * Stores chunks that the caller has cut (`docs/chunking.md`), as a content of exactly these chunks. For
   * uploads that send only the chunks that the server lacks. The parts are recorded one by one and joined by
   * `assemble`. Like `write`, but parts may share bytes, so none can be discarded alone.
   * @throws RangeError for an empty chunk or one larger than 4 MiB
   */
  async writeChunks(chunks: readonly Buffer[]): Promise<StoredContent> {
    const { driver, leases, onDamage } = this
    return await writeChunks({ driver, leases, onDamage, tenantId: currentTenantId() }, chunks)
  }

  /**
   * Makes a content of stored chunks, in this order, without reading bytes. Its `id` is computed from the list,
   * so the caller knows it before anything is recorded.
   * @throws ChunksMissing with the hashes of chunks that are missing or stored with another size
   */
  async assemble(chunks: readonly ChunkRef[]): Promise<StoredContent> {
    return await assemble({ leases: this.leases, tenantId: currentTenantId() }, chunks)
  }

  /**
   * Returns the chunks of a content of the context's tenant, in order.
   * @throws ContentNotFound
   */
  async chunksOf(id: string): Promise<readonly ChunkRef[]> {
    return (await this.#manifest(id)).chunks
  }

  /** Returns which of these chunks are stored intact for the context's tenant. */
  async storedChunks(hashes: readonly string[]): Promise<Set<string>> {
    return new Set((await locateChunks(currentTenantId(), [...hashes], { reliable: true })).keys())
  }

  /**
   * Makes written contents permanent, in the context's transaction, and deletes their drafts.
   * @throws LeaseEnded if it is called minutes too late
   * @throws DraftTaken if another writer has taken over a draft
   */
  async record(...all: readonly StoredContent[]): Promise<void> {
    const tenantId = currentTenantId()
    const foreign = all.find((stored) => stored.tenantId !== tenantId)
    if (foreign) throw new Error(`Content ${foreign.id} was written for another tenant.`)
    for (const lease of new Set(all.map((stored) => stored.lease))) await this.leases.hold(lease)
    await recordManifests(tenantId, all)
    for (const { draft } of all) if (draft) await endDraft({ tenantId, ...draft })
  }

  /**
   * Keeps existing contents until the context's transaction ends. For new rows that reference them, such as
   * copies of a file.
   * @throws ContentNotFound
   */
  async hold(...ids: readonly string[]): Promise<void> {
    if (!peekContext()?.trx) {
      throw new Error(
        'A content must be held inside the transaction of the rows that begin to name it.'
      )
    }
    const absent = await absentOf(currentTenantId(), ids)
    if (absent !== undefined) throw new ContentNotFound(absent)
  }

  /**
   * Frees the space of a written content that will never be recorded. Call it only if recording was certainly
   * refused. If the commit may have happened, leave the bytes.
   */
  async discard(stored: StoredContent): Promise<void> {
    await this.driver.release(stored.tenantId, stored.placed.splice(0))
  }

  /**
   * Returns the size of a content of the context's tenant.
   * @throws ContentNotFound
   */
  async size(id: string): Promise<number> {
    return (await this.#manifest(id)).size
  }

  /** Returns sizes of contents of the context's tenant, by id. Omits missing contents. */
  async sizes(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return await findSizes(currentTenantId(), ids)
  }

  /**
   * @throws ContentNotFound
   * @throws FileDamaged when a part is known to be damaged
   */
  async assertReadable(id: string): Promise<void> {
    const { chunks } = await this.#manifest(id)
    await this.#assertUndamaged(chunks)
  }

  /**
   * Streams a content of the context's tenant, or a range. Never call it inside a transaction. If damage is
   * found after the start, the stream breaks off, and the damage is marked and logged.
   * @throws ContentNotFound
   * @throws FileDamaged when a part of the range is known to be damaged, or its first bytes are
   */
  async read(id: string, range: Partial<ByteRange> = {}): Promise<ContentStream> {
    const tenantId = currentTenantId()
    const { chunks, size } = await this.#manifest(id)
    const { start = 0, end = size - 1 } = range
    await this.#assertUndamaged(slicesOf(chunks, { start, end }))
    return await streamOf(readChunks(this.#source(tenantId), chunks, { start, end }), chunksAhead)
  }

  /**
   * Streams parts in sequence. Looks each one up when it is reached. Like `read`, but literal bytes are sent
   * before anything is read. The stream breaks off when a content was deleted.
   * @param stillAllowed called before each part; if it throws, the stream breaks off
   */
  async readSequence(
    parts: Iterable<SequencePart>,
    stillAllowed?: StillAllowed
  ): Promise<ContentStream> {
    const source = this.#source(currentTenantId())
    return await streamOf(readSequence(source, parts, stillAllowed), 1)
  }

  /**
   * Returns the stored CRC-32 of contents; null for older contents until `keepChecksum` has read them. Omits
   * missing contents.
   */
  async checksums(ids: readonly string[]): Promise<Map<string, number | null>> {
    return await knownChecksums(currentTenantId(), ids)
  }

  /**
   * Computes and stores the CRC-32 of a content that has none.
   * @throws ContentNotFound, FileDamaged
   */
  async keepChecksum(id: string): Promise<number> {
    try {
      return await keepChecksum(this.#source(currentTenantId()), id)
    } catch (error) {
      throw asStorageError(error)
    }
  }

  /**
   * Verifies the next chunks of all tenants after a position.
   * @returns where to continue, or null at the end
   */
  async scrub(after: ScrubPosition | null): Promise<ScrubPosition | null> {
    return await scrubChunks(this.driver, this.hashThread, after, this.onDamage)
  }

  /** Deletes the bytes that deleted tenants left behind. */
  async deleteGoneTenants(): Promise<void> {
    await deleteGoneTenants(this.driver)
  }

  /**
   * Deletes all packs of a tenant, but not its rows. A concurrent write fails, because its packs and its lease
   * are gone.
   * @returns false while a backup is running: try again later
   */
  async deleteTenant(tenantId: string): Promise<boolean> {
    this.leases.forget(tenantId)
    return await deleteTenantPacks(this.driver, tenantId)
  }

  /**
   * Opens or creates the storage. Call it before the server listens.
   * @throws StorageRefused
   */
  async open(): Promise<void> {
    await this.driver.open()
  }

  /**
   * For the health check.
   * @throws when nothing can be written
   */
  async check(): Promise<PackHealth> {
    return await this.driver.check()
  }

  async close(): Promise<void> {
    await this.hashThread.close()
    await this.driver.close()
  }

  #source(tenantId: string): Source {
    const { driver, hashThread, onDamage } = this
    return { driver, tenantId, hashThread, onDamage, retries: this.#retries }
  }

  async #assertUndamaged(chunks: readonly ChunkRef[]): Promise<void> {
    await assertUndamaged(this.#source(currentTenantId()), chunks).catch((error: unknown) => {
      throw asStorageError(error)
    })
  }

  async #manifest(id: string) {
    const manifest = await findManifest(currentTenantId(), id)
    if (manifest === undefined) throw new ContentNotFound(id)
    return manifest
  }
}

async function streamOf(pieces: AsyncGenerator<Piece>, ahead: number): Promise<ContentStream> {
  const begun = await beginReading(pieces, ahead).catch((error: unknown) => {
    throw asStorageError(error)
  })
  return new ContentStream(begun)
}
