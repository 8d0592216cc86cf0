import { clock, transaction } from '@crossdock/kernel/database'
import type { ChunkRef } from '@crossdock/kernel/chunks'
import { ChunksMissing, contentStore, type StoredContent } from '@crossdock/kernel/storage'
import { tenantRows, tenantTable } from '@crossdock/kernel/tenancy'
import type { SideName } from '@crossdock/sync-engine'
import type { SyncContract } from '../models/sync_contract.js'
import { SyncKept } from '../models/sync_kept.js'
import { keep } from '../rows/index.js'
import { keptOf } from '../runs/contents.js'
import { parseWork, workOf } from '../runs/agent_work.js'
import { readFrames, type Frames, type Manifest } from './frames.js'

/** Chunks that arrived are kept for a day: what broke off goes on. */
const partMs = 24 * 60 * 60_000
/** Parts of one end that are looked through for chunks; the newest first. */
const mostParts = 4_000
/** What is looked for came a moment ago as a rule. */
const partsAtOnce = 100

/** Files whose earlier contents are looked through for chunks. */
const mostBases = 400

/** What an agent asks for before it sends a content. */
export interface Asked {
  hash: string
  size: number
  chunks: ChunkRef[]
  base: string | null
}

/** Which chunks an agent has to send: those that no content known to the contract has. */
export async function missingChunks(
  contract: SyncContract,
  side: SideName,
  asked: readonly Asked[]
): Promise<string[]> {
  const wanted = new Set(asked.flatMap(({ chunks }) => chunks.map(({ hash }) => hash)))
  const names = asked.map(({ hash }) => hash)
  await takeKnown(contract.id, side, wanted, names)
  return [...wanted]
}

/**
 * Takes off a set of chunks what an end may use without sending it. What `missing` leaves out has to be enough for
 * `contents`: both go by this. @param names contents that the chunks make
 */
async function takeKnown(
  contractId: string,
  side: SideName,
  wanted: Set<string>,
  names: readonly string[]
): Promise<void> {
  if (wanted.size === 0) return
  // What the store does not have is in no content: thousands of contents need not be looked through for it.
  const stored = await contentStore.use().storedChunks([...wanted])
  const open = new Set(stored)
  if (open.size > 0) await takeChunks(open, [...(await knownContents(contractId, names))])
  if (open.size > 0) await takeChunks(open, partsOf(contractId, side))
  if (open.size > 0) await takeChunks(open, await basesOf(contractId, side))
  for (const hash of stored) if (!open.has(hash)) wanted.delete(hash)
}

/** Takes off a set what contents have of it, one content after the other. */
async function takeChunks(
  wanted: Set<string>,
  ids: readonly string[] | AsyncIterable<string>
): Promise<void> {
  for await (const id of ids) {
    if (wanted.size === 0) return
    for (const { hash } of await chunksIn(id)) wanted.delete(hash)
  }
}

/** The chunks of a content; none when it is gone by now. */
async function chunksIn(id: string): Promise<readonly ChunkRef[]> {
  try {
    return await contentStore.use().chunksOf(id)
  } catch (error) {
    if ((error as { status?: number }).status === 404) return []
    throw error
  }
}

/** Those contents that a contract knows: kept for it, or to be written at one of its ends. */
async function knownContents(contractId: string, hashes: readonly string[]): Promise<Set<string>> {
  const known = await keptOf(contractId, hashes)
  for (const hash of await toWrite(contractId, hashes)) known.add(hash)
  return known
}

/** Those contents that an agent of the contract has to write, or of one side of it. */
export async function toWrite(
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

/** Stores chunks, and the contents whose chunks are all there. */
export async function takeContents(
  contract: SyncContract,
  side: SideName,
  bytes: Buffer
): Promise<Taken[]> {
  const frames = await readFrames(bytes)
  await keepPart(contract, side, frames)
  const foreign = new Set(frames.manifests.flatMap(({ chunks }) => chunks.map(({ hash }) => hash)))
  for (const sent of frames.chunks.keys()) foreign.delete(sent)
  const names = frames.manifests.map(({ hash }) => hash)
  await takeKnown(contract.id, side, foreign, names)
  const taken: Taken[] = []
  for (const manifest of frames.manifests) {
    const isForeign = manifest.chunks.some(({ hash }) => foreign.has(hash))
    const stored = isForeign ? null : await assembled(manifest)
    if (stored) await keepContent(contract, side, stored)
    taken.push({ hash: manifest.hash, state: stored ? 'kept' : 'incomplete' })
  }
  return taken
}

/** What came is named from now on, as a content of its own without a path. */
async function keepPart(
  { id: contract_id, environmentId: environment_id }: SyncContract,
  side: SideName,
  { chunks }: Frames
): Promise<void> {
  if (chunks.size === 0) return
  const store = contentStore.use()
  const part = await store.writeChunks([...chunks.values()])
  const kept_until = new Date(clock.now() + partMs).toISOString()
  await transaction(async () => {
    await store.record(part)
    await tenantRows('sync_kept').insert({
      ...{ contract_id, environment_id, side, path: '', content_hash: part.id, size: part.size },
      ...{ reason: 'transit', conflict_id: null, kept_until },
    })
  })
}

/** @returns null where chunks are missing, or make another content */
async function assembled({ hash, chunks }: Manifest): Promise<StoredContent | null> {
  try {
    const stored = await contentStore.use().assemble(chunks)
    return stored.id === hash ? stored : null
  } catch (error) {
    if (error instanceof ChunksMissing) return null
    throw error
  }
}

/** What the files were that the agent is asked to send: it needs not send again what they have in common. */
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

async function keepContent(
  contract: SyncContract,
  side: SideName,
  stored: StoredContent
): Promise<void> {
  await transaction(async () => {
    await contentStore.use().record(stored)
    const { id: contentHash, size } = stored
    const path = await nameOf(contract.id, side, contentHash)
    await keep(contract, [{ side, path, contentHash, size, reason: 'transit' }])
  })
}

/** What a file with this content is called at an end; rows of parts alone have no name. */
async function nameOf(contractId: string, side: SideName, hash: string): Promise<string> {
  const [found] = await tenantTable<{ name: string }>('sync_entries')
    .where({ contract_id: contractId, side, hash })
    .limit(1)
    .select('name')
  return found?.name ?? '/'
}
