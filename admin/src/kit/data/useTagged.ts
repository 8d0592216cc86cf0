import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useApi } from './api.js'
import type { Tagged } from './types.js'

/**
 * One thing that is to be changed, with the tag of its state for `ifMatch`: GET /api/{path}, parts
 * joined with '/'. Cached under ['read', path, 'tagged'].
 */
export function useTagged<T>(path: readonly string[]): UseQueryResult<Tagged<T>, Error> {
  const api = useApi()
  const url = path.join('/')
  return useQuery<Tagged<T>, Error>({
    queryKey: ['read', url, 'tagged'],
    queryFn: ({ signal }) => api.readTagged<T>(url, { signal }),
    // Whoever opens it to change it is to see it as it is.
    gcTime: 0,
  })
}
