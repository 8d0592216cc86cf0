import type { Health } from '../ground/health.js'
import { countDamaged } from './damage.js'
import { asStorageError, NoRoom, ReadOnly } from './errors.js'
import type { PackHealth } from './pack_driver.js'
import { contentStore } from './service.js'

const MiB = 1024 * 1024
const lowOnSpace = 1024 ** 3
const slowMs = 1_000

/** For the health check: files can be read and written. @throws when they cannot be read, or nobody knows why not written */
export async function checkStorage(): Promise<Health> {
  const complaints = [...(await ofWriting()), ...(await ofDamage())]
  if (complaints.length === 0) return { status: 'ok' }
  return { status: 'degraded', message: complaints.join(' ') }
}

/** Who only reads is served by a disk that is full: no balancer is to take the server away. */
async function ofWriting(): Promise<string[]> {
  try {
    const health = await contentStore.use().check()
    return [...ofRoom(health), ...ofTime(health), ...(await ofGivingBack(health))]
  } catch (error) {
    if (!isFull(error)) throw error
    return ['Nothing can be written where files are kept: it is full, or read-only.']
  }
}

const isFull = (error: unknown) =>
  [NoRoom, ReadOnly].some((kind) => asStorageError(error) instanceof kind)

function ofRoom({ freeBytes, keptBytes }: PackHealth): string[] {
  if (freeBytes < keptBytes) {
    return [
      `Uploads are refused: ${free(freeBytes)} free where files are kept, and ${mib(keptBytes)} are kept back. Delete files, or make room.`,
    ]
  }
  return freeBytes < lowOnSpace ? ['Less than 1 GiB is free where files are kept.'] : []
}

function ofTime({ tookMs = 0, provenMs, waitingMs }: PackHealth): string[] {
  if (waitingMs !== undefined) {
    const last =
      provenMs === undefined
        ? 'None has worked since the start'
        : `The last one worked ${seconds(provenMs)} ago`
    return [
      `The storage of files has not answered a small write for ${seconds(waitingMs)}. ${last}.`,
    ]
  }
  if (tookMs <= slowMs) return []
  return [`The storage of files is slow: ${Math.round(tookMs)} ms for a write.`]
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`

async function ofGivingBack({ freeBytes }: PackHealth): Promise<string[]> {
  const needed = await contentStore.use().compaction.neededRoom()
  if (needed === null) return []
  return [
    `Room of deleted files cannot be given back: it takes ${mib(needed)} of free room, and ${free(freeBytes)} free. Make room.`,
  ]
}

async function ofDamage(): Promise<string[]> {
  const damaged = await countDamaged()
  if (damaged === 0) return []
  return [`Stored content is damaged (${damaged} parts): the log names them. Restore the packs.`]
}

const free = (bytes: number) => `${Math.floor(bytes / MiB)} MiB are`
const mib = (bytes: number) => `${Math.ceil(bytes / MiB)} MiB`
