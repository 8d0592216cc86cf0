import type { Live } from '@crossdock/admin/kit'
import type { QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '../api.js'
import { pollWhileDisconnected } from './polling.js'
import { Refresher } from './refresher.js'
import { SharedStream } from './shared_stream.js'

interface FollowOptions {
  api: ApiClient
  client: QueryClient
  /** What is to be read again when. */
  live: readonly Live[]
  /** What the tabs of one person have in common. */
  name: string
  /** Behind which event to begin; what was read before may be older when absent. */
  from: string | null
  signal: AbortSignal
}

/** Refetches the data that events make stale, and polls while the stream is disconnected, until the signal aborts. */
export function follow({ api, client, live, name, from, signal }: FollowOptions): void {
  if (signal.aborted) return
  const refresher = new Refresher(client, live, signal)
  pollWhileDisconnected({ refresher, isLive: () => api.state().live, signal })
  // Without TLS a browser gives no locks (except to localhost), and a stream for each tab would take all connections.
  if (!navigator.locks) return
  new SharedStream({
    name,
    from,
    signal,
    open: (after, until) => api.openStream(after, until),
    begins: () => refresher.catchUp(),
    hears: ({ types }) => refresher.hear(types),
    turns: api.setLive,
  })
}
