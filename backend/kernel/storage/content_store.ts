import { currentTenantId, peekContext } from '../tenancy/index.js'
import { Aside } from './aside/aside.js'
import { keepChecksum, knownChecksums } from './checksums.js'
import { findManifest, locateChunks, recordManifests } from './content_index.js'
import { absentOf } from './content_rows.js'
import {
  beginReading,
  readChunks,
  slicesOf,
  type ByteRange,
  type Piece,
  type Source,
} from './content_reader.js'
import { readSequence, type SequencePart, type StillAllowed } from './content_sequence.js'
import { ContentStream } from './content_stream.js'
import { ContentWriter, type StoredContent, type WriteOptions } from './content_writer.js'
import type { OnDamage } from './damage.js'
import { Retries } from './damage_retries.js'
import { endDraft } from './drafts/draft_rows.js'
import { Drafts } from './drafts/drafts.js'
import { asStorageError, ContentNotFound } from './errors.js'
import { Compaction } from './giving_back/compaction.js'
import { deleteGoneTenants, deleteTenantPacks } from './giving_back/gone_tenants.js'
import { assemble, writeChunks } from './given_chunks.js'
import { Leases } from './leases.js'
import type { ChunkRef } from '../chunks/manifest.js'
import { assertUndamaged } from './marked_chunks.js'
import type { PackDriver, PackHealth } from './pack_driver.js'
import { writeSmall } from './small_contents.js'
import { scrubChunks, type ScrubPosition } from './scrub.js'

/** Chunks of a download that are verified before it begins: about 4 MiB. */
const chunksAhead = 4

/**
 * Where the bytes of a tenant's files lie. Equal bytes of one tenant are stored once; tenants share
 * nothing, so no tenant can learn what another one has.
 *
 * Writing has two steps. `write` takes the stream, outside of any transaction, and resolves when the
 * bytes are on disk. `record` names them, in the transaction of the rows that need them. A crash
 * between the two leaves only bytes that nothing refers to. From before the one until the end of the other a lease
 * keeps collection away from them and from what was found to be there already.
 */
export class ContentStore {
  /** Contents that come in several goes. */
  readonly drafts: Drafts
  /** Gives back the room of packs. */
  readonly compaction: Compaction
  readonly #retries = new Retries()

