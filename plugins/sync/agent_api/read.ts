import type { Readable } from 'node:stream'
import type { ChunkRef } from '@crossdock/kernel/chunks'
import { invalid, notFound, text } from '@crossdock/kernel/ground'
import { contentStore, type SequencePart } from '@crossdock/kernel/storage'
import type { SideName } from '@crossdock/sync-engine'
import type { SyncContract } from '../models/sync_contract.js'
import { contentsToWrite } from './contents.js'
import { frameHead } from './frames.js'

/** The parts of a content that an agent requests: some of its chunks, or null for all. */
export interface Wanted {
  hash: string
  chunks: string[] | null
}

/**
 * Checks that an agent has to write these contents. It may read no others.
 * @throws Problem 404
 */
export async function assertToWrite(
  contract: SyncContract,
  side: SideName,
  hashes: readonly string[]
): Promise<void> {
  const known = await contentsToWrite(contract.id, hashes, side)
  const foreign = hashes.find((hash) => !known.has(hash))
  if (foreign === undefined) return
  throw notFound('The agent has no work with the content "{id}".', foreign)
}

/** Returns the chunks of contents that an agent has to write. */
export async function chunksOf(contract: SyncContract, side: SideName, hashes: readonly string[]) {
  await assertToWrite(contract, side, hashes)
  const contents = []
  for (const hash of hashes) {
    contents.push({ hash, chunks: [...(await contentStore.use().chunksOf(hash))] })
  }
  return contents
}

/**
 * Streams the chunks of contents as frames, one content after the other. Each chunk is verified when it is read.
 * @throws Problem 404, 422 before the first byte
 */
export async function readFramesOf(wanted: readonly Wanted[]): Promise<Readable> {
  const lists = new Map<string, readonly ChunkRef[]>()
  for (const { hash, chunks } of wanted) {
    const list = await contentStore.use().chunksOf(hash)
    lists.set(hash, list)
    const there = new Set(list.map((chunk) => chunk.hash))
    const foreign = chunks?.find((chunk) => !there.has(chunk))
    if (foreign === undefined) continue
    throw invalid('contents', text('The content {hash} has no chunk {foreign}.', { hash, foreign }))
  }
  return await contentStore.use().readSequence(partsOf(wanted, lists))
}

function* partsOf(
  wanted: readonly Wanted[],
  lists: ReadonlyMap<string, readonly ChunkRef[]>
): Generator<SequencePart> {
  for (const { hash: id, chunks } of wanted) {
    const named = chunks && new Set(chunks)
    let start = 0
    for (const { hash, size } of lists.get(id)!) {
      const end = start + size - 1
      if (!named || named.has(hash)) {
        yield frameHead({ chunk: hash }, size)
        yield { id, range: { start, end } }
      }
      start = end + 1
    }
  }
}
