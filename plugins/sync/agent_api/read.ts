import { notFound, text, invalid } from '@crossdock/kernel/http'
import { contentStore } from '@crossdock/kernel/storage'
import type { SideName } from '@crossdock/sync-engine'
import type { SyncContract } from '../models/sync_contract.js'
import { toWrite } from './contents.js'
import { frameOf } from './frames.js'

/** What an agent wants of a content: some of its chunks, or all. */
export interface Wanted {
  hash: string
  chunks: string[] | null
}

/** An agent reads what it has to write, and nothing else. @throws Problem 404 */
export async function assertToWrite(
  contract: SyncContract,
  side: SideName,
  hashes: readonly string[]
): Promise<void> {
  const known = await toWrite(contract.id, hashes, side)
  const foreign = hashes.find((hash) => !known.has(hash))
  if (foreign === undefined) return
  throw notFound('The agent has no work with the content "{id}".', foreign)
}

/** The chunks of contents that an agent has to write. */
export async function chunksOf(contract: SyncContract, side: SideName, hashes: readonly string[]) {
  await assertToWrite(contract, side, hashes)
  const contents = []
  for (const hash of hashes) {
    contents.push({ hash, chunks: [...(await contentStore.use().chunksOf(hash))] })
  }
  return contents
}

/** Frames of chunks, one content behind the other; each is read when its turn comes. */
export async function* framesOf(wanted: readonly Wanted[]): AsyncGenerator<Buffer> {
  const store = contentStore.use()
  for (const { hash, chunks } of wanted) {
    const named = chunks && new Set(chunks)
    let start = 0
    for (const chunk of await store.chunksOf(hash)) {
      const end = start + chunk.size - 1
      if (!named || named.has(chunk.hash)) {
        const pieces: Buffer[] = []
        // Copies: the store reuses the memory of a piece.
        for await (const piece of await store.read(hash, { start, end }))
          pieces.push(Buffer.from(piece as Buffer))
        yield frameOf({ chunk: chunk.hash }, Buffer.concat(pieces))
      }
      start = end + 1
    }
  }
}

/** Refuses chunks that a content does not have before the first byte is sent. @throws Problem 404, 422 */
export async function assertChunks(wanted: readonly Wanted[]): Promise<void> {
  for (const { hash, chunks } of wanted) {
    const there = new Set((await contentStore.use().chunksOf(hash)).map((chunk) => chunk.hash))
    const foreign = chunks?.find((chunk) => !there.has(chunk))
    if (foreign === undefined) continue
    throw invalid('contents', text('The content {hash} has no chunk {foreign}.', { hash, foreign }))
  }
}
