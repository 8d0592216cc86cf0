import { setTimeout as delay } from 'node:timers/promises'
import { unscoped } from '../database/index.js'
import { asOperator } from '../tenancy/index.js'
import type { Aside } from './aside/aside.js'
import { ownRooms, roomsAside, type ChunkRoom } from './aside/chunk_rooms.js'
import type { PlacedChunk } from './content_index.js'
import { markDamaged, unmark, type OnDamage } from './damage.js'
import { ContentDamaged } from './errors.js'
import type { PackDriver } from './pack_driver.js'
import { SOON_MS } from './sure_chunk.js'
import { readVerified } from './verified_chunk.js'

/** How far a walk over all chunks has come: the last one looked at. */
export interface ScrubPosition {
  tenantId: string
  hash: string
}

/** Chunks read in one go: about 64 MiB. */
const chunksPerTurn = 64

interface Row extends ScrubPosition {
  damaged: boolean
  chunk: PlacedChunk
}

/**
 * Reads the next chunks of all tenants behind `after` and holds them against their hashes: marks what is damaged twice,
 * and takes back the mark of what is whole again.
 * @returns where to go on, or null at the end
 */
export async function scrubChunks(
  driver: PackDriver,
  aside: Aside,
  after: ScrubPosition | null,
  onDamage: OnDamage
): Promise<ScrubPosition | null> {
  const rows = await nextRows(after)
  const rooms = rows.length > 0 ? roomsAside(aside) : ownRooms
  const damageIn = ({ tenantId, chunk }: Row) =>
    damageOf(() => readVerified(driver, rooms, tenantId, chunk, chunk))
  try {
    const suspects: Row[] = []
    for (const row of rows) {
      const isWhole = (await damageIn(row)) === null
      if (isWhole && row.damaged) await unmark(row.tenantId, row.chunk)
      if (!isWhole && !row.damaged) suspects.push(row)
    }
    if (suspects.length > 0) await delay(SOON_MS)
    for (const row of suspects) {
      const { tenantId, chunk } = row
      const reason = await damageIn(row)
      const isNew = reason !== null && (await markDamaged(tenantId, chunk))
      if (isNew) onDamage({ tenantId, chunk, reason })
    }
  } finally {
    rooms.close()
  }
  const last = rows.at(-1)
  return last && rows.length === chunksPerTurn ? { tenantId: last.tenantId, hash: last.hash } : null
}

/** What is wrong with a chunk; null when it is whole. */
async function damageOf(read: () => Promise<ChunkRoom>): Promise<string | null> {
  try {
    const room = await read()
    room.giveBack()
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