  constructor(
    private readonly driver: PackDriver,
    private readonly onDamage: OnDamage,
    private readonly leases: Leases = new Leases(),
    private readonly aside: Aside = new Aside()
  ) {
    this.drafts = new Drafts((tenantId) => this.#source(tenantId), leases)
    this.compaction = new Compaction(driver, leases, onDamage)
  }

  /** Stores a stream for the context's tenant. @throws ContentTooLarge beyond `maxBytes`. */
  async write(source: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<StoredContent> {
    if (peekContext()?.trx) {
      throw new Error(
        'A content is written before the transaction begins: a stream may take hours.'
      )
    }
    const { driver, leases, onDamage, aside } = this
    const writer = new ContentWriter(driver, leases, currentTenantId(), onDamage, aside)
    return await writer.write(source, options)
  }

  /**
   * Stores contents of one chunk each (`smallBytes`), with as few writes and syncs as if they were one. As `write`, but for one
   * thing: they may share bytes, so none of them is discarded alone.
   */
  async writeSmall(files: readonly Buffer[]): Promise<StoredContent[]> {
    const { driver, leases, onDamage } = this
    return await writeSmall({ driver, leases, onDamage, tenantId: currentTenantId() }, files)
  }

  /**
   * Stores chunks that the caller has cut (`docs/chunking.md`), as a content of exactly these. For uploads that send only the
   * chunks the server lacks: the parts are recorded one by one and joined by `assemble`. As `write`, but for one thing:
   * they may share bytes, so none is discarded alone. @throws RangeError for an empty chunk or one larger than 4 MiB
   */
  async writeChunks(chunks: readonly Buffer[]): Promise<StoredContent> {
    const { driver, leases, onDamage } = this
    return await writeChunks({ driver, leases, onDamage, tenantId: currentTenantId() }, chunks)
  }

  /**
   * Makes a content of chunks that are stored already, in this order. No bytes are read. Names whose content it is before
   * anything is recorded: its `id` follows from the list.
   * @throws ChunksMissing with the hashes of those that are not stored, or are stored with another size
   */
  async assemble(chunks: readonly ChunkRef[]): Promise<StoredContent> {
    return await assemble({ leases: this.leases, tenantId: currentTenantId() }, chunks)
  }

  /** The chunks of a content of the context's tenant, in order. @throws ContentNotFound */
  async chunksOf(id: string): Promise<readonly ChunkRef[]> {
    return (await this.#manifest(id)).chunks
  }

  /** Those of some chunks that are stored whole for the context's tenant. */
  async storedChunks(hashes: readonly string[]): Promise<Set<string>> {
    return new Set((await locateChunks(currentTenantId(), [...hashes], { reliable: true })).keys())
  }

  /**
   * Makes written contents permanent, in the context's transaction; the drafts they come from end.
   * @throws LeaseEnded minutes later, DraftTaken
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
   * Keeps contents that are there until the context's transaction ends: for rows that come to name them, as those of a
   * copy do. @throws ContentNotFound
   */
  async hold(...ids: readonly string[]): Promise<void> {
    if (!peekContext()?.trx) {
      throw new Error('A content is held inside the transaction of the rows that come to name it.')
    }
    const absent = await absentOf(currentTenantId(), ids)
    if (absent !== undefined) throw new ContentNotFound(absent)
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

  /** @throws ContentNotFound, and FileDamaged when a part of it is known to be damaged. */
  async assertReadable(id: string): Promise<void> {
    const { chunks } = await this.#manifest(id)
    await this.#assertUndamaged(chunks)
  }

  /**
   * Streams a content of the context's tenant, or the range of it. Never inside a transaction.
   * @throws ContentNotFound, and FileDamaged when a part of the range is known to be damaged or its first bytes
   * are; damage found later breaks the stream off, is marked and logged.
   */
  async read(id: string, range: Partial<ByteRange> = {}): Promise<ContentStream> {
    const tenantId = currentTenantId()
    const { chunks, size } = await this.#manifest(id)
    const { start = 0, end = size - 1 } = range
    await this.#assertUndamaged(slicesOf(chunks, { start, end }))
    return await streamOf(readChunks(this.#source(tenantId), chunks, { start, end }), chunksAhead)
  }

  /**
   * Streams parts one behind the other, each looked up when its turn comes. As `read`, but bytes that are given are sent
   * before anything is read; a content that is deleted meanwhile breaks the stream off, and so does what `stillAllowed`
   * throws, which is asked before each part.
   */
  async readSequence(
    parts: Iterable<SequencePart>,
    stillAllowed?: StillAllowed
  ): Promise<ContentStream> {
    const source = this.#source(currentTenantId())
    return await streamOf(readSequence(source, parts, stillAllowed), 1)
  }

  /**
   * The CRC-32 of contents, which is kept since it is; null for an older one, until `keepChecksum` has read it. Nothing for
   * what is not there.
   */
  async checksums(ids: readonly string[]): Promise<Map<string, number | null>> {
    return await knownChecksums(currentTenantId(), ids)
  }

  /** Reads a content whose CRC-32 nobody knows, and keeps it. @throws ContentNotFound, FileDamaged */
  async keepChecksum(id: string): Promise<number> {
    try {
      return await keepChecksum(this.#source(currentTenantId()), id)
    } catch (error) {
      throw asStorageError(error)
    }
  }

  /** Verifies the next chunks of all tenants behind `after`; where to go on, or null at the end. */
  async scrub(after: ScrubPosition | null): Promise<ScrubPosition | null> {
    return await scrubChunks(this.driver, this.aside, after, this.onDamage)
  }

  /** Deletes what is left of tenants that are gone. */
  async deleteGoneTenants(): Promise<void> {
    await deleteGoneTenants(this.driver)
  }

  /**
   * Deletes all content of a tenant from where it lies; not its rows. Whoever writes at the same time fails: their packs are
   * gone, and so is their lease.
   * @returns false while a backup is under way: it is to be tried again
   */
  async deleteTenant(tenantId: string): Promise<boolean> {
    this.leases.forget(tenantId)
    return await deleteTenantPacks(this.driver, tenantId)
  }

  /** Finds the place of content, or makes it, before the server listens. @throws StorageRefused */
  async open(): Promise<void> {
    await this.driver.open()
  }

  /** For the health check: throws when nothing can be written. */
  async check(): Promise<PackHealth> {
    return await this.driver.check()
  }

  async close(): Promise<void> {
    await this.aside.close()
    await this.driver.close()
  }

  #source(tenantId: string): Source {
    const { driver, aside, onDamage } = this
    return { driver, tenantId, aside, onDamage, retries: this.#retries }
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
