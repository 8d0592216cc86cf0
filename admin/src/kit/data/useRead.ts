import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useApi, useApiState } from './api.js'
import type { ApiState, QueryValue } from './types.js'

export interface UseReadOptions<T = unknown> {
  query?: Record<string, QueryValue>
  enabled?: boolean
  /** Polling interval (ms) while the event stream is disconnected. */
  refetchInterval?: number
  /** Polls also while the stream is connected, because the server sends no events about progress. */
  isUnderWay?: (answer: T) => boolean
  /** Keeps the last answer while the path or query changes. */
  keepPrevious?: boolean
}

const isLive = ({ live }: ApiState) => live
const never = () => false

type Query = UseReadOptions['query']

const given = (query: Query) => (query && Object.keys(query).length > 0 ? query : null)

/** The cache key of a GET. */
export const readKey = (path: string, query?: Query) => ['read', path, given(query)] as const

/** The cache key of a list's number of entries. */
export const totalKey = (path: string, query?: Query) => [path, 'total', given(query)] as const

/** Reads GET /api/{path}, with the parts of the path joined by '/'. Cached under ['read', path, query]. */
export function useRead<T>(
  path: string | readonly (string | number)[],
  options: UseReadOptions<T> = {}
): UseQueryResult<T, Error> {
  const api = useApi()
  const { query, enabled, refetchInterval, isUnderWay, keepPrevious } = options
  // Without polling, the component must not render again when the stream connects.
  const live = useApiState(refetchInterval === undefined ? never : isLive)
  const url = typeof path === 'string' ? path : path.map(encodePart).join('/')
  return useQuery<T, Error>({
    queryKey: readKey(url, query),
    queryFn: ({ signal }) => api.read<T>(url, { query, signal }),
    enabled,
    refetchInterval: ({ state: { data } }) =>
      live && !(data !== undefined && isUnderWay?.(data)) ? false : refetchInterval,
    placeholderData: keepPrevious ? keepPreviousData : undefined,
  })
}

// A part may be a path ("integrations/systems"); everything but its slashes is encoded.
const encodePart = (part: string | number) =>
  String(part).split('/').map(encodeURIComponent).join('/')
