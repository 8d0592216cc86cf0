import { clock, transaction } from '@crossdock/kernel/database'
import type { ChunkRef } from '@crossdock/kernel/chunks'
import {
  ChunksMissing,
  contentStore,
  smallBytes,
  type StoredContent,
} from '@crossdock/kernel/storage'
import { tenantRows, tenantTable } from '@crossdock/kernel/tenancy'
import type { SideName } from '@crossdock/sync-engine'
import type { SyncContract } from '../models/sync_contract.js'
import { SyncKept } from '../models/sync_kept.js'
import { keepContents } from '../rows/index.js'
import { keptOf } from '../runs/contents.js'
import { parseWork, workOf } from '../runs/agent_work.js'
import { readFrames, type Frames, type Manifest } from './frames.js'

/** Received chunks are kept for a day, so that interrupted transfers can continue. */
const partMs = 24 * 60 * 60_000
/** Maximum number of an end's stored parts that are searched for chunks, newest first. */
const mostParts = 4_000
/** Parts per query. A small number suffices, because the chunks usually arrived shortly before. */
const partsAtOnce = 100

/** Number of contents that are recorded per transaction. */
const keptAtOnce = 250

/** Maximum number of files whose earlier contents are searched for chunks. */
const mostBases = 400

/** The chunks of a content that an agent is about to send. */
export interface Asked {
  hash: string
  size: number
  chunks: ChunkRef[]
  base: string | null
}

/** Returns the chunks that an agent has to send: those that occur in no content that the contract may use. */
export async function missingChunks(
  contract: SyncContract,
  side: SideName,
  asked: readonly Asked[]
): Promise<string[]> {
  const wanted = new Set(asked.flatMap(({ chunks }) => chunks.map(({ hash }) => hash)))
  const names = asked.map(({ hash }) => hash)
  await dropKnown(contract.id, side, wanted, names)
  return [...wanted]
}

/**
 * Removes from a set the chunks that an end may use without sending them. The operations `missing` and
 * `contents` both call it, so `contents` finds every chunk that `missing` omitted.
 * @param names ids of the contents that consist of these chunks
 */
async function dropKnown(
  contractId: string,
  side: SideName,
  wanted: Set<string>,
  names: readonly string[]
): Promise<void> {
  if (wanted.size === 0) return
  // A chunk that is not in the store occurs in no content, so do not search thousands of contents for it.
  const stored = await contentStore.use().storedChunks([...wanted])
  const open = new Set(stored)
  if (open.size > 0) await dropChunks(open, [...(await knownContents(contractId, names))])
  if (open.size > 0) await dropChunks(open, partsOf(contractId, side))
  if (open.size > 0) await dropChunks(open, await basesOf(contractId, side))
  for (const hash of stored) if (!open.has(hash)) wanted.delete(hash)
}

/** Removes from a set the chunks of contents, one content after the other. */
async function dropChunks(
  wanted: Set<string>,
  ids: readonly string[] | AsyncIterable<string>
): Promise<void> {
  for await (const id of ids) {
    if (wanted.size === 0) return
    for (const { hash } of await chunksIn(id)) wanted.delete(hash)
  }
}

/** Returns the chunks of a content; empty if it is gone. */
async function chunksIn(id: string): Promise<readonly ChunkRef[]> {
  try {
    return await contentStore.use().chunksOf(id)
  } catch (error) {
    if ((error as { status?: number }).status === 404) return []
    throw error
  }
}

/**
 * Returns the subset of contents that a contract may use: contents kept for it, or to be written at one of its
 * ends.
 */
async function knownContents(contractId: string, hashes: readonly string[]): Promise<Set<string>> {
  const known = await keptOf(contractId, hashes)
  for (const hash of await contentsToWrite(contractId, hashes)) known.add(hash)
  return known
}

/** Returns the subset of contents that agents of the contract have to write, optionally at one side. */
export async function contentsToWrite(
  contractId: string,
  hashes: readonly string[],
  side?: SideName
): Promise<Set<string>> {
  const found = new Set<string>()
  const all = [...new Set(hashes)]
  for (let at = 0; at < all.length; at += 400) {
    const rows = await workOf(contractId, side)
      .whereIn('hash', all.slice(at, at + 400))
      .select('hash')
    for (const { hash } of rows) if (hash) found.add(hash)
  }
  return found
}

async function* partsOf(contractId: string, side: SideName): AsyncGenerator<string> {
  for (let offset = 0; offset < mostParts; offset += partsAtOnce) {
    const rows = await SyncKept.query()
      .where({ contractId, side, reason: 'transit', path: '' })
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(partsAtOnce)
      .select('content_hash')
    for (const { contentHash } of rows) yield contentHash
    if (rows.length < partsAtOnce) return
  }
}

export interface Taken {
  hash: string
  state: 'kept' | 'incomplete'
}

