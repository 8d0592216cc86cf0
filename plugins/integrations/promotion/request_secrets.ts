import { isSecret } from '@crossdock/environments/contracts'
import { isRecord } from '../calls/values.js'
import type { RequestSchema } from '../contracts/index.js'

/** What is sent, as far as somebody may have written a key into it. */
export interface Request {
  path: string
  requestSchema: RequestSchema
}

type Split = [plain: unknown, secrets: string[]]

/** A value without the secrets in it, and where they stand. */
function split(value: unknown, path: string): Split {
  if (typeof value !== 'object' || value === null) return [value, []]
  const secrets: string[] = []
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const at = `${path}.${name}`
    if (!Array.isArray(value) && isSecret(name, part)) {
      secrets.push(at)
      return []
    }
    const [plain, inner] = split(part, at)
    secrets.push(...inner)
    // A group that held nothing else is none: whoever has no secrets would not have it either.
    const isEmptied = inner.length > 0 && isRecord(plain) && Object.keys(plain).length === 0
    return isEmptied && !Array.isArray(value) ? [] : [[name, plain] as const]
  })
  return [Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts), secrets]
}

const partsOfPath = (path: string): [start: string, pairs: string[]] => {
  const at = path.indexOf('?')
  return at < 0 ? [path, []] : [path.slice(0, at), path.slice(at + 1).split('&')]
}
const nameOf = (pair: string) => pair.split('=', 1)[0]!
const isSecretPair = (pair: string) => isSecret(nameOf(pair), pair.slice(nameOf(pair).length + 1))
const joined = (start: string, pairs: readonly string[]) =>
  pairs.length > 0 ? `${start}?${pairs.join('&')}` : start

/** Where they stand: `requestSchema.headers.Authorization`, `path.api_key`. */
export const secretsOfRequest = ({ path, requestSchema }: Request): string[] => [
  ...split(requestSchema, 'requestSchema')[1],
  ...partsOfPath(path)[1]
    .filter(isSecretPair)
    .map((pair) => `path.${nameOf(pair)}`),
]

/** A request without them. */
export function plainRequest({ path, requestSchema }: Request): Request {
  const [start, pairs] = partsOfPath(path)
  const kept = pairs.filter((pair) => !isSecretPair(pair))
  return {
    path: kept.length === pairs.length ? path : joined(start, kept),
    requestSchema: split(requestSchema, 'requestSchema')[0] as RequestSchema,
  }
}

/** A request with those of another one, where it says nothing under their names itself. */
export function withSecrets(plain: Request, stored: Request): Request {
  const [start, pairs] = partsOfPath(plain.path)
  const names = new Set(pairs.map(nameOf))
  const more = partsOfPath(stored.path)[1].filter(
    (pair) => isSecretPair(pair) && !names.has(nameOf(pair))
  )
  const merged = merge(plain.requestSchema, stored.requestSchema, '')
  return {
    path: more.length > 0 ? joined(start, [...pairs, ...more]) : plain.path,
    requestSchema: (merged ?? {}) as RequestSchema,
  }
}

/** @returns undefined for nothing on either side */
function merge(plain: unknown, stored: unknown, group: string): unknown {
  if (Array.isArray(plain) && Array.isArray(stored) && plain.length === stored.length) {
    return plain.map((part, at) => merge(part, stored[at], ''))
  }
  if (!isRecord(stored) || (plain !== undefined && !isRecord(plain))) return plain
  // Names of headers that differ in case only are one.
  const same = (name: string) => (group === 'headers' ? name.toLowerCase() : name)
  const given = new Set(Object.keys(plain ?? {}).map(same))
  const whole: Record<string, unknown> = { ...plain }
  for (const [name, part] of Object.entries(stored)) {
    if (isSecret(name, part)) {
      if (!given.has(same(name))) whole[name] = part
      continue
    }
    const inner = merge(plain?.[name], part, name)
    if (inner !== undefined) whole[name] = inner
  }
  return plain === undefined && Object.keys(whole).length === 0 ? undefined : whole
}
