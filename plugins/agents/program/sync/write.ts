import { hash as digest } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { statfs, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { contentId, encodeChunks, type ChunkRef } from '@crossdock/kernel/chunks'
import { batchBytes, maxContents } from '@crossdock/sync-engine/protocol'
import { AgentError, fileError } from '../errors.js'
import type { Folder } from '../files/folder.js'
import { readAtOnce } from './api.js'
import {
  contentMark,
  emptyContent,
  identOf,
  markOf,
  mtimeOf,
  settledMs,
  temporaryName,
} from './marks.js'
import { hashOf, some } from './reader.js'
import type { Entry } from './records.js'
import { chunkAt } from './send.js'
import { Stale, type Round, type WorkOf } from './work.js'

type WriteWork = WorkOf<'write'>

const atOnce = 3
/** Up to here a content is one chunk (`docs/chunking.md`), and comes with others in one request. */
const smallBytes = 1024 * 1024
/** So many files are made durable together. */
const syncedTogether = 500
/** So much stays free on a disk: a full one stops more than the agent. */
const spareBytes = 32 * 1024 * 1024

/** A file that is complete beside its place. */
interface Ready {
  work: WriteWork
  parentId: string
  folder: Folder
  temporary: string
  before: Entry | undefined
  /** What tells that the file that got the name is the one that was written. */
  written?: string
}

/** Writes files: many small ones together, and of large ones only what this machine does not have. */
export async function writeFiles(round: Round, works: readonly WriteWork[]): Promise<void> {
  const small = works.filter(({ size }) => size <= smallBytes)
  for (const batch of batchesOf(small)) await writeSmall(round, batch)
  for (const work of works) {
    if (work.size <= smallBytes || round.isFull) continue
    try {
      const place = await placeOf(round, work)
      if (place) await settle(round, [await fetchLarge(round, place)])
    } catch (error) {
      round.fail(work, error)
    }
  }
}

function* batchesOf(works: readonly WriteWork[]): Generator<WriteWork[]> {
  let batch: WriteWork[] = []
  let bytes = 0
  const most = Math.min(syncedTogether, maxContents)
  for (const work of works) {
    if (batch.length >= most || (bytes > 0 && bytes + work.size > batchBytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(work)
    bytes += work.size
  }
  if (batch.length > 0) yield batch
}

/** Where a file goes. Undefined when it is there already. @throws Stale, AgentError */
async function placeOf(round: Round, work: WriteWork): Promise<Ready | undefined> {
  const { records, onDirty } = round.doors
  round.assertMayWrite()
  round.assertName(work.name)
  const parentId = round.parent(work.parentId)
  const folder = await round.folderAt(parentId)
  const known = records.childNamed(parentId, work.name)
  const present = await folder.look(work.name)
  // It was done, and the agent ended before it could say so.
  if (present?.isFile() && known?.hash === work.hash && known.mark === markOf(present)) {
    round.done(work, known.id)
    return undefined
  }
  const before = work.expected ? (await round.expected(work.expected)).entry : undefined
  const isRight = before ? before.parentId === parentId && before.name === work.name : !present
  if (!isRight) {
    onDirty(parentId)
    throw new Stale()
  }
  const key = digest('sha256', JSON.stringify([work.hash, parentId, work.name])).slice(0, 32)
  return { work, parentId, folder, before, temporary: temporaryName(key) }
}

async function writeSmall(round: Round, works: readonly WriteWork[]): Promise<void> {
  const { api, whenActive, down, signal } = round.doors
  const places: Ready[] = []
  for (const work of works) {
    if (round.isFull) return
    try {
      const place = await placeOf(round, work)
      if (place) places.push(place)
    } catch (error) {
      round.fail(work, error)
    }
  }
  if (places.length === 0) return
  await whenActive()
  const ready: Ready[] = []
  const waiting = new Map<string, Ready[]>()
  const fill = async (place: Ready, bytes: Buffer) => {
    try {
      await write(place, async (file) => {
        if (bytes.length > 0) await writeAt(file, bytes, 0, place.work.name)
      })
      ready.push(place)
    } catch (error) {
      round.fail(place.work, error)
    }
  }
  await some(places, atOnce, async (place) => {
    const { hash, size } = place.work
    if (hash === emptyContent) return await fill(place, Buffer.alloc(0))
    const bytes = await localCopy(round, hash, size)
    if (bytes) return await fill(place, bytes)
    waiting.set(hash, [...(waiting.get(hash) ?? []), place])
  })
  if (waiting.size > 0) {
    const wanted = [...waiting.keys()].map((hash) => ({ hash, chunks: null }))
    for await (const { hash, bytes } of api.read(wanted)) {
      await down.take(bytes.length, signal)
      const content = contentId(encodeChunks([{ hash, size: bytes.length }]))
      const here = waiting.get(content) ?? []
      waiting.delete(content)
      for (const place of here) await fill(place, bytes)
    }
    for (const { work } of [...waiting.values()].flat()) {
      const message = `The server did not send the content of "${work.name}".`
      round.fail(work, new AgentError('E_NOT_SENT', message))
    }
  }
  await settle(round, ready)
}

/** A small content that another file of this end has. */
async function localCopy(round: Round, hash: string, size: number): Promise<Buffer | undefined> {
  for (const entry of round.doors.records.withHash(hash)) {
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

/** Opens a file that is still the one that is known. */
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

/** Fills a temporary file, and leaves it with the time it is to have. It is not durable yet. */
async function write(place: Ready, fill: (file: FileHandle) => Promise<void>): Promise<void> {
  const { folder, temporary, work } = place
  const file = await folder.write(temporary)
  try {
    await fill(file)
    await file.truncate(work.size)
    const stats = place.before && (await folder.look(place.before.name))
    // Rights are not carried from side to side; those of the file that is replaced stay.
    if (stats) await file.chmod(Number(stats.mode & 0o7777n)).catch(() => undefined)
    if (work.modifiedAt > 0) await file.utimes(new Date(), new Date(work.modifiedAt))
    await file.datasync()
    place.written = ownMark(await file.stat({ bigint: true }))
  } catch (error) {
    throw error instanceof AgentError || error instanceof Stale || isAbort(error)
      ? error
      : fileError(join(folder.path, work.name), error, 'write')
  } finally {
    await file.close()
  }
}

/** The rename changes the time of the file alone. */
const ownMark = (stats: BigIntStats) => `${identOf(stats)} ${contentMark(markOf(stats))}`

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError'

/** @throws AgentError */
async function writeAt(
  file: FileHandle,
  bytes: Buffer,
  position: number,
  name: string
): Promise<void> {
  try {
    for (let at = 0; at < bytes.length;) {
      at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten
    }
  } catch (error) {
    throw fileError(name, error, 'write')
  }
}

/** Fetches a large content chunk by chunk, from this machine where it has the chunk. */
async function fetchLarge(round: Round, place: Ready): Promise<Ready> {
  const { api, whenActive } = round.doors
  const { work, folder, temporary } = place
  await whenActive()
  await assertRoom(folder, work)
  const chunks = (await api.chunks([work.hash])).get(work.hash)
  if (!chunks || contentId(encodeChunks(chunks)) !== work.hash) {
    throw new AgentError('E_NOT_SENT', `The server has no content for "${work.name}".`)
  }
  const wanted = new Map<string, { size: number; at: number[] }>()
  let position = 0
  for (const { hash, size } of chunks) {
    const known = wanted.get(hash)
    if (known) known.at.push(position)
    else wanted.set(hash, { size, at: [position] })
    position += size
  }
  try {
    await write(place, async (file) => {
      await keepWritten(file, wanted)
      for (const entry of sources(round, place)) await copyFrom(round, entry, file, wanted)
      await fetchChunks(round, place, file, wanted)
    })
  } catch (error) {
    // What is not wanted any more does not stay; what broke off goes on from here.
    if (error instanceof Stale) await folder.remove(temporary)
    throw error
  }
  return place
}

/** Chunks that an earlier try has written already. */
async function keepWritten(
  file: FileHandle,
  wanted: Map<string, { size: number; at: number[] }>
): Promise<void> {
  const { size: present } = await file.stat()
  if (present === 0) return
  for (const [hash, { size, at }] of wanted) {
    if (at.length !== 1 || at[0]! + size > present) continue
    const bytes = await chunkAt(file, at[0]!, size, 'a temporary file')
    if (digest('sha256', bytes) === hash) wanted.delete(hash)
  }
}

/** Files that are likely to have chunks of a content: the same elsewhere, and the version before. */
function sources(round: Round, { work, before }: Ready): Entry[] {
  const same = round.doors.records.withHash(work.hash)
  return [...same, ...(before && before.size > smallBytes ? [before] : [])]
}

async function copyFrom(
  round: Round,
  entry: Entry,
  file: FileHandle,
  wanted: Map<string, { size: number; at: number[] }>
): Promise<void> {
  if (wanted.size === 0) return
  const source = await openSame(round, entry)
  if (!source) return
  try {
    const { chunks } = await hashOfAll(source, round.doors.signal)
    let position = 0
    for (const { hash, size } of chunks) {
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

async function hashOfAll(file: FileHandle, signal: AbortSignal): Promise<{ chunks: ChunkRef[] }> {
  const content = await hashOf(file, Infinity, signal)
  content.digest()
  return content
}

async function fetchChunks(
  round: Round,
  { work }: Ready,
  file: FileHandle,
  wanted: Map<string, { size: number; at: number[] }>
): Promise<void> {
  const { api, down, signal, whenActive, onProgress } = round.doors
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
  await some(
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

/** Gives files that are complete their names, when what they replace is still as expected; then all is made durable. */
async function settle(round: Round, ready: readonly Ready[]): Promise<void> {
  const { records, onDirty } = round.doors
  const named: Ready[] = []
  for (const place of ready) {
    const { work, folder, temporary, before, parentId } = place
    try {
      const isNamed = before
        ? await replace(round, place)
        : await folder.giveNew(temporary, work.name)
      if (isNamed) {
        named.push(place)
        continue
      }
      await folder.remove(temporary)
      onDirty(parentId)
      throw new Stale()
    } catch (error) {
      round.fail(work, error)
    }
  }
  for (const folder of new Set(named.map((place) => place.folder))) await folder.sync()
  for (const { work, folder, parentId, written } of named) {
    const stats = await folder.look(work.name)
    if (!stats?.isFile() || ownMark(stats) !== written) {
      // Changed within this moment: the scan says how it is now.
      onDirty(parentId)
      round.done(work, null)
      continue
    }
    const known = records.childNamed(parentId, work.name)
    const mtime = mtimeOf(stats)
    const id = known?.kind === 'file' ? known.id : records.newId()
    records.put({
      ...{ id, parentId, name: work.name, kind: 'file', ident: identOf(stats) },
      ...{ mark: markOf(stats), size: work.size, mtime },
      ...{ hash: work.hash, base: null, trouble: null, due: null },
      again: Date.now() - mtime > settledMs ? null : Date.now() + settledMs + 100,
    })
    round.done(work, id)
  }
}

/** The last look at what is replaced. */
async function replace(round: Round, { work, folder, temporary }: Ready): Promise<boolean> {
  try {
    await round.expected(work.expected!)
  } catch (error) {
    if (error instanceof Stale) return false
    throw error
  }
  await folder.give(temporary, folder, work.name)
  return true
}
