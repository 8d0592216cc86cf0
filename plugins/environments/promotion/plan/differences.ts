import { isUuid } from '@crossdock/kernel/ground'
import { isNested } from '@crossdock/kernel/json'
import { withoutSecrets } from '../../contracts/index.js'

/** A changed field, with both values as texts for people. A value is null if it is not set. */
export interface Difference {
  field: string
  from: string | null
  to: string | null
}

/** Maximum number of differences that are shown for an item. */
const most = 50
/** Maximum length of a value, in characters. */
const longest = 200

/** Returns names that are shown instead of ids. */
export interface Names {
  /** Returns the name of the row with this id. */
  row(id: string): string | undefined
  /** Returns the name of a part that has its own id, such as a step. */
  part?(part: object): string | undefined
}

/**
 * Returns the differences of two definitions, field by field. List entries with ids are matched by id. Values
 * are texts for people, without ids and with everything that looks like a secret masked.
 */
export function differences(from: unknown, to: unknown, names: Names): Difference[] {
  const found: Difference[] = []
  for (const [field, was, is] of unlike(from, to, '')) {
    const text = (value: unknown) => shown(withoutSecrets(value, lastOf(field)), names)
    found.push({ field, from: text(was), to: text(is) })
    if (found.length === most) break
  }
  return found
}

type Unlike = [field: string, from: unknown, to: unknown]

function* unlike(from: unknown, to: unknown, field: string): Generator<Unlike> {
  if (canonical(from) === canonical(to)) return
  if (!isNested(from) || !isNested(to) || Array.isArray(from) !== Array.isArray(to)) {
    return yield [field, from, to]
  }
  const [was, is] = [partsOf(from), partsOf(to)]
  for (const key of new Set([...is.keys(), ...was.keys()])) {
    const place = is.get(key) ?? was.get(key)!
    const name = field ? `${field}.${place.name}` : place.name
    yield* unlike(was.get(key)?.value, is.get(key)?.value, name)
  }
}

/** Returns the parts of an object or a list, each by the key that identifies the part. */
function partsOf(value: object): Map<string, { name: string; value: unknown }> {
  if (!Array.isArray(value)) {
    return new Map(Object.entries(value).map(([name, part]) => [name, { name, value: part }]))
  }
  const ids = value.map((entry: unknown) =>
    isNested(entry) && 'id' in entry && typeof entry.id === 'string' ? entry.id : undefined
  )
  const byId = ids.every((id) => id !== undefined) && new Set(ids).size === ids.length
  return new Map(
    value.map((entry: unknown, at) => [
      byId ? ids[at]! : String(at),
      { name: String(at + 1), value: entry },
    ])
  )
}

const lastOf = (field: string) => field.split('.').at(-1)!

function shown(value: unknown, names: Names): string | null {
  if (value === undefined || value === null) return null
  const text = plain(value, names)
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

function plain(value: unknown, names: Names): string {
  // Show names instead of ids. An id without a known name says nothing to people.
  if (typeof value === 'string') return names.row(value) ?? (isUuid(value) ? '…' : value)
  if (Array.isArray(value)) return value.map((part) => plain(part, names)).join(', ')
  if (!isNested(value)) return String(value)
  const part = 'id' in value ? names.part?.(value) : undefined
  if (part !== undefined) return part
  return Object.entries(value)
    .filter(([name, inner]) => name !== 'id' && inner !== null && inner !== undefined)
    .map(([name, inner]) => `${name}: ${plain(inner, names)}`)
    .join(', ')
}

/**
 * Returns a value as JSON with sorted keys, because PostgreSQL does not keep the order of keys. Fields that are
 * not set are omitted.
 */
export function canonical(value: unknown): string {
  if (!isNested(value)) return JSON.stringify(value ?? null)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined && part !== null)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${parts.map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`).join(',')}}`
}
