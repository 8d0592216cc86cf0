import { invalidate } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Reads the contracts on screen again every so often: the progress of a sync is no event. */
export function useFresh(everyMs = 10_000): void {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void invalidate(client, ['sync-contracts'])
    }, everyMs)
    return () => clearInterval(timer)
  }, [client, everyMs])
}
