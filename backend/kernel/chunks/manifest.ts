import { createHash, hash, webcrypto } from 'node:crypto'

/** One chunk as a manifest names it. */
export interface ChunkRef {
  /** SHA-256 of the bytes, hexadecimal. */
  hash: string
  size: number
}

const HASH_BYTES = 32
const ENTRY_BYTES = HASH_BYTES + 4

export function chunkHash(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex')
}

/** Going to another thread and back costs about what hashing so many bytes does. */
const WORTH_A_THREAD = 64 * 1024

/** As `chunkHash`, of large chunks in Node's thread pool: nobody else waits for them, and several go side by side. */
export async function hashAside(bytes: Buffer): Promise<string> {
  if (bytes.length < WORTH_A_THREAD) return chunkHash(bytes)
  // No memory that is shared between threads, as the types would have it possible.
  const own = bytes as Buffer<ArrayBuffer>
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', own)).toString('hex')
}

/**
 * The chunk list as it is stored: 32 bytes of hash and 4 bytes of size (big endian) a chunk,
 * which is 36 KiB for a file of 1 GiB.
 */
export function encodeChunks(chunks: ChunkRef[]): Buffer {
  const bytes = Buffer.allocUnsafe(chunks.length * ENTRY_BYTES)
  chunks.forEach((chunk, index) => {
    bytes.write(chunk.hash, index * ENTRY_BYTES, 'hex')
    bytes.writeUInt32BE(chunk.size, index * ENTRY_BYTES + HASH_BYTES)
  })
  return bytes
}

export function decodeChunks(bytes: Uint8Array): ChunkRef[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: buffer.length / ENTRY_BYTES }, (_, index) => ({
    hash: buffer.toString('hex', index * ENTRY_BYTES, index * ENTRY_BYTES + HASH_BYTES),
    size: buffer.readUInt32BE(index * ENTRY_BYTES + HASH_BYTES),
  }))
}

/** Bytes at the beginning of a hash that tell most hashes apart, and fit into a number. */
const BEGINNING = 6

export const beginningOf = (hash: string): number =>
  Number.parseInt(hash.slice(0, 2 * BEGINNING), 16)

/** Those hashes of a stored list whose beginning is wanted: what lists of a whole tenant are walked with. */
export function* hashesBeginning(
  bytes: Uint8Array,
  wanted: ReadonlySet<number>
): Generator<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < buffer.length; at += ENTRY_BYTES) {
    if (wanted.has(buffer.readUIntBE(at, BEGINNING)))
      yield buffer.toString('hex', at, at + HASH_BYTES)
  }
}

/**
 * The id of a content: the hash over its chunk hashes and sizes. Equal bytes give equal ids without
 * reading them a second time, because the chunker cuts them alike.
 */
export function contentId(encodedChunks: Uint8Array): string {
  return createHash('sha256').update('crossdock content 1\n').update(encodedChunks).digest('hex')
}
