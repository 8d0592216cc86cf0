import { roomsAsideWhenLarge } from './aside/chunk_rooms.js'
import { findManifests, type Manifest } from './content_index.js'
import {
  FEW_CHUNKS,
  slicesOf,
  type ByteRange,
  type Piece,
  type Slice,
  type Source,
} from './content_reader.js'
import { ContentNotFound } from './errors.js'
import { located, readAhead, type Part } from './read_ahead.js'

/** What stands in a sequence: bytes as they are, or a range of a content. */
export type SequencePart = Uint8Array | { id: string; range: ByteRange }

/** Contents looked up together, up to so many and so many bytes of them: a list has 36 bytes a MiB. */
const contentsPerLookup = 100
const bytesPerLookup = 16 * 1024 ** 3

/** Small pieces are sent together. */
const SMALL_PIECE = 64 * 1024
const GATHERED_BYTES = 256 * 1024
/** Nobody waits longer for what is there, however small it is. */
const GATHERED_MS = 1_000

/** Asked before each part is read, what it throws ends the sequence. */
export type StillAllowed = () => Promise<void>

/** The bytes of parts, one behind the other. @throws ContentNotFound for one that is deleted before its turn comes */
export async function* readSequence(
  source: Source,
  parts: Iterable<SequencePart>,
  stillAllowed?: StillAllowed
): AsyncGenerator<Piece> {
  const rooms = roomsAsideWhenLarge(source.aside, SMALL_PIECE, FEW_CHUNKS)
  try {
    yield* gathered(readAhead(source, rooms, found(source.tenantId, parts, stillAllowed)))
  } finally {
    rooms.close()
  }
}

async function* found(
  tenantId: string,
  parts: Iterable<SequencePart>,
  stillAllowed?: StillAllowed
): AsyncGenerator<Part> {
  for (const group of lookups(parts)) {
    const ids = group.flatMap((part) => (part instanceof Uint8Array ? [] : part.id))
    const manifests = ids.length > 0 ? await findManifests(tenantId, ids) : new Map()
    for await (const part of located(tenantId, slicesIn(group, manifests))) {
      await stillAllowed?.()
      yield part
    }
  }
}

function* slicesIn(
  group: readonly SequencePart[],
  manifests: ReadonlyMap<string, Manifest>
): Generator<Uint8Array | Slice> {
  for (const part of group) {
    if (part instanceof Uint8Array) yield part
    else yield* slicesOf(chunksOf(manifests, part.id), part.range)
  }
}

function chunksOf(manifests: ReadonlyMap<string, Manifest>, id: string): Manifest['chunks'] {
  const manifest = manifests.get(id)
  if (!manifest) throw new ContentNotFound(id)
  return manifest.chunks
}

function* lookups(parts: Iterable<SequencePart>): Generator<SequencePart[]> {
  let group: SequencePart[] = []
  let contents = 0
  let bytes = 0
  for (const part of parts) {
    group.push(part)
    if (part instanceof Uint8Array) {
      // Bytes that are there wait for no content.
      if (contents === 0) yield group.splice(0)
      continue
    }
    contents++
    bytes += part.range.end + 1 - part.range.start
    if (contents < contentsPerLookup && bytes < bytesPerLookup) continue
    yield group
    group = []
    contents = bytes = 0
  }
  if (group.length > 0) yield group
}

/**
 * The same bytes in fewer pieces where they are small: a write into a socket costs about what 64 KiB do. The first goes
 * alone, and the headers of the answer with it.
 */
async function* gathered(small: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  let taking = -Infinity
  const taken = (): Piece => {
    const all = Buffer.concat(waiting)
    waiting = []
    bytes = 0
    taking = performance.now()
    return { bytes: all, giveBack() {} }
  }
  for await (const piece of small) {
    if (piece.bytes.length >= SMALL_PIECE) {
      let isGiven = false
      try {
        if (bytes > 0) yield taken()
        isGiven = true
        yield piece
      } finally {
        if (!isGiven) piece.giveBack()
      }
      continue
    }
    waiting.push(Buffer.from(piece.bytes))
    bytes += piece.bytes.length
    piece.giveBack()
    const isDue = performance.now() - taking >= GATHERED_MS
    if (bytes >= GATHERED_BYTES || isDue) yield taken()
  }
  if (bytes > 0) yield taken()
}
