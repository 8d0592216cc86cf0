import { ask, now, transaction } from '../../database/index.js'
import { notFound } from '../../ground/problem.js'
import { joinedCrc32 } from '../hashing/crc32.js'
import { onPool, recordChunks, type PlacedChunk } from '../index/content_index.js'
import { DraftTaken } from '../errors.js'
import { decodeChunks, encodeChunks, type ChunkRef } from '../../chunks/manifest.js'

/** The durable state of a draft. */
export interface DraftState {
  readonly tenantId: string
  readonly id: string
  /** Increases with each writer. A writer with an older number has been replaced by a newer one. */
  readonly token: number
  /** Bytes received so far. */
  readonly size: number
  /** The bytes after the last cut, in pieces of at most the maximum chunk size. */
  readonly tail: ChunkRef[]
  /** The last bytes before the tail. The next cut depends on them. */
  readonly lead: Buffer
}

interface Row {
  token: number
  size: number
  tail: Uint8Array
  lead: Uint8Array
}

const none = Buffer.alloc(0)

/** Creates a draft, in the context's transaction. */
export async function insertDraft(tenantId: string, id: string): Promise<void> {
  await ask(
    `insert into content_drafts (tenant_id, id, token, size, tail, lead, created_at)
     values (?, ?, 0, 0, ?, ?, ?)`,
    [tenantId, id, none, none, now()]
  )
}

/**
 * Makes the caller the only writer of the draft.
 * @throws Problem 404
 */
export function takeDraft(tenantId: string, id: string): Promise<DraftState> {
  return onPool(tenantId, async () => {
    const rows = await ask<Row>(
      `update content_drafts set token = token + 1 where tenant_id = ? and id = ?
       returning token, size, tail, lead`,
      [tenantId, id]
    )
    return stateOf(tenantId, id, rows[0])
  })
}

/**
 * Returns the current state of a draft, regardless of its writer.
 * @throws Problem 404
 */
export function findDraft(tenantId: string, id: string): Promise<DraftState> {
  return onPool(tenantId, async () => {
    const rows = await ask<Row>(
      'select token, size, tail, lead from content_drafts where tenant_id = ? and id = ?',
      [tenantId, id]
    )
    return stateOf(tenantId, id, rows[0])
  })
}

/** All chunks of a completed draft. */
export interface DraftChunks {
  chunks: ChunkRef[]
  /** Null if a part was stored before checksums were. */
  crc32: number | null
}

export function draftChunks(tenantId: string, id: string): Promise<DraftChunks> {
  return onPool(tenantId, async () => {
    const rows = await ask<{ chunks: Uint8Array; crc32: number | null }>(
      `select chunks, crc32 from content_draft_parts where tenant_id = ? and draft_id = ? order by from_byte`,
      [tenantId, id]
    )
    const all: DraftChunks = { chunks: [], crc32: 0 }
    for (const row of rows) {
      const chunks = decodeChunks(row.chunks)
      all.chunks.push(...chunks)
      all.crc32 = joinedCrc32OrNull(all.crc32, row.crc32, sizeOf(chunks))
    }
    return all
  })
}

export interface DraftStep {
  size: number
  /** Chunks cut since the last step. */
  chunks: ChunkRef[]
  /** CRC-32 of those chunks. */
  crc32: number
  tail: ChunkRef[]
  lead: Buffer
  /** Chunks, of `chunks` and of the tail, that were stored since the last step. */
  placed: PlacedChunk[]
  /** Called in the same transaction, to keep garbage collection away from reused chunks. */
  hold: () => Promise<void>
}

/**
 * Adds the bytes received since the last step to the draft.
 * @throws DraftTaken
 */
export function keepStep(
  { tenantId, id, token, size: from }: DraftState,
  { size, chunks, crc32, tail, lead, placed, hold }: DraftStep
): Promise<void> {
  return onPool(tenantId, () =>
    transaction(async () => {
      await hold()
      await recordChunks(tenantId, placed)
      const updated = await ask(
        `update content_drafts set size = ?, tail = ?, lead = ?
         where tenant_id = ? and id = ? and token = ? returning id`,
        [size, encodeChunks(tail), lead, tenantId, id, token]
      )
      if (updated.length === 0) throw new DraftTaken()
      if (chunks.length === 0) return
      await ask(
        `insert into content_draft_parts (tenant_id, draft_id, from_byte, chunks, crc32)
         values (?, ?, ?, ?, ?)`,
        [tenantId, id, from, encodeChunks(chunks), crc32]
      )
    })
  )
}

/**
 * Deletes a draft, in the context's transaction.
 * @throws DraftTaken when another writer has taken it
 */
export async function endDraft({
  tenantId,
  id,
  token,
}: Pick<DraftState, 'tenantId' | 'id' | 'token'>): Promise<void> {
  const ended = await ask(
    'delete from content_drafts where tenant_id = ? and id = ? and token = ? returning id',
    [tenantId, id, token]
  )
  if (ended.length === 0) throw new DraftTaken()
}

/** Deletes a draft, regardless of its writer, in the context's transaction. */
export async function dropDraft(tenantId: string, id: string): Promise<void> {
  await ask('delete from content_drafts where tenant_id = ? and id = ?', [tenantId, id])
}

function stateOf(tenantId: string, id: string, row: Row | undefined): DraftState {
  if (!row) throw notFound('There is no upload with the id "{id}".', id)
  const { token, size, tail, lead } = row
  return { tenantId, id, token, size, tail: decodeChunks(tail), lead: Buffer.from(lead) }
}

const sizeOf = (chunks: readonly ChunkRef[]) => chunks.reduce((sum, { size }) => sum + size, 0)

/** Returns the CRC-32 after appending a part; null if either CRC-32 is unknown. */
export const joinedCrc32OrNull = (
  first: number | null,
  second: number | null,
  secondLength: number
) => (first === null || second === null ? null : joinedCrc32(first, second, secondLength))
