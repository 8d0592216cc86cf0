import { isUuid, notFound, Problem, text, type Text } from '@crossdock/kernel/ground'

/** The supported protocol: tus.io/protocols/resumable-upload, 1.0.0. */
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

/** Media type of the bytes of an upload. */
export const tusBody = 'application/offset+octet-stream'

const headerProblem = (code: string, message: Text) => new Problem(400, code, message)

/** A number of bytes; undefined without the header. @throws Problem 400 */
export function parseBytes(name: string, header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const bytes = Number(header)
  if (/^\d{1,16}$/.test(header) && Number.isSafeInteger(bytes)) return bytes
  const value = header.slice(0, 40)
  throw headerProblem(
    'E_TUS_HEADER',
    text('{name} must be a number of bytes, not "{value}".', { name, value })
  )
}

/**
 * The id that the client chose for its upload; undefined without the header. A client that loses the answer
 * finds the upload under this id, instead of sending the file twice.
 * @throws Problem 400
 */
export function parseUploadId(header: string | undefined): string | undefined {
  if (header === undefined || (isUuid(header) && header === header.toLowerCase())) return header
  throw headerProblem(
    'E_TUS_HEADER',
    text('Upload-Id must be a UUID in lower case, not "{value}".', { value: header.slice(0, 40) })
  )
}

/** Texts that JavaScript clients send instead of a missing value. */
const notGiven = ['', 'null', 'undefined']

/** Keys and values of Upload-Metadata, without those that mean "not given". @throws Problem 400 */
export function parseMetadata(header: string | undefined): Map<string, string> {
  const pairs = new Map<string, string>()
  const keys = new Set<string>()
  if (!header?.trim()) return pairs
  for (const pair of header.split(',')) {
    const [key = '', value = '', ...more] = pair.trim().split(' ')
    if (key === '' || more.length > 0) {
      throw headerProblem(
        'E_TUS_METADATA',
        text('Upload-Metadata must be pairs of a key and a value in Base64, separated by commas.')
      )
    }
    if (keys.has(key)) {
      throw headerProblem(
        'E_TUS_METADATA',
        text('Upload-Metadata has the key "{key}" twice.', { key })
      )
    }
    keys.add(key)
    const given = decodeValue(key, value)
    if (!notGiven.includes(given)) pairs.set(key, given)
  }
  return pairs
}

function decodeValue(key: string, value: string): string {
  try {
    const bytes = Buffer.from(value, 'base64')
    if (bytes.toString('base64') !== value) throw new Error('no Base64')
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw headerProblem(
      'E_TUS_METADATA',
      text('The value of "{key}" in Upload-Metadata is not UTF-8 in Base64.', { key })
    )
  }
}

/** Ids of the parts of a final upload. @throws Problem 400, or 404 for an address that is not an upload */
export function parseParts(concat: string): string[] {
  const addresses = concat.slice('final;'.length).split(' ').filter(Boolean)
  if (addresses.length === 0 || addresses.length > mostParts) {
    throw headerProblem(
      'E_TUS_CONCAT',
      text('A final upload must have 1 to {most} parts.', { most: mostParts })
    )
  }
  const ids = addresses.map((address) => {
    const id = /\/api\/uploads\/([\w-]{1,36})$/.exec(address)?.[1]
    if (!id) throw notFound('There is no upload with the id "{id}".', address.slice(0, 100))
    return id
  })
  const twice = ids.find((id, at) => ids.indexOf(id) < at)
  if (twice === undefined) return ids
  const message = text('A final upload must name each part once; {id} is named twice.', {
    id: twice,
  })
  throw headerProblem('E_TUS_CONCAT', message)
}

const mostParts = 1_000
