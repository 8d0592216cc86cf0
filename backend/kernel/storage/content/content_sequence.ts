import { sharedBuffersWhenLarge } from '../hashing/chunk_buffers.js'
import { findManifests } from '../index/content_index.js'
import type { Manifest } from '../index/content_rows.js'
import { FEW_CHUNKS, slicesOf, type ByteRange } from './content_reader.js'
import type { Piece, Slice, Source } from '../chunks/source.js'
import { ContentNotFound } from '../errors.js'
import { located, readAhead, type Part } from './read_ahead.js'

/** A part of a sequence: literal bytes, or a range of a content. */
export type SequencePart = Uint8Array | { id: string; range: ByteRange }

/** Limits for one lookup of contents, in number and in bytes. A chunk list takes about 36 bytes for each MiB. */
const contentsPerLookup = 100
const bytesPerLookup = 16 * 1024 ** 3

/** Small pieces are combined up to this size. */
const SMALL_PIECE = 64 * 1024
const GATHERED_BYTES = 256 * 1024
/** If the last send is this long ago, the next piece is sent with what was combined so far. */
const GATHERED_MS = 1_000

/** Called before each part is read. If it throws, the sequence ends. */
export type StillAllowed = () => Promise<void>

/**
 * Yields the bytes of all parts in sequence.
 * @throws ContentNotFound if a content was deleted before it was reached
 */
export async function* readSequence(
  source: Source,
  parts: Iterable<SequencePart>,
  stillAllowed?: StillAllowed
): AsyncGenerator<Piece> {
  const buffers = sharedBuffersWhenLarge(source.hashThread, SMALL_PIECE, FEW_CHUNKS)
  try {
    yield* gathered(readAhead(source, buffers, found(source.tenantId, parts, stillAllowed)))
  } finally {
    buffers.close()
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
      // Send literal bytes without waiting for a lookup.
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
 * Combines small pieces, because a write to a socket costs about as much as 64 KiB of data. The first piece is
 * sent alone, together with the response headers.
 */
async function* gathered(small: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  let takenAt = -Infinity
  const taken = (): Piece => {
    const all = Buffer.concat(waiting)
    waiting = []
    bytes = 0
    takenAt = performance.now()
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
    const isDue = performance.now() - takenAt >= GATHERED_MS
    if (bytes >= GATHERED_BYTES || isDue) yield taken()
  }
  if (bytes > 0) yield taken()
}
