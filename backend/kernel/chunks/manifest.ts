import { createHash, hash, webcrypto } from 'node:crypto'

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

/** Handing bytes to another thread costs about as much as hashing this many. */
const WORTH_A_THREAD = 64 * 1024

/**
 * Like `chunkHash`, but hashes large chunks in Node's thread pool. Hashes then run in parallel and do not block
 * the event loop.
 */
export async function hashInThread(bytes: Buffer): Promise<string> {
  if (bytes.length < WORTH_A_THREAD) return chunkHash(bytes)
  // The types allow shared memory, but these bytes are never shared between threads.
  const own = bytes as Buffer<ArrayBuffer>
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', own)).toString('hex')
}

/**
 * The stored form of a chunk list: 32 bytes of hash and 4 bytes of size (big endian) per chunk, 36 KiB for a
 * file of 1 GiB.
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

/** Length of a hash prefix that distinguishes most hashes and fits into a number. */
const PREFIX_BYTES = 6

export const prefixOf = (hash: string): number =>
  Number.parseInt(hash.slice(0, 2 * PREFIX_BYTES), 16)

/** Yields the hashes of an encoded list that begin with a wanted prefix. Used to scan the lists of a tenant. */
export function* hashesWithPrefix(
  bytes: Uint8Array,
  wanted: ReadonlySet<number>
): Generator<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < buffer.length; at += ENTRY_BYTES) {
    if (wanted.has(buffer.readUIntBE(at, PREFIX_BYTES)))
      yield buffer.toString('hex', at, at + HASH_BYTES)
  }
}

/**
 * The id of a content: a hash of its chunk list. Equal bytes get equal ids, because they are cut alike. The
 * bytes need not be read a second time.
 */
export function contentId(encodedChunks: Uint8Array): string {
  return createHash('sha256').update('crossdock content 1\n').update(encodedChunks).digest('hex')
}
