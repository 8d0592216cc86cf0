import type { Refresher } from './refresher.js'

interface PollingOptions {
  refresher: Refresher
  /** Whether the live stream is connected. */
  isLive: () => boolean
  signal: AbortSignal
  /** Data on screen that is older than this (ms) is stale. */
  maxAge?: number
}

/** Refetches stale data while the live stream is disconnected, until the signal aborts. */
export function pollWhileDisconnected({
  refresher,
  isLive,
  signal,
  maxAge = 30_000,
}: PollingOptions): void {
  const checks = 6
  // A stream that reconnects sends the events it missed, so a short gap needs no refetch.
  let missed = 0
  const timer = setInterval(() => {
    missed = isLive() ? 0 : missed + 1
    if (missed >= checks) refresher.refetchStale(maxAge)
  }, maxAge / checks)
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}
