import { crc32 } from 'node:zlib'

/** The reflected polynomial of CRC-32, as in zip and gzip. */
const POLYNOMIAL = 0xedb88320

export const crc32Of = (bytes: Uint8Array): number => crc32(bytes)

/**
 * Returns the CRC-32 of joined bytes, from the checksums of both parts and the length of the second (zlib's
 * crc32_combine).
 */
export function joinedCrc32(first: number, second: number, secondLength: number): number {
  return (multiplied(shiftedBy(secondLength), first) ^ second) >>> 0
}

/** For each n, x to the power of 2^n, modulo the CRC-32 polynomial. */
const powers: number[] = [1 << 30]
for (let n = 1; n < 32; n++) powers.push(multiplied(powers[n - 1]!, powers[n - 1]!))

/** Returns x to the power of the number of bits in these bytes. Appending bytes multiplies a CRC by this factor. */
function shiftedBy(bytes: number): number {
  let product = 1 << 31
  // Starts at n = 3, because a byte has 2^3 bits.
  for (let rest = bytes, n = 3; rest > 0; rest = Math.floor(rest / 2), n++) {
    if (rest % 2 === 1) product = multiplied(powers[n & 31]!, product)
  }
  return product
}

/** The product of two polynomials modulo the CRC-32 polynomial, highest bits first. */
function multiplied(a: number, b: number): number {
  let product = 0
  for (let bit = 1 << 31, factor = b; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor
    factor = (factor & 1) === 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1
  }
  return product >>> 0
}
