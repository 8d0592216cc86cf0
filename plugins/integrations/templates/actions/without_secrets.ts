import { invalid, text } from '@crossdock/kernel/ground'
import { isNested, isNumber } from '@crossdock/kernel/json'
import type { KnownSecrets } from '@crossdock/kernel/secrets'
import { currentSecrets } from '../../calls/known_secrets.js'
import type { Made } from './made.js'

/**
 * Removes texts from a system's definition that contain a secret of the environment, or the user and password of
 * an address. Hints name the removed places.
 * @throws Problem 422 for a secret in a name, an address or a path, which cannot be removed
 */
export async function withoutWrittenSecrets({ systemType, definition }: Made): Promise<Made> {
  const known = await currentSecrets()
  const { system, endpoints, hints } = definition
  if (holds(system.baseUrl, known)) throw writtenIn('baseUrl')
  const found: string[] = []
  const without = <T>(value: T, place: string): T => plain(value, place, known, found) as T
  const made = {
    system: { ...system, authConfig: without(system.authConfig, 'authConfig') },
    endpoints: endpoints.map((endpoint) => {
      const { name, path, requestSchema, responseSchema, fieldMapping } = endpoint
      const [start = '', query] = split(path)
      if (holds(name, known) || holds(start, known)) throw writtenIn(`endpoint ${endpoint.key}`)
      const pairs = query?.split('&') ?? []
      const kept = pairs.filter((pair) => !holds(pair, known))
      if (kept.length < pairs.length) found.push(`${name}: path`)
      return {
        ...endpoint,
        path: kept.length > 0 ? `${start}?${kept.join('&')}` : query ? start : path,
        requestSchema: without(requestSchema, `${name}: requestSchema`),
        responseSchema: without(responseSchema, `${name}: responseSchema`),
        fieldMapping: without(fieldMapping, `${name}: fieldMapping`),
      }
    }),
  }
  const placeHints = found.slice(0, maxHints).map((place) => hintOf(place))
  return { systemType, definition: { ...definition, ...made, hints: [...hints, ...placeHints] } }
}

/** Maximum number of hints. The first test call reveals further places. */
const maxHints = 10

const hintOf = (place: string) =>
  `A secret was written here and is left out. Enter it again: ${place}`.slice(0, 500)

const writtenIn = (place: string) =>
  invalid(
    'fromSystemId',
    text(
      'A secret of this environment is written out in the system ({place}). Put it into a secret variable or the authentication of the system first.',
      { place }
    )
  )

function split(path: string): [string, string?] {
  const at = path.indexOf('?')
  return at < 0 ? [path] : [path.slice(0, at), path.slice(at + 1)]
}

function plain(value: unknown, place: string, known: KnownSecrets, found: string[]): unknown {
  if (!isNested(value)) return value
  if (Array.isArray(value)) {
    return value
      .filter((part) => isKept('', part, place, known, found))
      .map((part) => plain(part, place, known, found))
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, part]) => isKept(name, part, place, known, found))
      .map(([name, part]) => [name, plain(part, `${place}.${name}`, known, found)])
  )
}

function isKept(
  name: string,
  part: unknown,
  place: string,
  known: KnownSecrets,
  found: string[]
): boolean {
  const inName = holds(name, known)
  if (!inName && !holds(part, known)) return true
  found.push(inName || name === '' ? place : `${place}.${name}`)
  return false
}

/** Matches the user and password of an address, also of one inside a query. */
const signedIn =
  /[a-z][a-z\d+.-]{0,20}(?::|%3a)(?:\/|%2f){2}[^\s/?#&@]{0,500}(?::|%3a)[^\s/?#&@]{0,500}(?:@|%40)/i

function holds(value: unknown, known: KnownSecrets): boolean {
  if (isNumber(value)) return known.isOne(value)
  if (typeof value !== 'string') return false
  return signedIn.test(value) || known.maskText(value) !== value
}
