import { createHash, randomBytes } from 'node:crypto'
import { perApplication } from '@crossdock/kernel/plugin'
import { targetOf } from '@crossdock/kernel/egress'
import type { Call } from '../../contracts/index.js'
import { challengeIn, type Challenge } from './digest_challenge.js'

interface Session {
  challenge: Challenge
  /** Number of requests that were sent with this nonce. */
  count: number
  cnonce: string
}

const MAX_SESSIONS = 1_000

/** The last challenge of each system. While its nonce is valid, a call needs only one request. */
const sessions = perApplication(() => new Map<string, Session>())

interface Asked {
  method: string
  url: string
}

/** Returns `Authorization` for the last challenge of the system; undefined if there is none. */
export function repeatDigest(call: Call, asked: Asked): string | undefined {
  const session = sessions().get(keyOf(call))
  return session && authorization(call, session, asked)
}

/** Returns `Authorization` in answer to a challenge; undefined for an unsupported challenge. */
export function answerChallenge(call: Call, asked: Asked, header: string | undefined) {
  const challenge = challengeIn(header)
  const key = keyOf(call)
  const all = sessions()
  all.delete(key)
  if (!challenge) return undefined
  const session = { challenge, count: 0, cnonce: randomBytes(16).toString('hex') }
  all.set(key, session)
  const [oldest] = all.keys()
  if (all.size > MAX_SESSIONS && oldest !== undefined) all.delete(oldest)
  return authorization(call, session, asked)
}

/** Forgets a challenge whose answer was rejected. */
export function forgetDigest(call: Call): void {
  sessions().delete(keyOf(call))
}

function authorization(call: Call, session: Session, { method, url }: Asked): string {
  const { username = '', password = '' } = call.system.auth
  const { challenge, cnonce } = session
  const { realm, nonce, opaque, algorithm, hash, qop, hashesUsername } = challenge
  const h = (text: string) => createHash(hash).update(text).digest('hex')
  const nc = (++session.count).toString(16).padStart(8, '0')
  const uri = targetOf(new URL(url), url)
  const pair = h(`${username}:${realm}:${password}`)
  const key = /-sess$/i.test(algorithm) ? h(`${pair}:${nonce}:${cnonce}`) : pair
  const request = h(`${method}:${uri}`)
  const middle = qop ? `${nonce}:${nc}:${cnonce}:${qop}` : nonce
  const isPlain = /^[\x20-\x7e]*$/.test(username)
  const parts = [
    hashesUsername || isPlain
      ? `username=${quoted(hashesUsername ? h(`${username}:${realm}`) : username)}`
      : `username*=UTF-8''${encodeURIComponent(username).replace(/['()*]/g, percent)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(uri)}`,
    `response="${h(`${key}:${middle}:${request}`)}"`,
    `algorithm=${algorithm}`,
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...(qop ? [`qop=${qop}`, `nc=${nc}`, `cnonce="${cnonce}"`] : []),
    ...(hashesUsername ? ['userhash=true'] : []),
  ]
  return `Digest ${parts.join(', ')}`
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`

/** Returns the key of a session. A changed password starts a new session. */
function keyOf({ system: { id, baseUrl, auth } }: Call): string {
  const text = JSON.stringify([baseUrl, auth.username, auth.password])
  return `${id}:${createHash('sha256').update(text).digest('base64url')}`
}
