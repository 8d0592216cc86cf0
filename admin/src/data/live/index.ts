import type { Live } from '@crossdock/admin/kit'
import type { QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '../api.js'
import { pollWhileDisconnected } from './polling.js'
import { Refresher } from './refresher.js'
import { SharedStream } from './shared_stream.js'

interface FollowOptions {
  api: ApiClient
  client: QueryClient
  /** Which data to read again after which events. */
  live: readonly Live[]
  /** Name of the lock and the channel that the tabs of one person share. */
  name: string
  /** The event after which the stream starts; null when data that was read before may be stale. */
  from: string | null
  signal: AbortSignal
}

/** Refetches the data that events make stale, and polls while the stream is disconnected, until the signal aborts. */
export function follow({ api, client, live, name, from, signal }: FollowOptions): void {
  if (signal.aborted) return
  const refresher = new Refresher(client, live, signal)
  pollWhileDisconnected({ refresher, isLive: () => api.state().live, signal })
  // Browsers offer locks only over HTTPS and on localhost. Without locks, each tab would open its own stream, and
  // the streams would use up all connections.
  if (!navigator.locks) return
  new SharedStream({
    name,
    from,
    signal,
    open: (after, until) => api.openStream(after, until),
    onBegin: () => refresher.markAllStale(),
    onEvents: ({ types }) => refresher.markStale(types),
    connectionChanged: api.setLive,
  })
}
