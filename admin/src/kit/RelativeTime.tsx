import { useEffect, useState } from 'react'
import { formatDateTime, formatRelative } from './format.js'
import { everyMinute } from './minute.js'
import { Tooltip } from './Tooltip.js'

const MINUTE = 60_000

/** "5 minutes ago", updated while it is shown, with the exact time in a tooltip. A dash without a time. */
export function RelativeTime({ time }: { time: string | null | undefined }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => everyMinute(() => setNow(Date.now())), [])
  useEffect(() => {
    // "just now" ends after its own minute, not at the next shared tick.
    const left = time ? Date.parse(time) + MINUTE - Date.now() : 0
    if (!(left > 0 && left <= MINUTE)) return
    const timer = setTimeout(() => setNow(Date.now()), left)
    return () => clearTimeout(timer)
  }, [time])
  if (!time) return <>–</>
  return (
    <Tooltip title={() => formatDateTime(time)}>
      <time dateTime={time}>{formatRelative(time, now)}</time>
    </Tooltip>
  )
}
