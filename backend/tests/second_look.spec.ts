import { test } from '@japa/runner'
import { secondLook, type Result } from '../bin/bootstrap/second_look.mjs'

/** A part of which so many tests have failed, and what comes of them the second time. */
function part(failed: number, again: { passed: number; failed: number }, told = failed) {
  const asked: string[][] = []
  const result: Result = {
    part: {
      name: 'SQLite',
      again: async (files) => {
        asked.push(files)
        return { ...again, skipped: 0 }
      },
    },
    counts: { passed: 10, failed, skipped: 0 },
    failures: Array.from({ length: failed }, (_, at) => `test ${at}`),
    files: new Set(failed > 0 ? ['a.spec.js'] : []),
    told,
  }
  return { result, asked }
}

const nobody = () => {}

test.group('What failed among many', () => {
  // Red when what passes the second time is not named.
  test('passes where its file passes by itself, and is named', async ({ assert }) => {
    const { result, asked } = part(1, { passed: 4, failed: 0 })
    const calm = part(0, { passed: 0, failed: 0 })
    await secondLook([calm.result, result], nobody)
    assert.deepEqual(asked, [['a.spec.js']])
    assert.deepEqual(calm.asked, [])
    assert.deepEqual(result.counts, { passed: 11, failed: 0, skipped: 0 })
    assert.deepEqual(result.unsteady, ['test 0'])
    assert.deepEqual(result.failures, [])
  })

  // Red when a second failure, or a run of nothing, is taken for a success.
  test('has failed where it fails again, or is not run', async ({ assert }) => {
    for (const again of [
      { passed: 3, failed: 1 },
      { passed: 0, failed: 0 },
    ]) {
      const { result } = part(1, again)
      await secondLook([result], nobody)
      assert.equal(result.counts.failed, 1)
      assert.deepEqual(result.failures, ['test 0'])
    }
  })

  // Red when the number is not looked at, or a crash of the program is taken for a test.
  test('is not looked at again where more has failed than happens by accident, or no test', async ({
    assert,
  }) => {
    for (const { result, asked } of [
      part(21, { passed: 9, failed: 0 }),
      part(1, { passed: 9, failed: 0 }, 0),
    ]) {
      await secondLook([result], nobody)
      assert.deepEqual(asked, [])
      assert.isAbove(result.counts.failed, 0)
    }
  })
})
