import { hash as digest } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { BigIntStats } from 'node:fs'
import { contentId, encodeChunks, type ChunkRef } from '@crossdock/kernel/chunks'
import { batchBytes, maxContents, maxFramesBytes } from '@crossdock/sync-engine/protocol'
import { AgentError, fileError } from '../errors.js'
import type { Folder } from '../files/folder.js'
import { HttpProblem } from '../http/problem.js'
import { bodyOf, chunkFrame, manifestFrame } from './frames.js'
import { WorkPool, runConcurrently } from './work_pool.js'
import { identOf, markOf, mtimeOf } from './marks.js'
import { chunksOfSmall, hashOf, readAtOnceBytes } from './reader.js'
import type { Entry } from './records.js'
import { Stale, type Round, type WorkOf } from './work.js'

type SendWork = WorkOf<'send'>

/** Maximum number of concurrent upload requests. */
const atOnce = 3
/** Maximum number of rounds while the server still lacks a content. After that the agent stops for now. */
const mostRounds = 4

/** A file that is divided into chunks and ready to send. */
interface ChunkedFile {
  work: SendWork
  entry: Entry
  folder: Folder
  stats: BigIntStats
  hash: string
  chunks: ChunkRef[]
  /** The content of a small file. The small files of a batch fit into one request. */
  bytes?: Buffer
}

/** Sends file contents. Many small files share a request; of large files, only missing chunks are sent. */
export async function sendFiles(round: Round, works: readonly SendWork[]): Promise<void> {
  let batch: SendWork[] = []
  let bytes = 0
  const batches: SendWork[][] = []
  for (const work of works) {
    if (batch.length >= maxContents || (bytes > 0 && bytes + work.size > batchBytes)) {
      batches.push(batch)
      batch = []
      bytes = 0
    }
    batch.push(work)
    bytes += work.size
  }
  if (batch.length > 0) batches.push(batch)
  let next = cutFiles(round, batches[0] ?? [])
  try {
    for (const [at, one] of batches.entries()) {
      const cuts = await next
      // Read the next files while these are sent.
      next = cutFiles(round, batches[at + 1] ?? [])
      next.catch(() => undefined)
      try {
        await sendCut(round, cuts)
      } catch (error) {
        if (!isRefusal(error)) throw error
        await sendAlone(round, one, error)
      }
    }
  } finally {
    // Wait for the next files: the folders from which they are read are about to be closed.
    await next.catch(() => undefined)
  }
}

/** Returns whether the server refuses the data. Network and server errors are no refusals. */
const isRefusal = (error: unknown): error is HttpProblem =>
  error instanceof HttpProblem && [400, 413, 422, 507].includes(error.status)

/** Sends a refused batch file by file, so that one file does not block the others. */
async function sendAlone(
  round: Round,
  works: readonly SendWork[],
  refusal: HttpProblem
): Promise<void> {
  if (works.length === 1) return round.fail(works[0]!, refusal)
  for (const work of works) {
    if (round.deps.records.outcomeOf(work.id) !== undefined) continue
    try {
      await sendCut(round, await cutFiles(round, [work]))
    } catch (error) {
      if (!isRefusal(error)) throw error
      round.fail(work, error)
    }
  }
}

/** Cuts files; those that cannot be read fail. */
async function cutFiles(round: Round, works: readonly SendWork[]): Promise<ChunkedFile[]> {
  await round.deps.whenActive()
  const cuts: ChunkedFile[] = []
  await runConcurrently(works, atOnce, async (work) => {
    try {
      cuts.push(await chunkFile(round, work))
    } catch (error) {
      round.fail(work, error)
    }
  })
  return cuts
}

async function sendCut(round: Round, cuts: readonly ChunkedFile[]): Promise<void> {
  const { records, api } = round.deps
  let open = cuts
  for (let turn = 0; open.length > 0; turn++) {
    if (turn === mostRounds) {
      for (const { work, entry } of open) {
        const message = `The server did not keep the content of "${entry.name}".`
        round.fail(work, new AgentError('E_NOT_KEPT', message))
      }
      return
    }
    const missing = await api.missing(
      open.map(({ hash, chunks, entry, stats }) => ({
        hash,
        size: Number(stats.size),
        chunks,
        base: entry.base,
      }))
    )
    const { kept, failed } = await sendMissing(round, open, missing)
    records.atOnce(() => {
      for (const one of open) {
        if (!kept.has(one.hash) || failed.has(one.work.id)) continue
        const now = records.find(one.entry.id)
        if (now?.hash === one.hash && now.base !== null) records.put({ ...now, base: null }, false)
        round.done(one.work, one.entry.id)
      }
    })
    open = open.filter(({ hash, work }) => !kept.has(hash) && !failed.has(work.id))
  }
}

/**
 * Divides a file into chunks. The file must be in the expected state.
 * @throws Stale, AgentError
 */
async function chunkFile(round: Round, work: SendWork): Promise<ChunkedFile> {
  const { records, onDirty } = round.deps
  const { entry, folder } = await round.expected(work.expected)
  const { stats, after, hash, ...content } = await cutContent(round, folder, entry.name)
  const isStill = markOf(after) === entry.mark
  if (!isStill || identOf(stats) !== entry.ident || (entry.hash ?? hash) !== hash) {
    onDirty(entry.parentId)
    throw new Stale()
  }
  if (entry.hash === null) records.put({ ...entry, hash, due: null, mtime: mtimeOf(stats) })
  return { work, entry, folder, stats, hash, ...content }
}

