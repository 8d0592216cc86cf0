import { invalidate } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Reads what is on screen of agents again every so often: heartbeats and progress are no events that the server tells. */
export function useFresh(everyMs = 60_000): void {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void invalidate(client, ['desktop-agents'])
    }, everyMs)
    return () => clearInterval(timer)
  }, [client, everyMs])
}
