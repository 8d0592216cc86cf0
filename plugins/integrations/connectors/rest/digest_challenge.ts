const known = ['SHA-256', 'MD5'] as const

/** What a system asks for by Digest authentication (RFC 7616). */
export interface Challenge {
  realm: string
  nonce: string
  opaque: string | undefined
  /** With `-sess` where the key holds for a session. */
  algorithm: string
  hash: 'sha256' | 'md5'
  /** Undefined of a system that knows RFC 2069 only. */
  qop: 'auth' | undefined
  hashesUsername: boolean
}

/** The strongest Digest challenge in `WWW-Authenticate` that Crossdock can answer. */
export function challengeIn(header: string | undefined): Challenge | undefined {
  const found = challengesIn(header ?? '').flatMap((params) => challengeOf(params) ?? [])
  return found.find(({ hash }) => hash === 'sha256') ?? found[0]
}

function challengeOf(params: Map<string, string>): Challenge | undefined {
  const [realm, nonce] = [params.get('realm'), params.get('nonce')]
  const algorithm = params.get('algorithm') ?? 'MD5'
  const name = known.find((one) => one === algorithm.toUpperCase().replace(/-SESS$/, ''))
  const qops = params
    .get('qop')
    ?.toLowerCase()
    .split(/[\s,]+/)
  if (realm === undefined || nonce === undefined || !name) return undefined
  if (qops && !qops.includes('auth')) return undefined
  return {
    ...{ realm, nonce, algorithm, opaque: params.get('opaque') },
    hash: name === 'MD5' ? 'md5' : 'sha256',
    qop: qops ? 'auth' : undefined,
    hashesUsername: params.get('userhash')?.toLowerCase() === 'true',
  }
}

/** A scheme, or a parameter of the one before it. */
const piece =
  /([!#$%&'*+\-.^_`|~0-9a-z]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+\-.^_`|~0-9a-z]+)))?/gi

/** The parameters of each Digest challenge in a header, which may hold challenges of other schemes as well. */
function challengesIn(header: string): Map<string, string>[] {
  const all: Map<string, string>[] = []
  let current: Map<string, string> | undefined
  for (const [, name = '', quoted, plain] of header.slice(0, 8_192).matchAll(piece)) {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain
    if (value !== undefined) current?.set(name.toLowerCase(), value)
    else if (name.toLowerCase() === 'digest') all.push((current = new Map()))
    else current = undefined
  }
  return all
}
