import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { Proof, SignedRequest, Verified } from '../../contracts/webhooks.js'
import type { HmacScheme } from './scheme.js'

/** How long repetitions of a message with an id are recognized. Senders retry for about a day. */
const knownSeconds = 24 * 60 * 60

/** Maximum length of a header that is examined. A header contains only a few signatures. */
const longest = 4_096

/**
 * Reads the signatures of a request and the signed data in its headers.
 * @returns null if something is missing or unreadable
 */
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

/** Returns whether a request has all parts of a signature. Only `verifyHmac` checks its time. */
export const hasSignature = (scheme: HmacScheme, request: Omit<SignedRequest, 'body'>): boolean =>
  claimOf(scheme, request) !== null

/**
 * Verifies that a request is signed with one of the secrets, at an acceptable time. The signature is checked
 * first, so that a wrong signature reveals nothing about the time check.
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
  // Identify a message by its signed data, not by its signature. A signature has several spellings (hex may be
  // upper or lower case), and each secret gives another signature. If the time is signed, an id that is not
  // signed proves nothing: an attacker could replay a request with another id. Without a time, only the id
  // distinguishes messages with equal bodies, so it counts together with the body.
  const parts = scheme.time ? [time] : [id ? hash('sha256', id, 'hex') : '']
  const signed = createHash('sha256').update(parts.join()).update('.').update(request.body)
  const key = `sig:${signed.digest('hex')}`
  // A signed time may differ in both directions. Without one, senders with ids retry for a day.
  if (scheme.time) return { message: { key, seconds: 2 * scheme.toleranceSeconds } }
  return { message: { key, seconds: id ? knownSeconds : scheme.toleranceSeconds } }
}

/**
 * Returns the headers that a sender adds.
 * @param id the id of the message, the same for each attempt
 */
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

/** Splits a header into its signatures and its other entries. */
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

/** Returns the key in a secret of Standard Webhooks. */
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

/**
 * Decodes a signature. Returns an empty buffer for invalid text, because decoding alone would ignore invalid
 * characters.
 */
function bytesOf({ encoding }: HmacScheme, text: string): Buffer {
  const bytes = Buffer.from(text, encoding)
  const same = bytes.toString(encoding)
  return same === (encoding === 'hex' ? text.toLowerCase() : text) ? bytes : Buffer.alloc(0)
}

/** Compares in constant time. Lengths are not secret, and `timingSafeEqual` would throw for unequal lengths. */
export const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)
