import { clock } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import type { HeldMeter, WindowMeter } from '@crossdock/kernel/ledger'

/** Calls by programs in a calendar month. */
export const apiCallsPerMonth: WindowMeter = {
  shape: 'window',
  window: 'month',
  of: 'environment',
  policy: 'month',
  everyCall: true,
  label: text('API calls per month'),
  unit: 'calls',
  limit: 10_000,
  refusal: {
    status: 429,
    code: 'E_QUOTA_CALLS_PER_MONTH',
    sentence: ({ limit, seconds }) =>
      text(
        'The {limit} API calls that this environment may make in a month (apiCallsPerMonth) are used up. The count resets on {date} (UTC). To continue before then, ask the operator to raise the limit.',
        { limit, date: new Date(clock.now() + seconds * 1000).toISOString().slice(0, 10) }
      ),
  },
}

/** Calls by programs in a minute, which starts with the first call. All of them may be concurrent. */
export const rateLimitPerMinute: WindowMeter = {
  shape: 'window',
  window: 'minute',
  of: 'environment',
  policy: 'calls',
  everyCall: true,
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

/** Concurrent calls by programs. */
export const concurrentConnections: HeldMeter = {
  shape: 'held',
  of: 'environment',
  policy: 'connections',
  everyCall: true,
  label: text('Concurrent connections'),
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
