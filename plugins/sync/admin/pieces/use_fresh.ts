import { invalidate } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Reads what is on screen of contracts again every so often: how far a sync is, is no event that the server tells. */
export function useFresh(everyMs = 10_000): void {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void invalidate(client, ['sync-contracts'])
    }, everyMs)
    return () => clearInterval(timer)
  }, [client, everyMs])
}
