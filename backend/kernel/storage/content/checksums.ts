import { crc32 } from 'node:zlib'
import { ask, transaction } from '../../database/index.js'
import { findManifest, onPool } from '../index/content_index.js'
import { readChunks } from './content_reader.js'
import type { Source } from '../chunks/source.js'
import { ContentNotFound } from '../errors.js'
import { marks, slices } from '../slices.js'

/** Returns the stored CRC-32 of contents: null if it is unknown. Omits missing contents. */
export function knownChecksums(
  tenantId: string,
  ids: readonly string[]
): Promise<Map<string, number | null>> {
  return onPool(tenantId, async () => {
    const found = new Map<string, number | null>()
    for (const part of slices([...new Set(ids)])) {
      const rows = await ask<{ id: string; crc32: number | null }>(
        `select id, crc32 from contents where tenant_id = ? and id in (${marks(part)})`,
        [tenantId, ...part]
      )
      for (const { id, crc32: sum } of rows) found.set(id, sum)
    }
    return found
  })
}

/**
 * Reads a content that has no stored checksum yet, and stores its checksum.
 * @throws ContentNotFound
 */
export async function keepChecksum(source: Source, id: string): Promise<number> {
  const { tenantId } = source
  const manifest = await findManifest(tenantId, id)
  if (!manifest) throw new ContentNotFound(id)
  let sum = 0
  const whole = { start: 0, end: manifest.size - 1 }
  for await (const { bytes, giveBack } of readChunks(source, manifest.chunks, whole)) {
    sum = crc32(bytes, sum)
    giveBack()
  }
  await onPool(tenantId, () =>
    transaction(() =>
      ask('update contents set crc32 = ? where tenant_id = ? and id = ? returning id', [
        sum,
        tenantId,
        id,
      ])
    )
  )
  return sum
}
