import { notFound, Problem, text, type Text } from '@crossdock/kernel/http'

/** What we speak: tus.io/protocols/resumable-upload, 1.0.0. */
export const tusVersion = '1.0.0'

export const tusExtensions = [
  'creation',
  'creation-with-upload',
  'creation-defer-length',
  'expiration',
  'checksum',
  'termination',
  'concatenation',
]

/** The media type of the bytes of an upload. */
export const tusBody = 'application/offset+octet-stream'

const wrong = (code: string, message: Text) => new Problem(400, code, message)

/** A number of bytes; undefined where the header is not there. @throws Problem 400 */
export function bytesIn(name: string, header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const bytes = Number(header)
  if (/^\d{1,16}$/.test(header) && Number.isSafeInteger(bytes)) return bytes
  const value = header.slice(0, 40)
  throw wrong(
    'E_TUS_HEADER',
    text('{name} must be a number of bytes, not "{value}".', { name, value })
  )
}

/** Values that JavaScript clients send for a missing value. */
const notGiven = ['', 'null', 'undefined']

/** Keys and values of Upload-Metadata, without those that mean "not given". @throws Problem 400 */
export function metadataIn(header: string | undefined): Map<string, string> {
  const pairs = new Map<string, string>()
  const keys = new Set<string>()
  if (!header?.trim()) return pairs
  for (const pair of header.split(',')) {
    const [key = '', value = '', ...more] = pair.trim().split(' ')
    if (key === '' || more.length > 0) {
      throw wrong(
        'E_TUS_METADATA',
        text('Upload-Metadata must be pairs of a key and a value in Base64, with commas between.')
      )
    }
    if (keys.has(key)) {
      throw wrong('E_TUS_METADATA', text('Upload-Metadata has the key "{key}" twice.', { key }))
    }
    keys.add(key)
    const given = decoded(key, value)
    if (!notGiven.includes(given)) pairs.set(key, given)
  }
  return pairs
}

function decoded(key: string, value: string): string {
  try {
    const bytes = Buffer.from(value, 'base64')
    if (bytes.toString('base64') !== value) throw new Error('no Base64')
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw wrong(
      'E_TUS_METADATA',
      text('The value of "{key}" in Upload-Metadata is no UTF-8 in Base64.', { key })
    )
  }
}

/** Ids of the uploads that a final one is joined of. @throws Problem 400, or 404 for an address that is none of an upload */
export function partsIn(concat: string): string[] {
  const addresses = concat.slice('final;'.length).split(' ').filter(Boolean)
  if (addresses.length === 0 || addresses.length > mostParts) {
    throw wrong(
      'E_TUS_CONCAT',
      text('A final upload is joined of 1 to {most} parts.', { most: mostParts })
    )
  }
  const ids = addresses.map((address) => {
    const id = /\/api\/uploads\/([\w-]{1,36})$/.exec(address)?.[1]
    if (!id) throw notFound('There is no upload with the id "{id}".', address.slice(0, 100))
    return id
  })
  const twice = ids.find((id, at) => ids.indexOf(id) < at)
  if (twice === undefined) return ids
  const message = text('A final upload is joined of different parts; {id} is named twice.', {
    id: twice,
  })
  throw wrong('E_TUS_CONCAT', message)
}

const mostParts = 1_000
