import { invalidate } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/**
 * Refreshes the screen at an interval, because deliveries emit no events.
 * @param path the read path to refresh, with everything below it
 */
export function useRefresh(path: string, everyMs: number): void {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void invalidate(client, [path])
    }, everyMs)
    return () => clearInterval(timer)
  }, [client, path, everyMs])
}
