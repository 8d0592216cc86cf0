import { hash as digest } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { contentId, encodeChunks, type ChunkRef } from '@crossdock/kernel/chunks'
import { AgentError } from '../errors.js'
import type { AllowedPlace } from '../files/allow_list.js'
import { ContentHash } from '../files/content_hash.js'
import { Folder } from '../files/folder.js'
import { piecesOf } from '../transfer/pieces.js'
import { runConcurrently } from './work_pool.js'
import { identOf, markOf, mtimeOf, settledMs } from './marks.js'
import type { Entry, Records } from './records.js'

const atOnce = 4
const batch = 256
/** Files up to this size are read synchronously. The limit is small, because this read blocks the process. */
export const readAtOnceBytes = 64 * 1024
/** Increasing delays before an unreadable file is read again. */
const retryMs = [1_000, 5_000, 30_000, 120_000, 600_000]

/** Opens each folder of an end once, and keeps it open until `close`. */
export class OpenFolders {
  readonly #open = new Map<string, Promise<Folder>>()

  constructor(
    private readonly records: Records,
    private readonly place: AllowedPlace
  ) {}

  /** @throws AgentError */
  at(id: string): Promise<Folder> {
    const names = this.records.namesOf(id)
    if (!names) return Promise.reject(new AgentError('E_NO_PATH', 'The folder is gone.'))
    const key = JSON.stringify(names)
    const known = this.#open.get(key)
    if (known) return known
    const { place } = this
    const opened = Folder.of({ ...place, names: [...place.names, ...names] })
    this.#open.set(key, opened)
    return opened
  }

  /** Makes all changes in the folders durable. */
  async sync(): Promise<void> {
    for (const opened of this.#open.values()) await (await opened.catch(() => undefined))?.sync()
  }

  async close(): Promise<void> {
    const all = [...this.#open.values()]
    this.#open.clear()
    for (const opened of all) await (await opened.catch(() => undefined))?.close()
  }
}

interface ReadContent {
  stats: BigIntStats
  hash: string
  readAt: number
}

/** Reads files with unknown content ids. */
export class Reader {
  readonly #tries = new Map<string, number>()

  constructor(
    private readonly records: Records,
    private readonly place: AllowedPlace,
    private readonly signal: AbortSignal,
    private readonly onTrouble: (path: string, why: string) => void
  ) {}

  /**
   * Reads some of the due files.
   * @returns the number of these files
   */
  async read(): Promise<number> {
    const { records, place, signal } = this
    const entries = records.toRead(Date.now(), batch)
    if (entries.length === 0) return 0
    const folders = new OpenFolders(records, place)
    const found: [Entry, ReadContent | undefined | unknown][] = []
    try {
      await runConcurrently(entries, atOnce, async (entry) => {
        signal.throwIfAborted()
        try {
          const folder = await folders.at(entry.parentId)
          found.push([entry, await contentOf(folder, entry.name, signal)])
        } catch (error) {
          signal.throwIfAborted()
          if (!(error instanceof AgentError)) throw error
          found.push([entry, error])
        }
      })
    } finally {
      await folders.close()
    }
    records.atOnce(() => {
      for (const [before, content] of found) {
        // The entry may have been moved, replaced or deleted in the meantime.
        const entry = records.find(before.id)
        if (!entry) continue
        if (isContent(content)) this.#keep(entry, content)
        else this.#fail(entry, content)
      }
    })
    return entries.length
  }

  #keep(entry: Entry, { stats, hash, readAt }: ReadContent): void {
    this.#tries.delete(entry.id)
    const isOther = entry.hash !== hash
    const isSettled = readAt - mtimeOf(stats) > settledMs
    const next: Entry = {
      ...entry,
      ident: identOf(stats),
      mark: markOf(stats),
      mtime: mtimeOf(stats),
      hash,
      size: Number(stats.size),
      trouble: null,
      due: null,
      again: isSettled ? null : readAt + settledMs + 100,
      base: isOther ? (entry.base ?? entry.hash) : entry.base,
    }
    const isNews =
      isOther ||
      entry.seq === 0 ||
      entry.trouble !== null ||
      entry.due !== null ||
      entry.mtime !== next.mtime
    this.records.put(next, isNews)
  }

  #fail(entry: Entry, error: unknown): void {
    const tries = this.#tries.get(entry.id) ?? 0
    this.#tries.set(entry.id, tries + 1)
    const due = Date.now() + retryMs[Math.min(tries, retryMs.length - 1)]!
    const { trouble, why } = troubleOf(error)
    // The file is gone, or a scan will find it under another name.
    if (why === undefined) return this.records.put({ ...entry, due }, false)
    const isNews = entry.trouble !== trouble
    if (isNews && tries > 0) {
      this.onTrouble((this.records.namesOf(entry.id) ?? [entry.name]).join('/'), why)
    }
    // The first failure may be temporary, so it is not reported.
    if (tries === 0) this.records.put({ ...entry, due }, false)
    else this.records.put({ ...entry, trouble, due }, isNews)
  }
}

const isContent = (value: unknown): value is ReadContent =>
  typeof value === 'object' && value !== null && 'readAt' in value

function troubleOf(error: unknown): { trouble: 'growing' | 'busy' | 'unreadable'; why?: string } {
  if (!(error instanceof AgentError)) {
    return { trouble: 'growing', why: 'it changes while the agent reads it' }
  }
  const code = (error.cause as NodeJS.ErrnoException | undefined)?.code ?? ''
  if (code === 'ENOENT' || error.code === 'E_NO_PATH') return { trouble: 'busy' }
  const trouble = /^(EBUSY|ETXTBSY|EAGAIN|EMFILE|ENFILE)$/.test(code) ? 'busy' : 'unreadable'
  return { trouble, why: error.message }
}

/**
 * Returns the content of a file; undefined if the file changes while it is read.
 * @throws AgentError
 */
async function contentOf(
  folder: Folder,
  name: string,
  signal: AbortSignal
): Promise<ReadContent | undefined> {
  const readAt = Date.now()
  const small = folder.readSmall(name, readAtOnceBytes)
  if (small) {
    const { before: stats, after, bytes } = small
    const hash = contentId(encodeChunks(chunksOfSmall(bytes)))
    return markOf(after) === markOf(stats) ? { stats, hash, readAt } : undefined
  }
  const file = await folder.read(name)
  try {
    const stats = await file.stat({ bigint: true })
    const hash = (await hashOf(file, Infinity, signal)).digest()
    return markOf(await file.stat({ bigint: true })) === markOf(stats)
      ? { stats, hash, readAt }
      : undefined
  } finally {
    await file.close()
  }
}

/** Returns the chunks of a content of at most 1 MiB: one chunk, or none (`docs/chunking.md`). */
export const chunksOfSmall = (bytes: Buffer): ChunkRef[] =>
  bytes.length === 0 ? [] : [{ hash: digest('sha256', bytes), size: bytes.length }]

/** Returns the chunks of an open file. */
export async function hashOf(
  file: FileHandle,
  most: number,
  signal: AbortSignal
): Promise<ContentHash> {
  const hash = new ContentHash()
  for await (const piece of piecesOf(file, most, signal)) hash.update(piece)
  return hash
}
