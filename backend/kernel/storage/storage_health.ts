import type { Health } from '../ground/health.js'
import { countDamaged } from './damage/damage.js'
import { asStorageError, NoRoom, ReadOnly } from './errors.js'
import type { PackHealth } from './packs/pack_driver.js'
import { contentStore } from './service.js'

const MiB = 1024 * 1024
const lowOnSpace = 1024 ** 3
const slowMs = 1_000

/**
 * The health check of reading and writing files.
 * @throws when files cannot be read, or when writing fails for an unknown reason
 */
export async function checkStorage(): Promise<Health> {
  const problems = [...(await checkWriting()), ...(await damageWarnings())]
  if (problems.length === 0) return { status: 'ok' }
  return { status: 'degraded', message: problems.join(' ') }
}

/** Checks writing. When the disk is full, reads still work, so a load balancer must not remove the server. */
async function checkWriting(): Promise<string[]> {
  try {
    const health = await contentStore.use().check()
    return [
      ...spaceWarnings(health),
      ...delayWarnings(health),
      ...(await compactionWarnings(health)),
    ]
  } catch (error) {
    if (!isFull(error)) throw error
    return ['The storage of files is full or read-only, so no file can be stored.']
  }
}

const isFull = (error: unknown) =>
  [NoRoom, ReadOnly].some((kind) => asStorageError(error) instanceof kind)

function spaceWarnings({ freeBytes, keptBytes }: PackHealth): string[] {
  if (freeBytes < keptBytes) {
    return [
      `Uploads are refused: ${free(freeBytes)} free in the storage of files, and ${mib(keptBytes)} are reserved. Delete files, or free up space.`,
    ]
  }
  return freeBytes < lowOnSpace ? ['Less than 1 GiB is free in the storage of files.'] : []
}

function delayWarnings({ tookMs = 0, provenMs, waitingMs }: PackHealth): string[] {
  if (waitingMs !== undefined) {
    const last =
      provenMs === undefined
        ? 'No write has succeeded since the start'
        : `The last successful write was ${seconds(provenMs)} ago`
    return [
      `The storage of files has not answered a small write for ${seconds(waitingMs)}. ${last}.`,
    ]
  }
  if (tookMs <= slowMs) return []
  return [`The storage of files is slow: ${Math.round(tookMs)} ms for a write.`]
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`

async function compactionWarnings({ freeBytes }: PackHealth): Promise<string[]> {
  const needed = await contentStore.use().compaction.neededFreeBytes()
  if (needed === null) return []
  return [
    `The space of deleted files cannot be freed: that needs ${mib(needed)} of free space, and ${free(freeBytes)} free. Free up space.`,
  ]
}

async function damageWarnings(): Promise<string[]> {
  const damaged = await countDamaged()
  if (damaged === 0) return []
  return [`Stored content is damaged (${damaged} chunks). Restore the packs that the log names.`]
}

const free = (bytes: number) => `${Math.floor(bytes / MiB)} MiB are`
const mib = (bytes: number) => `${Math.ceil(bytes / MiB)} MiB`
