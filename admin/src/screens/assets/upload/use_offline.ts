import { useApiState } from '@crossdock/admin/kit'
import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  const ends = new AbortController()
  for (const event of ['online', 'offline']) {
    window.addEventListener(event, listener, { signal: ends.signal })
  }
  return () => ends.abort()
}

/** Whether no data can be sent: the browser reports it, or calls fail. */
export function useOffline(): boolean {
  const isOut = useApiState(({ outage }) => outage !== null)
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return isOut || !isOnline
}
