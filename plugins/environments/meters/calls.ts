import { clock } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/http'
import type { HeldMeter, WindowMeter } from '@crossdock/kernel/ledger'

/** Calls of programs, in a month of the calendar. */
export const apiCallsPerMonth: WindowMeter = {
  ...{ shape: 'window', window: 'month', of: 'environment', policy: 'month', everyCall: true },
  label: text('API calls per month'),
  unit: 'calls',
  limit: 10_000,
  refusal: {
    status: 429,
    code: 'E_QUOTA_CALLS_PER_MONTH',
    sentence: ({ limit, seconds }) =>
      text(
        'The {limit} API calls that this environment may make in a month (apiCallsPerMonth) are used up. They begin anew on {date} (UTC). To go on before, have the limit raised.',
        { limit, date: new Date(clock.now() + seconds * 1000).toISOString().slice(0, 10) }
      ),
  },
}

/** The same within a minute, which begins with the first call: all of them may come at once. */
export const rateLimitPerMinute: WindowMeter = {
  ...{ shape: 'window', window: 'minute', of: 'environment', policy: 'calls', everyCall: true },
  label: text('API calls per minute'),
  unit: 'calls',
  limit: 100,
  refusal: {
    status: 429,
    code: 'E_QUOTA_CALLS_PER_MINUTE',
    sentence: ({ limit, seconds }) =>
      text(
        'This environment may make {limit} API calls a minute (rateLimitPerMinute). Try again in {seconds} seconds.',
        { limit, seconds }
      ),
  },
}

/** Calls of programs under way at once. */
export const concurrentConnections: HeldMeter = {
  ...{ shape: 'held', of: 'environment', policy: 'connections', everyCall: true },
  label: text('Connections at a time'),
  unit: 'connections',
  limit: 50,
  refusal: {
    status: 429,
    code: 'E_QUOTA_CONNECTIONS',
    sentence: ({ limit, seconds }) =>
      text(
        'This environment may have {limit} API calls under way at a time (concurrentConnections). Wait for one to end and try again, in {seconds} seconds at the earliest.',
        { limit, seconds }
      ),
  },
}
