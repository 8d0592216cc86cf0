import { invalidate } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/**
 * Reads what is on screen again every so often: a delivery is no event of the log.
 * @param path what is read again, with all below it
 */
export function useFresh(path: string, everyMs: number): void {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void invalidate(client, [path])
    }, everyMs)
    return () => clearInterval(timer)
  }, [client, path, everyMs])
}
