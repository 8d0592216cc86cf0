import { useListContext } from 'ra-core'

/** What a list is asked for: search, filters, order and page as a text, which stays the same while only the answer changes. */
export function useAsked(): string {
  const { resource, filterValues, filter, sort, page, perPage } = useListContext()
  return JSON.stringify([resource, filterValues, filter, sort, page, perPage])
}
