import type { Readable } from 'node:stream'
import { currentTenantId } from '../../tenancy/index.js'
import { beginReading, readChunks } from '../content/content_reader.js'
import type { Source } from '../chunks/source.js'
import { ContentStream } from '../content/content_stream.js'
import type { StoredContent } from '../content/content_writer.js'
import { asStorageError } from '../errors.js'
import type { Leases } from '../chunks/leases.js'
import { draftChunks, dropDraft, findDraft, insertDraft, takeDraft } from './draft_rows.js'
import { DraftWriter, type AppendOptions } from './draft_writer.js'

/** A draft taken by the caller, who is its only writer until another one takes it. */
export interface TakenDraft {
  /** Number of received bytes that are durable. */
  readonly size: number
  /** See `DraftWriter.append`. Call it once. */
  append(
    stream: AsyncIterable<Uint8Array>,
    options: Omit<AppendOptions, 'signal'>
  ): Promise<StoredContent | null>
}

/**
 * Contents of the context's tenant that arrive in several requests, possibly hours apart or after a crash. A
 * new writer continues after the last durable byte, and the former writer can write no more. So a dead
 * connection does not block an upload.
 */
export class Drafts {
  /** The writers of this process by draft. */
  readonly #writers = new Map<string, AbortController>()

  constructor(
    private readonly sourceOf: (tenantId: string) => Source,
    private readonly leases: Leases
  ) {}

  /** Creates a draft, in the context's transaction. */
  async begin(id: string): Promise<void> {
    await insertDraft(currentTenantId(), id)
  }

  /**
   * Number of received bytes that are durable.
   * @throws Problem 404
   */
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

  /**
   * Streams the durable bytes.
   * @throws Problem 404
   */
  async read(id: string): Promise<Readable> {
    const tenantId = currentTenantId()
    const { size, tail } = await findDraft(tenantId, id)
    const { chunks: finalChunks } = await draftChunks(tenantId, id)
    const chunks = [...finalChunks, ...tail]
    const range = { start: 0, end: size - 1 }
    const begun = await beginReading(readChunks(this.sourceOf(tenantId), chunks, range), 1).catch(
      (error: unknown) => {
        throw asStorageError(error)
      }
    )
    return new ContentStream(begun)
  }

  /** Deletes a draft, in the context's transaction. Its writer fails at the next step. */
  async drop(id: string): Promise<void> {
    await dropDraft(currentTenantId(), id)
  }
}
