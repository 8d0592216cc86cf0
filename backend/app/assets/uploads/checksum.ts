import { createHash } from 'node:crypto'
import { Problem, text } from '@crossdock/kernel/ground'

/** Algorithms of Upload-Checksum; Node.js uses the same names. */
export const checksums = ['sha1', 'sha256', 'md5']

export interface Checksum {
  algorithm: string
  /** The expected digest in Base64. */
  expected: string
}

/** @throws Problem 400 for an unsupported algorithm */
export function parseChecksum(header: string | undefined): Checksum | undefined {
  if (header === undefined) return undefined
  const [algorithm = '', expected = ''] = header.trim().split(' ')
  if (checksums.includes(algorithm) && expected) return { algorithm, expected }
  throw new Problem(
    400,
    'E_TUS_CHECKSUM',
    text('Upload-Checksum must be one of {known}, a space and the checksum in Base64.', {
      known: checksums.join(', '),
    })
  )
}

/** Yields the bytes, and compares their checksum at the end. @throws Problem 460 */
export async function* verifyChecksum(
  bytes: AsyncIterable<Uint8Array>,
  { algorithm, expected }: Checksum
): AsyncGenerator<Uint8Array> {
  const hash = createHash(algorithm)
  for await (const piece of bytes) {
    hash.update(piece)
    yield piece
  }
  const found = hash.digest('base64')
  if (found === expected) return
  const values = { algorithm, expected: expected.slice(0, 100), found }
  throw new Problem(
    460,
    'E_TUS_CHECKSUM',
    text(
      'The {algorithm} of these bytes is {found}, not {expected}. None of them were kept. Send them again.',
      values
    )
  )
}
