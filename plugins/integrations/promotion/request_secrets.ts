import { createHash } from 'node:crypto'
import { isSecret } from '@crossdock/environments/contracts'
import { isNested } from '@crossdock/kernel/json'
import { isRecord } from '../placeholders/values.js'
import type { RequestSchema } from '../contracts/index.js'

/** The sent parts of an endpoint, which may contain a key. */
export interface Request {
  path: string
  requestSchema: RequestSchema
}

/** The place of a secret: a label for people, and a key that does not change when an entry moves within a list. */
export interface SecretPlace {
  place: string
  key: string
}

type Split = [plain: unknown, secrets: SecretPlace[]]

/** Returns a value without its secrets, and the places of these secrets. */
function split(value: unknown): Split {
  if (!isNested(value)) return [value, []]
  if (Array.isArray(value)) return splitList(value)
  const secrets: SecretPlace[] = []
  const parts = Object.entries(value).flatMap(([name, part]) => {
    if (isSecret(name, part)) {
      secrets.push({ place: name, key: name })
      return []
    }
    const [plain, inner] = split(part)
    secrets.push(...inner.map(within(name)))
    // Remove a group that contained only secrets, because an endpoint without secrets would not have it either.
    const isEmptied = inner.length > 0 && isRecord(plain) && Object.keys(plain).length === 0
    return isEmptied ? [] : [[name, plain] as const]
  })
  return [Object.fromEntries(parts), secrets]
}

/**
 * Splits a list. The key of an entry contains a hash of its content without secrets, and a number for equal
 * entries.
 */
function splitList(list: readonly unknown[]): Split {
  const seen = new Map<string, number>()
  const entries = list.map((entry) => split(entry))
  const secrets = entries.flatMap(([plain, inner], at) => {
    const rest = sorted(plain)
    const nth = (seen.get(rest) ?? 0) + 1
    seen.set(rest, nth)
    if (inner.length === 0) return []
    const hash = createHash('sha256').update(rest).digest('hex').slice(0, 16)
    return inner.map(within(String(at + 1), `${hash}~${nth}`))
  })
  return [entries.map(([plain]) => plain), secrets]
}

const within =
  (place: string, key = place) =>
  (inner: SecretPlace): SecretPlace => ({
    place: `${place}.${inner.place}`,
    key: `${key}.${inner.key}`,
  })

/** Returns a value as JSON text that does not depend on key order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(byName)) : part
  ) ?? ''

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)

const restOf = (value: unknown): string => sorted(split(value)[0])

const partsOfPath = (path: string): [start: string, pairs: string[]] => {
  const at = path.indexOf('?')
  return at < 0 ? [path, []] : [path.slice(0, at), path.slice(at + 1).split('&')]
}
const nameOf = (pair: string) => pair.split('=', 1)[0]!
const isSecretPair = (pair: string) => isSecret(nameOf(pair), pair.slice(nameOf(pair).length + 1))
const joined = (start: string, pairs: readonly string[]) =>
  pairs.length > 0 ? `${start}?${pairs.join('&')}` : start

/** Returns the places of secrets: `requestSchema.headers.Authorization`, `path.api_key`. */
export const secretsOfRequest = ({ path, requestSchema }: Request): SecretPlace[] => [
  ...split(requestSchema)[1].map(within('requestSchema')),
  ...partsOfPath(path)[1]
    .filter(isSecretPair)
    .map((pair) => `path.${nameOf(pair)}`)
    .map((place) => ({ place, key: place })),
]

/** Returns a request without secrets. */
export function plainRequest({ path, requestSchema }: Request): Request {
  const [start, pairs] = partsOfPath(path)
  const kept = pairs.filter((pair) => !isSecretPair(pair))
  return {
    path: kept.length === pairs.length ? path : joined(start, kept),
    requestSchema: split(requestSchema)[0] as RequestSchema,
  }
}

/** Adds the stored secrets to a request that has no values under their names. */
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

/**
 * Merges the secrets of a value.
 * @returns undefined if both sides are empty
 */
function merge(plain: unknown, stored: unknown, group: string): unknown {
  if (Array.isArray(plain) && Array.isArray(stored)) return mergeLists(plain, stored)
  if (!isRecord(stored) || (plain !== undefined && !isRecord(plain))) return plain
  // Header names that differ only in upper and lower case are equal.
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

/**
 * Merges the secrets of a list. A secret stays with its entry, even if the entry moves. The rest of the entry must
 * be equal, and unique on both sides.
 */
function mergeLists(plain: readonly unknown[], stored: readonly unknown[]): unknown[] {
  const [given, there] = [plain.map(restOf), stored.map(restOf)]
  const isSame = given.length === there.length && given.every((rest, at) => rest === there[at])
  return plain.map((part, at) => {
    // In an unchanged list, equal entries also match by position.
    const from = isSame ? at : there.indexOf(given[at]!)
    const isSure = isSame || (isOnly(given, given[at]!) && isOnly(there, given[at]!))
    return from >= 0 && isSure ? merge(part, stored[from], '') : part
  })
}

const isOnly = (all: readonly string[], one: string): boolean =>
  all.indexOf(one) === all.lastIndexOf(one)
