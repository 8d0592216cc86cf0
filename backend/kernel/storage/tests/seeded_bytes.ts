import { createCipheriv, hash } from 'node:crypto'

/** Returns random bytes that are the same for the same seed on every machine: an AES key stream. */
export function seededBytes(seed: string, length: number): Buffer {
  const key = hash('sha256', seed, 'buffer').subarray(0, 16)
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length))
}

/** Returns a function for whole numbers below a bound, for property tests. */
export function seededNumbers(seed: string): (bound: number) => number {
  const stream = createCipheriv('aes-128-ctr', seededBytes(seed, 16), Buffer.alloc(16))
  return (bound) => stream.update(Buffer.alloc(4)).readUInt32LE(0) % bound
}

/** Yields the bytes in pieces, as a network would deliver them. */
export async function* pieces(bytes: Buffer, size: number = 64 * 1024): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
