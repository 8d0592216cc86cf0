import { formatDate, formatTimeToSeconds } from '@crossdock/admin/kit'

/** Date and time to the second. */
export const exactTime = (time: string): string =>
  `${formatDate(time)}, ${formatTimeToSeconds(time)}`

/** The exact time on one line, because auditors compare times. */
export const ExactTime = ({ time }: { time: string }) => (
  <time dateTime={time} style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
    {exactTime(time)}
  </time>
)
