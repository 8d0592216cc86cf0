import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useApi, useApiState } from './api.js'
import type { QueryValue } from './types.js'

export interface UseReadOptions {
  query?: Record<string, QueryValue>
  enabled?: boolean
  /** Poll every so many milliseconds while the server does not tell what happens. */
  refetchInterval?: number
  /** Keep showing the last answer while the path or query changes. */
  keepPrevious?: boolean
}

/** GET /api/{path}: key parts are joined with '/'. Cached under ['read', path, query]. */
export function useRead<T>(
  path: string | readonly (string | number)[],
  options: UseReadOptions = {}
): UseQueryResult<T, Error> {
  const api = useApi()
  const { live } = useApiState()
  const { query, enabled, refetchInterval, keepPrevious } = options
  const url = typeof path === 'string' ? path : path.map(encodePart).join('/')
  return useQuery<T, Error>({
    queryKey: ['read', url, query ?? null],
    queryFn: ({ signal }) => api.read<T>(url, { query, signal }),
    enabled,
    refetchInterval: live ? false : refetchInterval,
    placeholderData: keepPrevious ? keepPreviousData : undefined,
  })
}

// A part may itself be a path ("integrations/systems"); everything but its slashes is encoded.
const encodePart = (part: string | number) =>
  String(part).split('/').map(encodeURIComponent).join('/')
