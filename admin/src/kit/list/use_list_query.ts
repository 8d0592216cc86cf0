import { useListContext } from 'ra-core'

/** Returns the query of a list (search, filters, order and page) as a text, to compare with an earlier query. */
export function useListQuery(): string {
  const { resource, filterValues, filter, sort, page, perPage } = useListContext()
  return JSON.stringify([resource, filterValues, filter, sort, page, perPage])
}
