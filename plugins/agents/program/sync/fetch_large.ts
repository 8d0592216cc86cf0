import { hash as digest } from 'node:crypto'
import { statfs, type FileHandle } from 'node:fs/promises'
import { contentId, encodeChunks } from '@crossdock/kernel/chunks'
import { AgentError } from '../errors.js'
import type { Folder } from '../files/folder.js'
import { readAtOnce } from './api.js'
import { runConcurrently } from './work_pool.js'
import { markOf } from './marks.js'
import { hashOf } from './reader.js'
import type { Entry } from './records.js'
import { chunkAt } from './send.js'
import { fillTemporary, writeAt, type Ready, type WriteWork } from './temporary.js'
import { Stale, type Round } from './work.js'

const atOnce = 3
/** A content up to this size is one chunk (`docs/chunking.md`). One request fetches several of them. */
export const smallBytes = 1024 * 1024
/** Minimum free disk space, because a full disk would stop more than the agent. */
const spareBytes = 32 * 1024 * 1024

/** Missing chunks of a file: their sizes and offsets. */
type Wanted = Map<string, { size: number; at: number[] }>

/** Copies a small content from another file of this end. */
export async function localCopy(
  round: Round,
  hash: string,
  size: number
): Promise<Buffer | undefined> {
  for (const entry of round.deps.records.withHash(hash)) {
    const found = await openSame(round, entry)
    if (!found) continue
    try {
      const bytes = await chunkAt(found, 0, size, entry.name)
      if (contentId(encodeChunks([{ hash: digest('sha256', bytes), size }])) === hash) return bytes
    } finally {
      await found.close()
    }
  }
  return undefined
}

/** Opens a file if it is still in the known state. */
async function openSame(round: Round, entry: Entry): Promise<FileHandle | undefined> {
  if (entry.trouble || entry.due !== null) return undefined
  try {
    const folder = await round.folders.at(entry.parentId)
    const file = await folder.read(entry.name)
    if (markOf(await file.stat({ bigint: true })) === entry.mark) return file
    await file.close()
  } catch (error) {
    if (!(error instanceof AgentError)) throw error
  }
  return undefined
}

/** Fetches a large content chunk by chunk, using chunks on this machine where possible. */
export async function fetchLarge(round: Round, place: Ready): Promise<Ready> {
  const { api, whenActive } = round.deps
  const { work, folder, temporary } = place
  await whenActive()
  await assertRoom(folder, work)
  const chunks = (await api.chunks([work.hash])).get(work.hash)
  if (!chunks || contentId(encodeChunks(chunks)) !== work.hash) {
    throw new AgentError('E_NOT_SENT', `The server has no content for "${work.name}".`)
  }
  const wanted: Wanted = new Map()
  let position = 0
  for (const { hash, size } of chunks) {
    const known = wanted.get(hash)
    if (known) known.at.push(position)
    else wanted.set(hash, { size, at: [position] })
    position += size
  }
  try {
    await fillTemporary(place, async (file) => {
      await keepWritten(file, wanted)
      for (const entry of sources(round, place)) await copyFrom(round, entry, file, wanted)
      await fetchChunks(round, place, file, wanted)
    })
  } catch (error) {
    // Remove temporary files that are not needed any more. An interrupted transfer continues with its temporary
    // file.
    if (error instanceof Stale) await folder.remove(temporary)
    throw error
  }
  return place
}

/** Keeps chunks that an earlier attempt has already written. */
async function keepWritten(file: FileHandle, wanted: Wanted): Promise<void> {
  const { size: present } = await file.stat()
  if (present === 0) return
  for (const [hash, { size, at }] of wanted) {
    if (at.length !== 1 || at[0]! + size > present) continue
    const bytes = await chunkAt(file, at[0]!, size, 'a temporary file')
    if (digest('sha256', bytes) === hash) wanted.delete(hash)
  }
}

/**
 * Returns files that probably contain chunks of a content: files with the same content, and the previous
 * version.
 */
function sources(round: Round, { work, before }: Ready): Entry[] {
  const same = round.deps.records.withHash(work.hash)
  return [...same, ...(before && before.size > smallBytes ? [before] : [])]
}

async function copyFrom(
  round: Round,
  entry: Entry,
  file: FileHandle,
  wanted: Wanted
): Promise<void> {
  if (wanted.size === 0) return
  const source = await openSame(round, entry)
  if (!source) return
  try {
    const content = await hashOf(source, Infinity, round.deps.signal)
    content.digest()
    let position = 0
    for (const { hash, size } of content.chunks) {
      const found = wanted.get(hash)
      if (found) {
        const bytes = await chunkAt(source, position, size, entry.name)
        if (digest('sha256', bytes) === hash) {
          for (const at of found.at) await writeAt(file, bytes, at, entry.name)
          wanted.delete(hash)
        }
      }
      position += size
    }
  } finally {
    await source.close()
  }
}

async function fetchChunks(
  round: Round,
  { work }: Ready,
  file: FileHandle,
  wanted: Wanted
): Promise<void> {
  const { api, down, signal, whenActive, onProgress } = round.deps
  const loads: string[][] = [[]]
  let bytes = 0
  for (const [hash, { size }] of wanted) {
    if (bytes > 0 && bytes + size > readAtOnce) {
      loads.push([])
      bytes = 0
    }
    loads.at(-1)!.push(hash)
    bytes += size
  }
  let done =
    work.size - [...wanted.values()].reduce((sum, { size, at }) => sum + size * at.length, 0)
  await runConcurrently(
    loads.filter(({ length }) => length > 0),
    atOnce,
    async (chunks) => {
      await whenActive()
      for await (const { hash, bytes: found } of api.read([{ hash: work.hash, chunks }])) {
        await down.take(found.length, signal)
        const place = wanted.get(hash)
        if (!place) continue
        for (const at of place.at) await writeAt(file, found, at, work.name)
        wanted.delete(hash)
        done += found.length * place.at.length
        onProgress({ workId: work.id, done, total: work.size })
      }
    }
  )
  if (wanted.size === 0) return
  throw new AgentError('E_NOT_SENT', `The server did not send all of "${work.name}".`)
}

async function assertRoom(folder: Folder, { name, size }: WriteWork): Promise<void> {
  const free = await statfs(folder.path).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity
  )
  if (free >= size + Math.min(spareBytes, size)) return
  throw new AgentError(
    'E_DISK_FULL',
    `The disk of "${folder.path}" has ${free} bytes free, and "${name}" needs ${size}.`
  )
}
