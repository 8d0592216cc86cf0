import { formatDate, formatTimeToSeconds } from '@crossdock/admin/kit'

/** Date and time to the second. */
export const exactTime = (time: string): string =>
  `${formatDate(time)}, ${formatTimeToSeconds(time)}`

/** When it was, exactly and on one line: who audits compares moments. */
export const ExactTime = ({ time }: { time: string }) => (
  <time dateTime={time} style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
    {exactTime(time)}
  </time>
)
