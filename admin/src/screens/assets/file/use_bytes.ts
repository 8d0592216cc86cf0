import type { Asset } from '@crossdock/client'
import { useApi } from '@crossdock/admin/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

interface Asked {
  /** What of the file is read. */
  what: 'content' | 'preview'
  page?: number
  range?: readonly [number, number]
  enabled?: boolean
}

/** Reads a version of a file, which never changes. */
export function useBytes({ id, version }: Asset, { what, page, range, enabled }: Asked) {
  const api = useApi()
  const query = { version, page }
  return useQuery({
    queryKey: ['bytes', what, id, query, range ?? null],
    queryFn: ({ signal }) =>
      api.readBytes(`assets/${encodeURIComponent(id)}/${what}`, { query, range, signal }),
    enabled,
    staleTime: Infinity,
    // Some megabytes, which the browser keeps as well.
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })
}
