import { setTimeout as delay } from 'node:timers/promises'
import { unscoped } from '../../database/index.js'
import { asOperator } from '../../tenancy/index.js'
import type { HashThread } from '../hashing/hash_thread.js'
import { ownBuffers, sharedBuffers, type ChunkBuffer } from '../hashing/chunk_buffers.js'
import type { PlacedChunk } from '../index/content_index.js'
import { markDamaged, unmark, type OnDamage } from '../damage/damage.js'
import { ContentDamaged } from '../errors.js'
import type { PackDriver } from '../packs/pack_driver.js'
import { RETRY_PAUSE_MS } from '../chunks/read_with_retry.js'
import { readVerified } from '../chunks/verified_chunk.js'

/** Position in a walk over all chunks: the last one checked. */
export interface ScrubPosition {
  tenantId: string
  hash: string
}

/** Chunks read in one step: about 64 MiB. */
const chunksPerTurn = 64

interface Row extends ScrubPosition {
  damaged: boolean
  chunk: PlacedChunk
}

/**
 * Reads the next chunks of all tenants after `after` and compares them with their hashes. Marks chunks that are
 * damaged in two reads, and removes the mark of intact ones.
 * @returns where to continue, or null at the end
 */
export async function scrubChunks(
  driver: PackDriver,
  hashThread: HashThread,
  after: ScrubPosition | null,
  onDamage: OnDamage
): Promise<ScrubPosition | null> {
  const rows = await nextRows(after)
  const buffers = rows.length > 0 ? sharedBuffers(hashThread) : ownBuffers
  const damageIn = ({ tenantId, chunk }: Row) =>
    damageOf(() => readVerified(driver, buffers, tenantId, chunk, chunk))
  try {
    const suspects: Row[] = []
    for (const row of rows) {
      const isIntact = (await damageIn(row)) === null
      if (isIntact && row.damaged) await unmark(row.tenantId, row.chunk)
      if (!isIntact && !row.damaged) suspects.push(row)
    }
    if (suspects.length > 0) await delay(RETRY_PAUSE_MS)
    for (const row of suspects) {
      const { tenantId, chunk } = row
      const reason = await damageIn(row)
      const isNew = reason !== null && (await markDamaged(tenantId, chunk))
      if (isNew) onDamage({ tenantId, chunk, reason })
    }
  } finally {
    buffers.close()
  }
  const last = rows.at(-1)
  return last && rows.length === chunksPerTurn ? { tenantId: last.tenantId, hash: last.hash } : null
}

/** Returns why a chunk is damaged; null when it is intact. */
async function damageOf(read: () => Promise<ChunkBuffer>): Promise<string | null> {
  try {
    const buffer = await read()
    buffer.giveBack()
    return null
  } catch (error) {
    if (error instanceof ContentDamaged) return error.message
    throw error
  }
}

async function nextRows(after: ScrubPosition | null): Promise<Row[]> {
  const rows = await asOperator('verify the content of all tenants', () =>
    unscoped()
      .from('content_chunks')
      .select('tenant_id', 'hash', 'size', 'pack_id', 'pack_offset', 'damaged_at')
      .whereRaw('(tenant_id, hash) > (?, ?)', [after?.tenantId ?? '', after?.hash ?? ''])
      .orderBy('tenant_id')
      .orderBy('hash')
      .limit(chunksPerTurn)
  )
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    hash: row.hash,
    damaged: row.damaged_at !== null,
    chunk: { hash: row.hash, size: row.size, pack: row.pack_id, offset: row.pack_offset },
  }))
}