/** Stores chunks, and the contents whose chunks are complete. */
export async function storeContents(
  contract: SyncContract,
  side: SideName,
  bytes: Buffer
): Promise<Taken[]> {
  const { chunks, manifests } = await readFrames(bytes)
  const unsent = new Set(manifests.flatMap((manifest) => manifest.chunks.map(({ hash }) => hash)))
  for (const sent of chunks.keys()) unsent.delete(sent)
  const small = await writeSmall({ chunks, manifests })
  await keepAll(contract, side, [...small.values()])
  for (const content of small.values()) for (const { hash } of content.chunks) chunks.delete(hash)
  await keepPart(contract, side, [...chunks.values()])
  const others = manifests.filter(({ hash }) => !small.has(hash))
  const names = others.map(({ hash }) => hash)
  await dropKnown(contract.id, side, unsent, names)
  const assembled: StoredContent[] = []
  for (const manifest of others) {
    const isUnknown = manifest.chunks.some(({ hash }) => unsent.has(hash))
    const stored = isUnknown ? null : await assembleContent(manifest)
    if (stored) assembled.push(stored)
  }
  await keepAll(contract, side, assembled)
  const kept = new Set([...small.keys(), ...assembled.map(({ id }) => id)])
  return manifests.map(({ hash }) => ({ hash, state: kept.has(hash) ? 'kept' : 'incomplete' }))
}

/** Writes contents that consist of one received chunk, with one sync to disk for all of them. */
async function writeSmall({ chunks, manifests }: Frames): Promise<Map<string, StoredContent>> {
  const pieces = new Map<string, Buffer>()
  for (const manifest of manifests) {
    const [only, more] = manifest.chunks
    const piece = only && !more ? chunks.get(only.hash) : undefined
    if (piece?.length === only?.size && piece && piece.length <= smallBytes)
      pieces.set(manifest.hash, piece)
  }
  if (pieces.size === 0) return new Map()
  const written = await contentStore.use().writeSmall([...pieces.values()])
  const named = [...pieces.keys()].map((hash, at) => [hash, written[at]!] as const)
  // Drop contents whose manifest gave a wrong id.
  return new Map(named.filter(([hash, { id }]) => hash === id))
}

/** Stores received chunks as a content without a path, so that the store keeps them. */
async function keepPart(
  { id: contract_id, environmentId: environment_id }: SyncContract,
  side: SideName,
  chunks: readonly Buffer[]
): Promise<void> {
  if (chunks.length === 0) return
  const store = contentStore.use()
  const part = await store.writeChunks(chunks)
  const kept_until = new Date(clock.now() + partMs).toISOString()
  await transaction(async () => {
    await store.record(part)
    await tenantRows('sync_kept').insert({
      contract_id,
      environment_id,
      side,
      path: '',
      content_hash: part.id,
      size: part.size,
      reason: 'transit',
      conflict_id: null,
      kept_until,
    })
  })
}

/**
 * Assembles a content from its chunks.
 * @returns null if chunks are missing, or if the chunks form another content
 */
async function assembleContent({ hash, chunks }: Manifest): Promise<StoredContent | null> {
  try {
    const stored = await contentStore.use().assemble(chunks)
    return stored.id === hash ? stored : null
  } catch (error) {
    if (error instanceof ChunksMissing) return null
    throw error
  }
}

/**
 * Returns the earlier contents of files that the agent must send. It need not send the chunks that they
 * share.
 */
async function basesOf(contractId: string, side: SideName): Promise<string[]> {
  const rows = await workOf(contractId, side)
    .where('type', 'send')
    .orderBy('position')
    .limit(mostBases)
  const ids = rows.flatMap((row) => {
    const work = parseWork(row)
    return work.type === 'send' ? [work.expected.id] : []
  })
  if (ids.length === 0) return []
  const agreed = await tenantTable<{ hash: string | null }>('sync_agreed')
    .where('contract_id', contractId)
    .whereIn(`${side}_id`, ids)
    .whereNotNull('hash')
    .select('hash')
  return agreed.map(({ hash }) => hash!)
}

/** Keeps contents, many in one transaction: a commit for each small file would take most of the time. */
async function keepAll(
  contract: SyncContract,
  side: SideName,
  contents: readonly StoredContent[]
): Promise<void> {
  for (let at = 0; at < contents.length; at += keptAtOnce) {
    const some = contents.slice(at, at + keptAtOnce)
    await transaction(async () => {
      await contentStore.use().record(...some)
      const ids = some.map(({ id }) => id)
      const names = await namesOf(contract.id, side, ids)
      const rows = some.map(({ id: contentHash, size }) => {
        // The empty path marks received chunks, so an unknown name becomes a slash.
        const path = names.get(contentHash) ?? '/'
        return { side, path, contentHash, size, reason: 'transit' as const }
      })
      await keepContents(contract, rows)
    })
  }
}

/** Returns one file name at an end for each content. */
async function namesOf(
  contractId: string,
  side: SideName,
  hashes: readonly string[]
): Promise<Map<string, string>> {
  const found = await tenantTable<{ hash: string; name: string }>('sync_entries')
    .where({ contract_id: contractId, side })
    .whereIn('hash', [...hashes])
    .select('hash', 'name')
  return new Map(found.map(({ hash, name }) => [hash, name]))
}
