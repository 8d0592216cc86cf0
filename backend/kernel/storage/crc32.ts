import { crc32 } from 'node:zlib'

/** The reflected polynomial of CRC-32 as zip and gzip have it. */
const POLYNOMIAL = 0xedb88320

export const crc32Of = (bytes: Uint8Array): number => crc32(bytes)

/** The CRC-32 of two texts one behind the other, of theirs and the length of the second (zlib's crc32_combine). */
export function joinedCrc32(first: number, second: number, secondLength: number): number {
  return (multiplied(shiftedBy(secondLength), first) ^ second) >>> 0
}

/** x to the power of 2 to the power of n, for each n. */
const powers: number[] = [1 << 30]
for (let n = 1; n < 32; n++) powers.push(multiplied(powers[n - 1]!, powers[n - 1]!))

/** x to the power of as many bits as there are in so many bytes: what bytes behind others do to their CRC. */
function shiftedBy(bytes: number): number {
  let product = 1 << 31
  // Bytes are 2 to the power of 3 bits.
  for (let rest = bytes, n = 3; rest > 0; rest = Math.floor(rest / 2), n++) {
    if (rest % 2 === 1) product = multiplied(powers[n & 31]!, product)
  }
  return product
}

/** The product of two polynomials modulo that of CRC-32, their highest bits first. */
function multiplied(a: number, b: number): number {
  let product = 0
  for (let bit = 1 << 31, factor = b; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor
    factor = (factor & 1) === 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1
  }
  return product >>> 0
}
