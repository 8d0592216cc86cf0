import { createHash } from 'node:crypto'
import { Problem, text } from '@crossdock/kernel/http'

/** Algorithms of Upload-Checksum, as node names them, too. */
export const checksums = ['sha1', 'sha256', 'md5']

export interface Checksum {
  algorithm: string
  /** In Base64. */
  expected: string
}

/** @throws Problem 400 for an algorithm that is none of ours */
export function checksumIn(header: string | undefined): Checksum | undefined {
  if (header === undefined) return undefined
  const [algorithm = '', expected = ''] = header.trim().split(' ')
  if (checksums.includes(algorithm) && expected) return { algorithm, expected }
  throw new Problem(
    400,
    'E_TUS_CHECKSUM',
    text('Upload-Checksum must be one of {known}, a blank and the checksum in Base64.', {
      known: checksums.join(', '),
    })
  )
}

/** The same bytes, held against their checksum at the end. @throws Problem 460 */
export async function* checked(
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
      'The {algorithm} of these bytes is {found}, not {expected}. Nothing of them was kept; send them again.',
      values
    )
  )
}
