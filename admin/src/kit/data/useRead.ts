import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useDataProvider, useLogoutIfAccessDenied } from 'ra-core'
import { useEffect } from 'react'
import type { ConsoleDataProvider, QueryValue } from './types.js'

export interface UseReadOptions {
  query?: Record<string, QueryValue>
  enabled?: boolean
  /** Poll every so many milliseconds. */
  refetchInterval?: number
  /** Keep showing the last answer while the path or query changes. */
  keepPrevious?: boolean
}

/** GET /api/{path}: key parts are joined with '/'. Cached under ['read', path, query]. */
export function useRead<T>(
  path: string | readonly (string | number)[],
  options: UseReadOptions = {}
): UseQueryResult<T, Error> {
  const provider = useDataProvider<ConsoleDataProvider>()
  const logoutIfAccessDenied = useLogoutIfAccessDenied()
  const { query, enabled, refetchInterval, keepPrevious } = options
  const url = typeof path === 'string' ? path : path.map(encodePart).join('/')
  const result = useQuery<T, Error>({
    queryKey: ['read', url, query ?? null],
    queryFn: ({ signal }) => provider.read<T>(url, { query, signal }),
    enabled,
    refetchInterval,
    placeholderData: keepPrevious ? keepPreviousData : undefined,
  })
  useEffect(() => {
    if (result.error) void logoutIfAccessDenied(result.error)
  }, [result.error, logoutIfAccessDenied])
  return result
}

// A part may itself be a path ("integrations/systems"); everything but its slashes is encoded.
const encodePart = (part: string | number) =>
  String(part).split('/').map(encodeURIComponent).join('/')
