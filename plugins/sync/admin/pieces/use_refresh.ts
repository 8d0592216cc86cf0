import { invalidate } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Refreshes the contracts on screen at an interval, because progress emits no events. */
export function useRefresh(everyMs = 10_000): void {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void invalidate(client, ['sync-contracts'])
    }, everyMs)
    return () => clearInterval(timer)
  }, [client, everyMs])
}
