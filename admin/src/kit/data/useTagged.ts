import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useApi } from './api.js'
import type { Tagged } from './types.js'

/**
 * Reads an object to change, with its ETag for `ifMatch`: GET /api/{path}, with the parts of the path joined by '/'.
 * Cached under ['read', path, 'tagged'].
 */
export function useTagged<T>(path: readonly string[]): UseQueryResult<Tagged<T>, Error> {
  const api = useApi()
  const url = path.join('/')
  return useQuery<Tagged<T>, Error>({
    queryKey: ['read', url, 'tagged'],
    queryFn: ({ signal }) => api.readTagged<T>(url, { signal }),
    // An edit form must start with the current state.
    gcTime: 0,
  })
}