/** Reads a file, with its stats before and after. */
async function cutContent({ deps }: Round, folder: Folder, name: string) {
  const small = folder.readSmall(name, readAtOnceBytes)
  if (small) {
    const { before: stats, after, bytes } = small
    const chunks = chunksOfSmall(bytes)
    return { stats, after, hash: contentId(encodeChunks(chunks)), chunks, bytes }
  }
  const file = await folder.read(name)
  try {
    const stats = await file.stat({ bigint: true })
    const content = await hashOf(file, Infinity, deps.signal)
    const hash = content.digest()
    return { stats, after: await file.stat({ bigint: true }), hash, chunks: content.chunks }
  } finally {
    await file.close()
  }
}

const lengthOf = (pieces: readonly Buffer[]) => pieces.reduce((sum, { length }) => sum + length, 0)

/** Frames for one request. */
interface Load {
  pieces: Buffer[]
  bytes: number
  /** Hashes of the chunks in this request. */
  chunks: Set<string>
}

const noLoad = (): Load => ({ pieces: [], bytes: 0, chunks: new Set() })

async function sendMissing(
  round: Round,
  cuts: readonly ChunkedFile[],
  missing: Set<string>
): Promise<{ kept: Set<string>; failed: Set<string> }> {
  const { api, up, signal, whenActive, onProgress } = round.deps
  const kept = new Set<string>()
  const failed = new Set<string>()
  const sent = new Set<string>()
  const sending = new WorkPool(atOnce)
  let load = noLoad()
  const flush = async () => {
    const { pieces } = load
    load = noLoad()
    if (pieces.length === 0) return
    await whenActive()
    const body = await bodyOf(pieces)
    await up.take(body.bytes.length, signal)
    await sending.add(async () => {
      for (const hash of await api.send(body)) kept.add(hash)
    })
  }
  const settle = async () => {
    await flush()
    await sending.end()
  }
  const later: ChunkedFile[] = []
  for (const one of cuts) {
    try {
      let done = 0
      for await (const { ref, bytes } of missingOf(round, one, missing, sent)) {
        const pieces = chunkFrame(ref.hash, bytes)
        // Count the headers, too: those of many small files would exceed what the server accepts.
        const length = lengthOf(pieces)
        if (load.bytes + length > batchBytes) await flush()
        load.pieces.push(...pieces)
        load.bytes += length
        load.chunks.add(ref.hash)
        done += bytes.length
        onProgress({ workId: one.work.id, done, total: Number(one.stats.size) })
      }
      const manifest = manifestFrame(one.hash, one.chunks)
      const length = lengthOf(manifest)
      const isTogether = one.chunks.every(({ hash }) => !missing.has(hash) || load.chunks.has(hash))
      if (isTogether && load.bytes + length <= maxFramesBytes) {
        load.pieces.push(...manifest)
        load.bytes += length
      } else later.push(one)
    } catch (error) {
      failed.add(one.work.id)
      round.fail(one.work, error)
    }
  }
  // The server accepts a manifest only with or after all its chunks, so wait for the requests in progress.
  if (later.length > 0) await settle()
  for (const { hash, chunks } of later) {
    const pieces = manifestFrame(hash, chunks)
    const bytes = lengthOf(pieces)
    if (load.bytes + bytes > batchBytes) await settle()
    load.pieces.push(...pieces)
    load.bytes += bytes
  }
  await settle()
  return { kept, failed }
}

/**
 * Returns the chunks of a file that the server lacks.
 * @throws Stale when the file has changed
 */
async function* missingOf(
  { deps }: Round,
  { entry, folder, chunks, bytes: small }: ChunkedFile,
  missing: Set<string>,
  sent: Set<string>
): AsyncGenerator<{ ref: ChunkRef; bytes: Buffer }> {
  const [first] = chunks
  if (!chunks.some(({ hash }) => missing.has(hash) && !sent.has(hash))) return
  if (small && first) {
    sent.add(first.hash)
    yield { ref: first, bytes: small }
    return
  }
  const file = await folder.read(entry.name)
  try {
    await assertUnchanged(file, entry, deps.onDirty)
    let position = 0
    for (const ref of chunks) {
      const at = position
      position += ref.size
      if (!missing.has(ref.hash) || sent.has(ref.hash)) continue
      deps.signal.throwIfAborted()
      const bytes = await chunkAt(file, at, ref.size, entry.name)
      await assertUnchanged(file, entry, deps.onDirty)
      // A program that maps a file into memory may change its bytes before its modification time.
      if (digest('sha256', bytes) !== ref.hash) {
        deps.onDirty(entry.parentId)
        throw new Stale()
      }
      sent.add(ref.hash)
      yield { ref, bytes }
    }
  } finally {
    await file.close()
  }
}

/** @throws AgentError */
export async function chunkAt(
  file: FileHandle,
  at: number,
  size: number,
  name: string
): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size)
  try {
    for (let done = 0; done < size;) {
      const { bytesRead } = await file.read(bytes, done, size - done, at + done)
      if (bytesRead === 0) return bytes.subarray(0, done)
      done += bytesRead
    }
  } catch (error) {
    throw fileError(name, error)
  }
  return bytes
}

async function assertUnchanged(
  file: FileHandle,
  entry: Entry,
  onDirty: (folderId: string) => void
): Promise<void> {
  if (markOf(await file.stat({ bigint: true })) === entry.mark) return
  onDirty(entry.parentId)
  throw new Stale()
}
