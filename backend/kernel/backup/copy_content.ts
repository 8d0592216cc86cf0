import { join } from 'node:path'
import { ContentDamaged, type PackDriver } from '../storage/index.js'
import { makeFolder, writeFrom, type OnBytes } from './files.js'
import { packPath, type CopiedPack, type Manifest } from './manifest.js'
import type { NamedPack } from './snapshot.js'

/** Packs copied in parallel: the next pack is read while one is flushed to disk. */
const concurrency = 2

type Gap = Manifest['gaps'][number]

/**
 * Copies the packs that a database references, from any storage. Copies each pack up to the last byte that the
 * database references.
 */
export async function copyContent(
  driver: PackDriver,
  named: readonly NamedPack[],
  folder: string,
  onBytes: OnBytes
): Promise<{ packs: CopiedPack[]; gaps: Gap[] }> {
  const packs: CopiedPack[] = []
  const gaps: Gap[] = []
  await forEachLimited(named, async (pack) => {
    const { copied, gap } = await copyPack(driver, pack, folder, onBytes)
    packs.push(copied)
    if (gap) gaps.push(gap)
  })
  const byPath = (one: CopiedPack, other: CopiedPack) => (packPath(one) < packPath(other) ? -1 : 1)
  return { packs: packs.sort(byPath), gaps }
}

/** Copies one pack. If it is damaged, copies the readable part and records a gap, and the backup continues. */
async function copyPack(
  driver: PackDriver,
  { tenant, pack, end }: NamedPack,
  folder: string,
  onBytes: OnBytes
): Promise<{ copied: CopiedPack; gap?: Gap }> {
  const path = join(folder, packPath({ tenant, pack }))
  await makeFolder(join(path, '..'))
  let reason: string | undefined
  const read = async (bytes: Buffer, offset: number) => {
    try {
      await driver.read(tenant, { pack, offset }, bytes)
      return bytes.length
    } catch (error) {
      if (!(error instanceof ContentDamaged)) throw error
      reason = error.message
      return 0
    }
  }
  const written = await writeFrom(path, read, end, onBytes)
  const copied = { tenant, pack, ...written }
  return reason === undefined ? { copied } : { copied, gap: { tenant, pack, reason } }
}

/**
 * Processes a list, a few items at a time. After a failure it starts no more items, waits for the running ones,
 * and throws.
 */
export async function forEachLimited<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>
): Promise<void> {
  let next = 0
  let failed = false
  const lane = async () => {
    while (next < items.length && !failed) {
      await work(items[next++]!).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: concurrency }, lane))
  const first = lanes.find((one) => one.status === 'rejected')
  if (first) throw first.reason
}
