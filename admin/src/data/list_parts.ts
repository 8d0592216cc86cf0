import type { ListPart, ListRequest } from '@crossdock/admin/kit'
import type { GetListParams, RaRecord } from 'ra-core'

type Ask = (request: ListRequest) => Promise<{ items: RaRecord[]; total: number }>

/** One page of a list whose parts stand one behind the other, with how many rows there are in all. */
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
  // The first page needs no answer of one part to ask the next.
  const first =
    page === 1 ? await Promise.all(wanted.map((part) => rows(part, 0, perPage))) : undefined
  const data: RaRecord[] = []
  let before = (page - 1) * perPage
  let total = 0
  for (const [at, part] of wanted.entries()) {
    const room = perPage - data.length
    // A part for which there is no room tells how many it has.
    const answer = first?.[at] ?? (await rows(part, before, Math.max(room, 1)))
    data.push(...answer.items.slice(0, room))
    total += answer.total
    before = Math.max(0, before - answer.total)
  }
  return { data, total }
}
