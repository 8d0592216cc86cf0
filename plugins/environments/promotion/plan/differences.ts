/** A field that gets another value, as texts for people; null: not set. */
export interface Difference {
  field: string
  from: string | null
  to: string | null
}

/** Of each item; nobody reads more. */
const most = 50
/** Characters of a value. */
const longest = 200

/**
 * Where two definitions differ, field by field; entries of lists that have ids are compared with those of the same id.
 * @param named what is shown for a text that is the id of something
 */
export function differences(
  from: unknown,
  to: unknown,
  named: (id: string) => string | undefined
): Difference[] {
  const found: Difference[] = []
  for (const [field, was, is] of unlike(from, to, '')) {
    found.push({ field, from: shown(was, named), to: shown(is, named) })
    if (found.length === most) break
  }
  return found
}

type Unlike = [field: string, from: unknown, to: unknown]

function* unlike(from: unknown, to: unknown, field: string): Generator<Unlike> {
  if (canonical(from) === canonical(to)) return
  if (!isObject(from) || !isObject(to) || Array.isArray(from) !== Array.isArray(to)) {
    return yield [field, from, to]
  }
  const [was, is] = [partsOf(from), partsOf(to)]
  for (const key of new Set([...is.keys(), ...was.keys()])) {
    const place = is.get(key) ?? was.get(key)!
    const name = field ? `${field}.${place.name}` : place.name
    yield* unlike(was.get(key)?.value, is.get(key)?.value, name)
  }
}

/** The parts of an object or a list, each by what it is recognized by. */
function partsOf(value: object): Map<string, { name: string; value: unknown }> {
  if (!Array.isArray(value)) {
    return new Map(Object.entries(value).map(([name, part]) => [name, { name, value: part }]))
  }
  const ids = value.map((entry: unknown) =>
    isObject(entry) && 'id' in entry && typeof entry.id === 'string' ? entry.id : undefined
  )
  const byId = ids.every((id) => id !== undefined) && new Set(ids).size === ids.length
  return new Map(
    value.map((entry: unknown, at) => [
      byId ? ids[at]! : String(at),
      { name: String(at + 1), value: entry },
    ])
  )
}

function shown(value: unknown, named: (id: string) => string | undefined): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? (named(value) ?? value) : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

/** JSON as a text that is the same whatever the order of keys, which PostgreSQL does not keep; what is not set is left out. */
export function canonical(value: unknown): string {
  if (!isObject(value)) return JSON.stringify(value ?? null)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined && part !== null)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${parts.map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`).join(',')}}`
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
