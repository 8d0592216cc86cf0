import { beginningOf, invalid, text } from '@crossdock/kernel/http'

/** What a column of a file of people may hold. */
export type Field = 'email' | 'firstName' | 'lastName' | 'role' | 'isActive'

const names = new Map<string, Field>([
  ['email', 'email'],
  ['firstname', 'firstName'],
  ['lastname', 'lastName'],
  ['role', 'role'],
  ['isactive', 'isActive'],
])

/** What an export has beside: a file may come back as it was written. */
const passedOver = new Set([
  ...['id', 'tenantid', 'status', 'hassecondfactor'],
  ...['lastloginat', 'createdat', 'updatedat'],
])

const known = [...names.values()].join(', ')
/** A column is repeated in refusals. */
const longest = 50

const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '')

/**
 * What each column holds; undefined for one that is passed over. A parser would keep the last of two columns of the same
 * name without a word, and take any name at all.
 * @throws Problem 422
 */
export function fieldsOf(header: readonly string[]): (Field | undefined)[] {
  const seen = new Set<string>()
  const fields = header.map((given) => {
    const name = plain(given.trim())
    const column = beginningOf(given, longest)
    const field = names.get(name)
    if (!field && !passedOver.has(name)) {
      throw refused(text('There is no column "{column}" here. Known: {known}.', { column, known }))
    }
    if (seen.has(name)) {
      throw refused(text('The column "{column}" stands in the first line twice.', { column }))
    }
    seen.add(name)
    return field
  })
  if (!seen.has('email')) {
    throw refused(
      text('The first line must name the columns, with one "email". Known: {known}.', { known })
    )
  }
  return fields
}

const refused = (sentence: Parameters<typeof invalid>[1]) => invalid('file', sentence, 'csv')
