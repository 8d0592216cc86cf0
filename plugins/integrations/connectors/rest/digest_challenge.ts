const known = ['SHA-256', 'MD5'] as const

/** A Digest challenge (RFC 7616). */
export interface Challenge {
  realm: string
  nonce: string
  opaque: string | undefined
  /** The algorithm; `-sess` means that the key is valid for a session. */
  algorithm: string
  hash: 'sha256' | 'md5'
  /** undefined for a system that supports only RFC 2069. */
  qop: 'auth' | undefined
  hashesUsername: boolean
}

/** Returns the strongest Digest challenge in `WWW-Authenticate` that Crossdock can answer. */
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
    realm,
    nonce,
    algorithm,
    opaque: params.get('opaque'),
    hash: name === 'MD5' ? 'md5' : 'sha256',
    qop: qops ? 'auth' : undefined,
    hashesUsername: params.get('userhash')?.toLowerCase() === 'true',
  }
}

/** Matches a scheme, or a parameter of the preceding scheme. */
const piece =
  /([!#$%&'*+\-.^_`|~0-9a-z]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+\-.^_`|~0-9a-z]+)))?/gi

/** Returns the parameters of each Digest challenge in a header, which may also contain other schemes. */
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
