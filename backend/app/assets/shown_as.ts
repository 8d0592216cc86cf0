/** So many of the first bytes tell what a file is. */
export const tellingBytes = 4096

/** Where a sign stands, and the sign. */
type Sign = [at: number, sign: string]

const movies = ['isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'M4V ', 'dash']
const ftyp = (type: string, brands: string[]): [string, ...Sign[]][] =>
  brands.map((brand) => [type, [4, `ftyp${brand}`]])

/**
 * What browsers show of themselves and what runs nothing, by what it begins with. PDF is not among it: browsers show it by
 * programs that a sandbox keeps from starting; its pages are drawn (`GET …/preview`).
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

/** Types of texts that are safe to show as what they are not: plain text. */
const texts = /^(text\/(?!html|xml)[\w.+-]+|application\/(json|x-ndjson|yaml|toml|sql|x-sh))$/

/**
 * As what a browser may show a file; undefined when it is to be downloaded. The bytes decide: what a file was said to be is
 * believed only where it says text, which is shown as nothing but that.
 */
export function shownAs(first: Buffer, mimeType: string): string | undefined {
  const sign = signs.find(([, ...all]) => all.every((one) => stands(first, one)))
  if (sign) return sign[0]
  if (isWebm(first)) return 'video/webm'
  return texts.test(mimeType) && isText(first) ? 'text/plain; charset=utf-8' : undefined
}

const stands = (bytes: Buffer, [at, sign]: Sign): boolean =>
  bytes.toString('latin1', at, at + sign.length) === sign

/** Matroska says which kind it is a little later. */
const isWebm = (bytes: Buffer): boolean =>
  stands(bytes, [0, '\x1aE\xdf\xa3']) && bytes.subarray(0, 64).includes('webm')

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
