import { test } from '@japa/runner'
import { sizeOf } from '../pages/formats.js'

test.group('Shares: formats of the visitor page', () => {
  test('sizes are formatted as in the console', ({ assert }) => {
    const sizes = [0, 757, 93_391, 262_144_000, 5 * 1024 ** 3, 1_048_575]
    assert.deepEqual(
      sizes.map((bytes) => sizeOf(bytes, 'en')),
      ['0 B', '757 B', '91.2 KB', '250 MB', '5 GB', '1,024 KB']
    )
    assert.equal(sizeOf(93_391, 'de'), '91,2 KB')
  })
})
