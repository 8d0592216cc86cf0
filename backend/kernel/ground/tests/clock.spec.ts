// onOneDatabase: needs no database
import { test } from '@japa/runner'
import { testClock } from '@crossdock/kernel/testing'
import { clock } from '../clock.js'

const hour = 3_600_000

test.group('The clock', (group) => {
  group.each.teardown(() => testClock.reset())

  // Red when a reading ignores the offset set by tests.
  test('continues from where a test has moved it', ({ assert }) => {
    const [wall, steady] = [clock.now(), clock.ticks()]
    testClock.advance(hour)
    assert.isAtLeast(clock.now(), wall + hour)
    assert.isAtLeast(clock.ticks(), steady + hour)
    assert.isAtLeast(clock.date().getTime(), wall + hour)
    assert.equal(clock.aheadMs(), hour)
    testClock.reset()
    assert.equal(clock.aheadMs(), 0)
    assert.isBelow(clock.now(), wall + hour)
  })

  // Red when a followed clock applies the test's offset twice, or not at all.
  test('follows another clock until it is reset', ({ assert }) => {
    testClock.advance(hour)
    clock.follow(clock.machine() - 5 * hour)
    assert.closeTo(clock.machine() - clock.now(), 5 * hour, 1_000)
    testClock.advance(hour)
    assert.closeTo(clock.machine() - clock.now(), 5 * hour, 1_000)
    clock.follow(undefined)
    assert.closeTo(clock.machine() - clock.now(), 0, 1_000)
  })

  // Red when a held clock advances.
  test('stops while a test holds it, and can still be moved', ({ assert }) => {
    testClock.hold()
    const [wall, steady] = [clock.now(), clock.ticks()]
    for (const second = Date.now(); Date.now() === second;);
    assert.deepEqual([clock.now(), clock.ticks()], [wall, steady])
    testClock.advance(hour)
    assert.deepEqual([clock.now(), clock.ticks()], [wall + hour, steady + hour])
  })

  // Red when `advance` does not move timers.
  test('fires the timers that it is moved past, and no others', ({ assert, cleanup }) => {
    const fired: string[] = []
    const timers = [
      clock.after(hour, () => fired.push('hour')),
      clock.after(3 * hour, () => fired.push('three hours')),
      clock.every(hour, () => fired.push('each hour')),
    ]
    cleanup(() => timers.forEach((timer) => timer.stop()))
    testClock.advance(hour - 1_000)
    assert.deepEqual(fired, [])
    testClock.advance(1_000)
    assert.deepEqual(fired, ['hour', 'each hour'])
    testClock.advance(hour)
    assert.deepEqual(fired, ['hour', 'each hour', 'each hour'])
    timers[1]!.stop()
    testClock.advance(hour)
    assert.deepEqual(fired, ['hour', 'each hour', 'each hour', 'each hour'])
  })
})
