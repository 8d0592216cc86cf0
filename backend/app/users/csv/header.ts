import { beginningOf, invalid, text } from '@crossdock/kernel/ground'

/** The columns that an import reads. */
export type Field = 'email' | 'firstName' | 'lastName' | 'role' | 'isActive'

const names = new Map<string, Field>([
  ['email', 'email'],
  ['firstname', 'firstName'],
  ['lastname', 'lastName'],
  ['role', 'role'],
  ['isactive', 'isActive'],
])

/** Further columns of an export. They are ignored, so that an export can be imported again. */
const ignored = new Set([
  'id',
  'tenantid',
  'status',
  'hassecondfactor',
  'lastloginat',
  'createdat',
  'updatedat',
])

const known = [...names.values()].join(', ')
/** Errors repeat column names up to this length. */
const maxShown = 50

const normalizeName = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '')

/**
 * The field of each column; undefined for an ignored one. Checks duplicates and unknown names, because a CSV parser
 * would silently keep the last of two columns with the same name, and accept any name.
 * @throws Problem 422
 */
export function fieldsOf(header: readonly string[]): (Field | undefined)[] {
  const seen = new Set<string>()
  const fields = header.map((given) => {
    const name = normalizeName(given.trim())
    const column = beginningOf(given, maxShown)
    const field = names.get(name)
    if (!field && !ignored.has(name)) {
      throw refused(text('Unknown column "{column}". Use: {known}.', { column, known }))
    }
    if (seen.has(name)) {
      throw refused(text('The column "{column}" appears twice in the first line.', { column }))
    }
    seen.add(name)
    return field
  })
  if (!seen.has('email')) {
    throw refused(
      text('The first line must name the columns, including "email". Use: {known}.', { known })
    )
  }
  return fields
}

const refused = (sentence: Parameters<typeof invalid>[1]) => invalid('file', sentence, 'csv')
