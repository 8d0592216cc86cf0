import type { ListPart, ListRequest } from '@crossdock/admin/kit'
import type { GetListParams, RaRecord } from 'ra-core'

type Ask = (request: ListRequest) => Promise<{ items: RaRecord[]; total: number }>

/** Returns one page of a list that consists of consecutive parts, with the total number of rows. */
export async function pageOfParts(
  parts: readonly ListPart[],
  { pagination, sort = { field: 'id', order: 'ASC' }, filter: given }: GetListParams,
  ask: Ask
): Promise<{ data: RaRecord[]; total: number }> {
  const { page = 1, perPage = 25 } = pagination ?? {}
  const asked = given as Record<string, unknown>
  const fits = ([name, value]: [string, unknown]) => (asked[name] ?? value) === value
  const wanted = parts.filter(({ filter }) => Object.entries(filter).every(fits))
  const rows = ({ filter, sortInstead }: ListPart, from: number, count: number) => {
    const { field, order } = sortInstead?.[sort.field] ?? sort
    return ask({
      range: [from, from + count - 1],
      sort: [field, order],
      filter: { ...asked, ...filter },
    })
  }
  // The parts of the first page are independent, so they are requested in parallel.
  const first =
    page === 1 ? await Promise.all(wanted.map((part) => rows(part, 0, perPage))) : undefined
  const data: RaRecord[] = []
  let before = (page - 1) * perPage
  let total = 0
  for (const [at, part] of wanted.entries()) {
    const remaining = perPage - data.length
    // A part that has no rows on this page still reports its number of rows.
    const answer = first?.[at] ?? (await rows(part, before, Math.max(remaining, 1)))
    data.push(...answer.items.slice(0, remaining))
    total += answer.total
    before = Math.max(0, before - answer.total)
  }
  return { data, total }
}
