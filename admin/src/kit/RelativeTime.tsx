import { useEffect, useState } from 'react'
import { formatDateTime, formatRelative } from './format.js'
import { everyMinute } from './minute.js'
import { Tooltip } from './Tooltip.js'

/** "5 minutes ago", kept true while shown; the exact time in a tooltip. A dash without a time. */
export function RelativeTime({ time }: { time: string | null | undefined }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => everyMinute(() => setNow(Date.now())), [])
  if (!time) return <>–</>
  return (
    <Tooltip title={() => formatDateTime(time)}>
      <time dateTime={time}>{formatRelative(time, now)}</time>
    </Tooltip>
  )
}
