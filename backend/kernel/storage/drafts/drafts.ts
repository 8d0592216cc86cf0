import type { Readable } from 'node:stream'
import { currentTenantId } from '../../tenancy/index.js'
import { beginReading, readChunks, type Source } from '../content_reader.js'
import { ContentStream } from '../content_stream.js'
import type { StoredContent } from '../content_writer.js'
import { asStorageError } from '../errors.js'
import type { Leases } from '../leases.js'
import { draftChunks, dropDraft, findDraft, insertDraft, takeDraft } from './draft_rows.js'
import { DraftWriter, type AppendOptions } from './draft_writer.js'

/** A draft that is the caller's to write, until somebody else takes it. */
export interface TakenDraft {
  /** Bytes that have come so far and will survive a crash. */
  readonly size: number
  /** As `DraftWriter.append`. Once. */
  append(
    stream: AsyncIterable<Uint8Array>,
    options: Omit<AppendOptions, 'signal'>
  ): Promise<StoredContent | null>
}

/**
 * Contents of the context's tenant that come in several goes, hours or crashes apart. Whoever takes one goes on where
 * the one before was durable, and that one can write no more: a connection that is dead holds nobody up.
 */
export class Drafts {
  /** Who writes which draft in this process. */
  readonly #writers = new Map<string, AbortController>()

  constructor(
    private readonly sourceOf: (tenantId: string) => Source,
    private readonly leases: Leases
  ) {}

  /** Begins one, in the context's transaction. */
  async begin(id: string): Promise<void> {
    await insertDraft(currentTenantId(), id)
  }

  /** Bytes that have come and will survive a crash. @throws Problem 404 */
  async size(id: string): Promise<number> {
    return (await findDraft(currentTenantId(), id)).size
  }

  /** @throws Problem 404 */
  async take(id: string): Promise<TakenDraft> {
    const tenantId = currentTenantId()
    const key = `${tenantId}/${id}`
    this.#writers.get(key)?.abort()
    const state = await takeDraft(tenantId, id)
    return {
      size: state.size,
      append: async (stream, options) => {
        const writing = new AbortController()
        this.#writers.set(key, writing)
        const writer = new DraftWriter(this.sourceOf(tenantId), this.leases, state)
        try {
          return await writer.append(stream, { ...options, signal: writing.signal })
        } finally {
          if (this.#writers.get(key) === writing) this.#writers.delete(key)
        }
      },
    }
  }

  /** Streams what has come so far. @throws Problem 404 */
  async read(id: string): Promise<Readable> {
    const tenantId = currentTenantId()
    const { size, tail } = await findDraft(tenantId, id)
    const { chunks: cut } = await draftChunks(tenantId, id)
    const chunks = [...cut, ...tail]
    const range = { start: 0, end: size - 1 }
    const begun = await beginReading(readChunks(this.sourceOf(tenantId), chunks, range), 1).catch(
      (error: unknown) => {
        throw asStorageError(error)
      }
    )
    return new ContentStream(begun)
  }

  /** Gives one up, in the context's transaction. Whoever writes it is told at the next step. */
  async drop(id: string): Promise<void> {
    await dropDraft(currentTenantId(), id)
  }
}
