import { findManifests, type Manifest } from './content_index.js'
import { readChunks, type ByteRange, type Piece, type Source } from './content_reader.js'
import { ContentNotFound } from './errors.js'

/** What stands in a sequence: bytes as they are, or a range of a content. */
export type SequencePart = Uint8Array | { id: string; range: ByteRange }

/** Contents looked up together, up to so many and so many bytes of them: a list has 36 bytes a MiB. */
const contentsPerLookup = 100
const bytesPerLookup = 16 * 1024 ** 3

/** Small pieces are sent together. */
const SMALL_PIECE = 64 * 1024
const GATHERED_BYTES = 256 * 1024

/** The bytes of parts, one behind the other. @throws ContentNotFound for one that is deleted before its turn comes */
export async function* readSequence(
  source: Source,
  parts: Iterable<SequencePart>
): AsyncGenerator<Piece> {
  yield* gathered(pieces(source, parts))
}

async function* pieces(source: Source, parts: Iterable<SequencePart>): AsyncGenerator<Piece> {
  for (const group of lookups(parts)) {
    const ids = group.flatMap((part) => (part instanceof Uint8Array ? [] : part.id))
    const manifests = await findManifests(source.tenantId, ids)
    for (const part of group) {
      if (part instanceof Uint8Array) yield { bytes: Buffer.from(part), giveBack() {} }
      else yield* readChunks(source, chunksOf(manifests, part.id), part.range)
    }
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
    if (part instanceof Uint8Array) continue
    contents++
    bytes += part.range.end + 1 - part.range.start
    if (contents < contentsPerLookup && bytes < bytesPerLookup) continue
    yield group
    group = []
    contents = bytes = 0
  }
  if (group.length > 0) yield group
}

/** The same bytes in fewer pieces where they are small: a write into a socket costs about what 64 KiB do. */
async function* gathered(small: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  const taken = (): Piece => {
    const all = Buffer.concat(waiting)
    waiting = []
    bytes = 0
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
    if (bytes >= GATHERED_BYTES) yield taken()
  }
  if (bytes > 0) yield taken()
}
