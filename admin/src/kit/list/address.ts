const KEPT = ['string', 'number', 'boolean']
// The server returns at most this many rows at once.
const MOST = 1000

/**
 * Removes invalid parts from a list's address: filters that are not a text, number, boolean or list of these, unknown
 * orders, and impossible pages. Returns undefined when the address is valid.
 * @param sortable the fields the list can be sorted by
 * @param endless whether the list has only one page
 */
export function validAddress(
  address: URLSearchParams,
  sortable: readonly string[],
  endless = false
): URLSearchParams | undefined {
  const next = new URLSearchParams(address)
  const keep = (name: string, fits: (value: string) => boolean) => {
    const value = address.get(name)
    if (value !== null && !fits(value)) next.delete(name)
  }
  keep('sort', (field) => sortable.includes(field))
  keep('order', (order) => next.has('sort') && ['ASC', 'DESC'].includes(order))
  keep('perPage', (count) => isCount(count, MOST))
  keep('page', (page) => isCount(page, endless ? 1 : Number.MAX_SAFE_INTEGER / MOST))
  const filter = address.get('filter')
  if (filter !== null) {
    const known = filterOf(filter)
    if (!known) next.delete('filter')
    else if (known !== filter) next.set('filter', known)
  }
  return next.toString() === address.toString() ? undefined : next
}

const isCount = (text: string, most: number) => /^[1-9]\d*$/.test(text) && Number(text) <= most

/** The valid filters as JSON; the same text when all are valid. */
function filterOf(text: string): string | undefined {
  try {
    const filter: unknown = JSON.parse(text)
    if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) return undefined
    const all = Object.entries(filter)
    const known = all.filter(([, value]) =>
      [value].flat().every((one) => KEPT.includes(typeof one))
    )
    return known.length === all.length ? text : JSON.stringify(Object.fromEntries(known))
  } catch {
    return undefined
  }
}
