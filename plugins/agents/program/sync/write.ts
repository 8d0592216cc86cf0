import { hash as digest } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { contentId, encodeChunks } from '@crossdock/kernel/chunks'
import { batchBytes, maxContents } from '@crossdock/sync-engine/protocol'
import { AgentError } from '../errors.js'
import { fetchLarge, localCopy, smallBytes } from './fetch_large.js'
import { emptyContent, identOf, markOf, mtimeOf, settledMs, temporaryName } from './marks.js'
import { WorkPool, runConcurrently } from './work_pool.js'
import { fillTemporary, ownMark, writeAt, type Ready, type WriteWork } from './temporary.js'
import { Stale, type Round } from './work.js'

const atOnce = 3
/** Maximum number of small files that are written at the same time. */
const filledAtOnce = 8
/** Maximum number of files that are renamed before their folders are synced to disk. */
const syncedTogether = 500

/**
 * Writes files. Many small files share a request; of large files, only chunks are fetched that this machine
 * lacks.
 */
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

/**
 * Returns the target of a file; undefined if the file is already there.
 * @throws Stale, AgentError
 */
async function placeOf(round: Round, work: WriteWork): Promise<Ready | undefined> {
  const { records, onDirty } = round.deps
  round.assertMayWrite()
  round.assertName(work.name)
  const parentId = round.parent(work.parentId)
  const folder = await round.folderAt(parentId)
  const known = records.childNamed(parentId, work.name)
  const present = await folder.statOf(work.name)
  // The work was done before, but the agent ended before it could report that.
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
  const temporary = temporaryName(key)
  round.temporary.set(temporary, parentId)
  return { work, parentId, folder, before, temporary }
}

async function writeSmall(round: Round, works: readonly WriteWork[]): Promise<void> {
  const { api, whenActive, down, signal } = round.deps
  const places: Ready[] = []
  await runConcurrently(works, atOnce, async (work) => {
    if (round.isFull) return
    try {
      const place = await placeOf(round, work)
      if (place) places.push(place)
    } catch (error) {
      round.fail(work, error)
    }
  })
  if (places.length === 0 || round.isFull) return
  await whenActive()
  const ready: Ready[] = []
  const waiting = new Map<string, Ready[]>()
  const fill = async (place: Ready, bytes: Buffer) => {
    try {
      await fillTemporary(place, async (file) => {
        if (bytes.length > 0) await writeAt(file, bytes, 0, place.work.name)
      })
      ready.push(place)
    } catch (error) {
      round.fail(place.work, error)
    }
  }
  await runConcurrently(places, atOnce, async (place) => {
    const { hash, size } = place.work
    if (hash === emptyContent) return await fill(place, Buffer.alloc(0))
    const bytes = await localCopy(round, hash, size)
    if (bytes) return await fill(place, bytes)
    waiting.set(hash, [...(waiting.get(hash) ?? []), place])
  })
  // Write several files at a time, so that their waits for the disk overlap.
  const filling = new WorkPool(filledAtOnce)
  const read = async () => {
    const wanted = [...waiting.keys()].map((hash) => ({ hash, chunks: null }))
    for await (const { hash, bytes } of api.read(wanted)) {
      await down.take(bytes.length, signal)
      const content = contentId(encodeChunks([{ hash, size: bytes.length }]))
      const here = waiting.get(content) ?? []
      waiting.delete(content)
      for (const place of here) await filling.add(() => fill(place, bytes))
    }
    await filling.end()
    for (const { work } of [...waiting.values()].flat()) {
      const message = `The server did not send the content of "${work.name}".`
      round.fail(work, new AgentError('E_NOT_SENT', message))
    }
  }
  try {
    if (waiting.size > 0) await read()
  } finally {
    // Keep the files that arrived before the connection broke: they are complete.
    await filling.end().catch(() => undefined)
    if (!signal.aborted) await settle(round, ready)
  }
}

/**
 * Renames complete files to their final names if the replaced files are still in the expected state. Then makes
 * all changes durable.
 */
async function settle(round: Round, ready: readonly Ready[]): Promise<void> {
  const { records, onDirty } = round.deps
  const named: Ready[] = []
  await runConcurrently(ready, atOnce, async (place) => {
    const { work, folder, temporary, before, parentId } = place
    try {
      const isNamed = before
        ? await replace(round, place)
        : await folder.renameIfFree(temporary, work.name)
      round.temporary.delete(temporary)
      if (isNamed) return void named.push(place)
      await folder.remove(temporary)
      onDirty(parentId)
      throw new Stale()
    } catch (error) {
      round.fail(work, error)
    }
  })
  for (const folder of new Set(named.map((place) => place.folder))) await folder.sync()
  const found: [Ready, BigIntStats | undefined][] = []
  await runConcurrently(named, atOnce, async (place) => {
    found.push([place, await place.folder.statOf(place.work.name)])
  })
  records.atOnce(() => {
    for (const [place, stats] of found) note(round, place, stats)
  })
}

/** Stores a written file, and the outcome of its work. */
function note(round: Round, place: Ready, stats: BigIntStats | undefined): void {
  const { records, onDirty } = round.deps
  const { work, parentId, written } = place
  if (!stats?.isFile() || ownMark(stats) !== written) {
    // The file has just changed: a scan finds its present state.
    onDirty(parentId)
    return round.done(work, null)
  }
  const known = records.childNamed(parentId, work.name)
  const mtime = mtimeOf(stats)
  const id = known?.kind === 'file' ? known.id : records.newId()
  records.put({
    id,
    parentId,
    name: work.name,
    kind: 'file',
    ident: identOf(stats),
    mark: markOf(stats),
    size: work.size,
    mtime,
    hash: work.hash,
    base: null,
    trouble: null,
    due: null,
    again: Date.now() - mtime > settledMs ? null : Date.now() + settledMs + 100,
  })
  round.done(work, id)
}

/** Checks the replaced file a last time, and replaces it. */
async function replace(round: Round, { work, folder, temporary }: Ready): Promise<boolean> {
  try {
    await round.expected(work.expected!)
  } catch (error) {
    if (error instanceof Stale) return false
    throw error
  }
  await folder.moveTo(temporary, folder, work.name)
  return true
}
