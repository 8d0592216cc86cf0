import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useApi, useApiState } from './api.js'
import type { ApiState, QueryValue } from './types.js'

export interface UseReadOptions<T = unknown> {
  query?: Record<string, QueryValue>
  enabled?: boolean
  /** Poll every so many milliseconds while the server does not tell what happens. */
  refetchInterval?: number
  /** Poll then though the server tells what happens: how far such a work is, it does not. */
  isUnderWay?: (answer: T) => boolean
  /** Keep showing the last answer while the path or query changes. */
  keepPrevious?: boolean
}

const isLive = ({ live }: ApiState) => live
const never = () => false

type Query = UseReadOptions['query']

const given = (query: Query) => (query && Object.keys(query).length > 0 ? query : null)

/** Under which key the answer of a GET is kept. */
export const readKey = (path: string, query?: Query) => ['read', path, given(query)] as const

/** Under which key is kept how many entries a list has. */
export const totalKey = (path: string, query?: Query) => [path, 'total', given(query)] as const

/** GET /api/{path}: key parts are joined with '/'. Cached under ['read', path, query]. */
export function useRead<T>(
  path: string | readonly (string | number)[],
  options: UseReadOptions<T> = {}
): UseQueryResult<T, Error> {
  const api = useApi()
  const { query, enabled, refetchInterval, isUnderWay, keepPrevious } = options
  // Who does not poll is not drawn again when the server begins to tell.
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

// A part may itself be a path ("integrations/systems"); everything but its slashes is encoded.
const encodePart = (part: string | number) =>
  String(part).split('/').map(encodeURIComponent).join('/')
