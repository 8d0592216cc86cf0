// onOneDatabase: needs no database
import { test } from '@japa/runner'
import { nextTime } from '../index.js'

/** The next times after `from`. */
function times(cron: string, timeZone: string, from: string, count: number): string[] {
  const found: string[] = []
  let after = new Date(from)
  for (let n = 0; n < count; n++) {
    after = nextTime(cron, timeZone, after)
    found.push(after.toISOString())
  }
  return found
}

test.group('cron', () => {
  // Red when the time zone is not passed on.
  test('times are in the given zone', ({ assert }) => {
    assert.deepEqual(times('30 2 * * *', 'Europe/Berlin', '2026-11-22T00:00:00Z', 2), [
      '2026-11-22T01:30:00.000Z',
      '2026-11-23T01:30:00.000Z',
    ])
    assert.deepEqual(times('30 2 * * *', 'America/New_York', '2026-11-22T00:00:00Z', 1), [
      '2026-11-22T07:30:00.000Z',
    ])
    assert.deepEqual(times('0 0 29 2 *', 'UTC', '2026-11-22T00:00:00Z', 1), [
      '2028-02-29T00:00:00.000Z',
    ])
  })

  // Red without `fixedTimeRule`: a list of minutes is skipped that night.
  test('times skipped in spring come once, as soon as the clock continues', ({ assert }) => {
    // 29 March 2026, Berlin: 01:59 is followed by 03:00, which is 01:00 UTC.
    const from = '2026-03-28T12:00:00Z'
    assert.deepEqual(times('30 2 * * *', 'Europe/Berlin', from, 2), [
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
    assert.deepEqual(times('0,30 2 * * *', 'Europe/Berlin', from, 3), [
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
    // Computed from within the hour, as after a restart.
    assert.deepEqual(times('30 2 * * *', 'Europe/Berlin', '2026-03-29T00:59:59.999Z', 1), [
      '2026-03-29T01:00:00.000Z',
    ])
    assert.deepEqual(times('30 2 * * *', 'Europe/Berlin', '2026-03-29T01:00:00Z', 1), [
      '2026-03-30T00:30:00.000Z',
    ])
  })

  // Red without `fixedTimeRule`: a list of minutes comes in both hours.
  test('times repeated in autumn come only once', ({ assert }) => {
    // 25 October 2026, Berlin: 02:59 is followed by 02:00 again, which is 01:00 UTC.
    const from = '2026-10-24T12:00:00Z'
    assert.deepEqual(times('30 2 * * *', 'Europe/Berlin', from, 2), [
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
    assert.deepEqual(times('0,30 2 * * *', 'Europe/Berlin', from, 3), [
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:00:00.000Z',
    ])
    for (const midst of ['2026-10-25T00:30:00Z', '2026-10-25T00:45:00Z', '2026-10-25T01:29:00Z']) {
      assert.deepEqual(times('30 2 * * *', 'Europe/Berlin', midst, 1), ['2026-10-26T01:30:00.000Z'])
    }
  })

  test('times that recur within the hour keep their interval in both nights', ({ assert }) => {
    const distances = (from: string) => {
      const found = times('*/20 * * * *', 'Europe/Berlin', from, 12).map((time) => Date.parse(time))
      return new Set(found.slice(1).map((time, n) => (time - found[n]!) / 60_000))
    }
    assert.deepEqual(distances('2026-03-28T23:50:00Z'), new Set([20]))
    assert.deepEqual(distances('2026-10-24T23:50:00Z'), new Set([20]))
  })

  // Red when the parts are not counted, the zone is not checked, or null counts as a time.
  for (const [cron, timeZone, why] of [
    ['', 'UTC', /five parts/],
    ['* * * *', 'UTC', /five parts/],
    ['* * * * * *', 'UTC', /five parts/],
    ['@daily', 'UTC', /five parts/],
    ['2026-11-23T00:00:00', 'UTC', /five parts/],
    ['61 * * * *', 'UTC', /not a valid cron expression: Invalid value for minute: 61/],
    ['*/70 * * * *', 'UTC', /not a valid cron expression: .*steps/],
    ['a b c d e', 'UTC', /not a valid cron expression/],
    ['0 0 30 2 *', 'UTC', /"0 0 30 2 \*" names a date that never comes/],
    ['0 0 * * *', 'Europe/Missing', /"Europe\/Missing" is not a time zone/],
    ['0 0 * * *', '', /"" is not a time zone/],
  ] as const) {
    test(`"${cron}" in "${timeZone}" is refused`, ({ assert }) => {
      assert.throws(() => nextTime(cron, timeZone, new Date('2026-11-22T00:00:00Z')), why)
    })
  }
})
