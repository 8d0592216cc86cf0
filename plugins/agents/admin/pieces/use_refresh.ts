import { invalidate } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Refreshes agent data at an interval, because heartbeats and progress emit no events. */
export function useRefresh(everyMs = 60_000): void {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void invalidate(client, ['desktop-agents'])
    }, everyMs)
    return () => clearInterval(timer)
  }, [client, everyMs])
}
