/** Number of first bytes needed to detect the type of a file. */
export const sniffedBytes = 4096

/** Characters that a file of the type has at an offset. */
type Sign = [at: number, sign: string]

const movies = ['isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'M4V ', 'dash']
const ftyp = (type: string, brands: string[]): [string, ...Sign[]][] =>
  brands.map((brand) => [type, [4, `ftyp${brand}`]])

/**
 * Formats that browsers show without running anything, by their first bytes. PDF is excluded, because a
 * sandbox blocks the PDF viewers of browsers; `GET …/preview` draws its pages.
 */
const signs: [type: string, ...Sign[]][] = [
  ['image/png', [0, '\x89PNG\r\n\x1a\n']],
  ['image/jpeg', [0, '\xff\xd8\xff']],
  ['image/gif', [0, 'GIF87a']],
  ['image/gif', [0, 'GIF89a']],
  ['image/webp', [0, 'RIFF'], [8, 'WEBP']],
  ...ftyp('image/avif', ['avif', 'avis']),
  ['audio/wav', [0, 'RIFF'], [8, 'WAVE']],
  ['audio/flac', [0, 'fLaC']],
  ['audio/ogg', [0, 'OggS'], [28, '\x01vorbis']],
  ['audio/ogg', [0, 'OggS'], [28, 'OpusHead']],
  ['video/ogg', [0, 'OggS']],
  ['audio/mpeg', [0, 'ID3']],
  ...['\xff\xfb', '\xff\xf3', '\xff\xf2'].map((sign): [string, Sign] => ['audio/mpeg', [0, sign]]),
  ...['\xff\xf1', '\xff\xf9'].map((sign): [string, Sign] => ['audio/aac', [0, sign]]),
  ...ftyp('audio/mp4', ['M4A ', 'M4B ']),
  ...ftyp('video/mp4', movies),
  ...ftyp('video/quicktime', ['qt  ']),
]

/** Text types that are safe to show as plain text. */
const texts = /^(text\/(?!html|xml)[\w.+-]+|application\/(json|x-ndjson|yaml|toml|sql|x-sh))$/

/**
 * The type a browser may show a file as; undefined for a download. The bytes decide. The declared type counts
 * only for texts, which become plain text.
 */
export function shownAs(first: Buffer, mimeType: string): string | undefined {
  const sign = signs.find(([, ...all]) => all.every((one) => matches(first, one)))
  if (sign) return sign[0]
  if (isWebm(first)) return 'video/webm'
  return texts.test(mimeType) && isText(first) ? 'text/plain; charset=utf-8' : undefined
}

const matches = (bytes: Buffer, [at, sign]: Sign): boolean =>
  bytes.toString('latin1', at, at + sign.length) === sign

/** A Matroska file is WebM if that word is among its first 64 bytes. */
const isWebm = (bytes: Buffer): boolean =>
  matches(bytes, [0, '\x1aE\xdf\xa3']) && bytes.subarray(0, 64).includes('webm')

export function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false
  try {
    // The last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
