import { useApi } from '@crossdock/admin/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readBytes } from './read_bytes.js'

interface Asked {
  /** First and last byte, inclusive. */
  range?: readonly [number, number]
  enabled?: boolean
}

/** Reads bytes of a file version, which never change. After an ended session, the person signs in first. */
export function useBytes(url: string, { range, enabled }: Asked = {}) {
  const api = useApi()
  return useQuery({
    queryKey: ['bytes', url, range ?? null],
    queryFn: async ({ signal }) => {
      await api.ready()
      return await readBytes(url, range, signal)
    },
    enabled,
    staleTime: Infinity,
    // The data may have megabytes, and the browser caches it as well.
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })
}
