import { useState } from 'react'
import { useAddressFilters } from './log_filters.js'

interface LiveLog {
  isLive: boolean
  setLive: (isLive: boolean) => void
  /** Ends a paused list at the time of the pause; undefined while the list is live. */
  filter: { before: string } | undefined
}

/** Whether the list shows new events, or is paused. */
export function useLiveLog(): LiveLog {
  const [pausedAt, setPausedAt] = useState<string>()
  const { before } = useAddressFilters()
  // This replaces `before` of the address, so take the earlier of the two.
  const end = before && pausedAt && before < pausedAt ? before : pausedAt
  return {
    isLive: pausedAt === undefined,
    setLive: (isLive) => setPausedAt(isLive ? undefined : new Date().toISOString()),
    filter: end === undefined ? undefined : { before: end },
  }
}
