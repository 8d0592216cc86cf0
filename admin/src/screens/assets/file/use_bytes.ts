import { useApi } from '@crossdock/admin/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readBytes } from '../../../data/read_bytes.js'

interface Asked {
  /** First and last byte, both included. */
  range?: readonly [number, number]
  enabled?: boolean
}

/** Reads bytes of a version of a file, which never change. Where the session has ended, the person signs in first. */
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
    // Some megabytes, which the browser keeps as well.
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })
}
