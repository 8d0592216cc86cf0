import { test } from '@japa/runner'
import { secondLook, type Result } from '../bin/bootstrap/second_look.mjs'

/** A part of which so many tests have failed, and which of them fail the second time. */
function part(failed: number, again: { passed: number; titles?: string[] }, told = failed) {
  const asked: string[][] = []
  const { passed, titles = [] } = again
  const result: Result = {
    part: {
      name: 'SQLite',
      again: async (files, _, say) => {
        asked.push(files)
        for (const title of titles) say(`❯ ${title}`)
        return { passed, failed: titles.length, skipped: 0 }
      },
    },
    counts: { passed: 10, failed, skipped: 0 },
    failures: Array.from({ length: failed }, (_, at) => [`SQLite: ❯ test ${at}`, '  its reason']),
    files: new Set(failed > 0 ? ['a.spec.js'] : []),
    told,
  }
  return { result, asked }
}

const nobody = () => {}

test.group('What failed among many', () => {
  // Red when what passes the second time is not named.
  test('passes where its file passes by itself, and is named', async ({ assert }) => {
    const { result, asked } = part(1, { passed: 4 })
    const calm = part(0, { passed: 0 })
    await secondLook([calm.result, result], nobody)
    assert.deepEqual(asked, [['a.spec.js']])
    assert.deepEqual(calm.asked, [])
    assert.deepEqual(result.counts, { passed: 11, failed: 0, skipped: 0 })
    assert.deepEqual(result.unsteady, [['SQLite: ❯ test 0', '  its reason']])
    assert.deepEqual(result.failures, [])
  })

  // Red when a second failure, or a run of nothing, is taken for a success.
  test('has failed where it fails again, or is not run', async ({ assert }) => {
    for (const again of [{ passed: 3, titles: ['test 0'] }, { passed: 0 }]) {
      const { result } = part(1, again)
      await secondLook([result], nobody)
      assert.equal(result.counts.failed, 1)
      assert.deepEqual(result.failures, [['SQLite: ❯ test 0', '  its reason']])
    }
  })

  // Red when one that fails again keeps those that pass among the failures.
  test('is told apart from what fails again', async ({ assert }) => {
    const { result } = part(3, { passed: 5, titles: ['test 1'] })
    await secondLook([result], nobody)
    assert.deepEqual(result.counts, { passed: 12, failed: 1, skipped: 0 })
    assert.deepEqual(result.failures, [['SQLite: ❯ test 1']])
    const unsteady = result.unsteady?.map(([title]) => title)
    assert.deepEqual(unsteady, ['SQLite: ❯ test 0', 'SQLite: ❯ test 2'])
  })

  // Red when the number is not looked at, or a crash of the program is taken for a test.
  test('is not looked at again where more has failed than happens by accident, or no test', async ({
    assert,
  }) => {
    for (const { result, asked } of [part(21, { passed: 9 }), part(1, { passed: 9 }, 0)]) {
      await secondLook([result], nobody)
      assert.deepEqual(asked, [])
      assert.isAbove(result.counts.failed, 0)
    }
  })
})
