// onOneDatabase: needs no database
import { test } from '@japa/runner'
import { WindowMaximum } from '../window_maximum.js'
import { seededNumbers } from '../../storage/tests/seeded_bytes.js'

test.group('Maximum of a moving window', () => {
  test('finds for each value whether a larger one is within the distance before it', ({
    assert,
  }) => {
    const random = seededNumbers('window')
    const largest = new WindowMaximum(50)
    const seen: { position: number; value: number }[] = []
    for (let round = 0, position = 0; round < 20_000; round++) {
      position += 1 + random(20)
      const value = random(12)
      const larger = seen
        .slice(-60)
        .some((each) => each.position >= position - 50 && each.value > value)
      assert.equal(largest.add(position, value), !larger)
      seen.push({ position, value })
    }
  })

  test('it also handles falling values', ({ assert }) => {
    const largest = new WindowMaximum(5000)
    for (let position = 1; position <= 50_000; position++) {
      assert.equal(largest.add(position, -position), position === 1)
    }
    assert.isTrue(largest.add(60_000, -60_000))
  })
})
