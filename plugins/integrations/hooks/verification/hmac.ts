import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { Proof, SignedRequest, Verified } from '../../contracts/index.js'
import type { HmacScheme } from './scheme.js'

/** A message with an id is known again for so long: senders try for about a day. */
const knownSeconds = 24 * 60 * 60

/** Longest header that is looked at; it holds a few signatures. */
const longest = 4_096

/** What is to be verified, as the headers tell it; null where something is missing or cannot be read. */
function claimOf(scheme: HmacScheme, request: Omit<SignedRequest, 'body'>) {
  const header = request.headers[scheme.header] ?? ''
  if (header === '' || header.length > longest) return null
  const { signatures, entries } = readHeader(scheme, header)
  const time = timeOf(scheme, request, entries)
  const id = scheme.id === undefined ? undefined : request.headers[scheme.id]
  if (scheme.signs.includes('id') && !id) return null
  if (scheme.time && !/^\d{1,12}$/.test(time)) return null
  const given = signatures.map((text) => bytesOf(scheme, text)).filter((bytes) => bytes.length > 0)
  return given.length > 0 ? { given, time, id } : null
}

/** Whether a request has all that a signature takes. Its time is not looked at: see `verifyHmac`. */
export const hasSignature = (scheme: HmacScheme, request: Omit<SignedRequest, 'body'>): boolean =>
  claimOf(scheme, request) !== null

/**
 * Whether a request is signed with one of the secrets, and lately. The signature goes before the time: a wrong one tells
 * nothing of the time that would be taken.
 */
export function verifyHmac(
  scheme: HmacScheme,
  request: SignedRequest,
  secrets: readonly string[],
  now: number
): Verified | null {
  const claim = claimOf(scheme, request)
  if (!claim) return null
  const { given, time, id } = claim
  const right = secrets.map((secret) => signatureOf(scheme, request.body, { id, time }, secret))
  const isSigned = given.some((one) => right.some((other) => isSame(one, other)))
  if (!isSigned) return null
  if (scheme.time && Math.abs(now / 1000 - Number(time)) > scheme.toleranceSeconds) return null
  if (id && scheme.signs.includes('id')) {
    return { message: { key: `id:${hash('sha256', id, 'hex')}`, seconds: knownSeconds } }
  }
  // By what was signed, not by the signature: that can be written in many ways, and changes with the secret. An id that is not
  // signed tells nothing beside a time: whoever has caught a request could give it another one. Without a time it is all that
  // tells two messages of the same body apart, so there it counts beside the body.
  const parts = scheme.time ? [time] : [id ? hash('sha256', id, 'hex') : '']
  const signed = createHash('sha256').update(parts.join()).update('.').update(request.body)
  const key = `sig:${signed.digest('hex')}`
  // A time may lie as far ahead as behind. Without one, a sender that gives ids tries for a day.
  if (scheme.time) return { message: { key, seconds: 2 * scheme.toleranceSeconds } }
  return { message: { key, seconds: id ? knownSeconds : scheme.toleranceSeconds } }
}

/** The headers that a sender adds. @param id of the message, the same for each try */
export function signHmac(
  scheme: HmacScheme,
  { body }: Pick<SignedRequest, 'body'>,
  secret: string,
  now: number,
  id = `msg_${crypto.randomUUID()}`
): Proof {
  const time = String(Math.floor(now / 1000))
  const signature = signatureOf(scheme, body, { id, time }, secret).toString(scheme.encoding)
  const { list } = scheme
  const entries = [
    ...(scheme.time && 'entry' in scheme.time
      ? [`${scheme.time.entry}${list?.assign}${time}`]
      : []),
    list ? `${list.name}${list.assign}${signature}` : `${scheme.prefix ?? ''}${signature}`,
  ]
  return {
    headers: {
      [scheme.header]: entries.join(list?.separator ?? ''),
      ...(scheme.id ? { [scheme.id]: id } : {}),
      ...(scheme.time && 'header' in scheme.time ? { [scheme.time.header]: time } : {}),
    },
  }
}

/** The signatures of a header, and its other entries. */
function readHeader({ list, prefix = '' }: HmacScheme, header: string) {
  if (!list) {
    const has = header.startsWith(prefix)
    return { signatures: has ? [header.slice(prefix.length).trim()] : [], entries: [] }
  }
  const entries = header.split(list.separator).map((entry) => {
    const at = entry.indexOf(list.assign)
    return [entry.slice(0, at).trim(), entry.slice(at + list.assign.length).trim()] as const
  })
  const signatures = entries.filter(([name]) => name === list.name).map(([, value]) => value)
  return { signatures: signatures.slice(0, 10), entries }
}

function timeOf(
  { time }: HmacScheme,
  { headers }: Pick<SignedRequest, 'headers'>,
  entries: readonly (readonly [string, string])[]
): string {
  if (!time) return ''
  if ('header' in time) return headers[time.header] ?? ''
  return entries.find(([name]) => name === time.entry)?.[1] ?? ''
}

/** The key in a secret of Standard Webhooks. */
export const whsecKey = (secret: string): Buffer =>
  Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

function signatureOf(
  { algorithm, signs, secret: form }: HmacScheme,
  body: Buffer,
  { id = '', time }: { id?: string | undefined; time: string },
  secret: string
): Buffer {
  const key = form === 'whsec' ? whsecKey(secret) : secret
  const mac = createHmac(algorithm, key)
  for (const part of signs) {
    if (typeof part === 'object') mac.update(part.text)
    else mac.update(part === 'body' ? body : part === 'time' ? time : id)
  }
  return mac.digest()
}

/** Empty for what is no text of the encoding: decoding alone would drop what does not fit. */
function bytesOf({ encoding }: HmacScheme, text: string): Buffer {
  const bytes = Buffer.from(text, encoding)
  const same = bytes.toString(encoding)
  return same === (encoding === 'hex' ? text.toLowerCase() : text) ? bytes : Buffer.alloc(0)
}

/** Compares in constant time; lengths are no secret, and differing ones would throw. */
export const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)
