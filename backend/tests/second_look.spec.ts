// onOneDatabase: it tests records, without a database
import { test } from '@japa/runner'
import { secondLook, type Recorded, type Result } from '../bin/bootstrap/second_look.mjs'

const failed = (title: string, error = 'its reason'): Recorded => ({
  file: 'a.spec.ts',
  title,
  outcome: 'failed',
  seconds: 1,
  error,
})
const passed = (title: string): Recorded => ({
  file: 'a.spec.ts',
  title,
  outcome: 'passed',
  seconds: 1,
})

/** A part with these failures, and the records of the second run of their files. */
function part(failures: Recorded[], again: Recorded[]) {
  const asked: string[][] = []
  const result: Result = {
    part: {
      name: 'SQLite',
      again: async (files) => {
        asked.push(files)
        return again
      },
    },
    records: [passed('calm'), ...failures],
  }
  return { result, asked }
}

const outcomes = ({ records }: Result) => records.map(({ title, outcome }) => `${title} ${outcome}`)
const quiet = () => {}

test.group('Second look', () => {
  // Red when a test that passes the second time is not named.
  test('forgives and names what passes when its file runs alone', async ({ assert }) => {
    const { result, asked } = part([failed('one')], [passed('calm'), passed('one')])
    const calm = part([], [])
    const forgiven = await secondLook([calm.result, result], quiet)
    assert.deepEqual(asked, [['a.spec.ts']])
    assert.deepEqual(calm.asked, [])
    assert.deepEqual(outcomes(result), ['calm passed', 'one passed'])
    assert.deepEqual(forgiven, [{ part: 'SQLite', record: failed('one') }])
  })

  // Red when a second failure, an empty run, or a crashed program counts as a success.
  test('forgives nothing that fails again or does not run', async ({ assert }) => {
    const crash: Recorded = { title: 'the program', outcome: 'failed', seconds: 0 }
    for (const again of [[passed('calm'), failed('one')], [], [passed('calm'), crash]]) {
      const { result } = part([failed('one')], again)
      assert.deepEqual(await secondLook([result], quiet), [])
      assert.include(outcomes(result), 'one failed')
    }
  })

  // Red when a failure of only the second run is dropped.
  test('keeps what fails for the first time in the second run', async ({ assert }) => {
    const { result } = part([failed('one')], [failed('calm'), passed('one')])
    await secondLook([result], quiet)
    assert.deepEqual(outcomes(result), ['calm passed', 'one passed', 'calm failed'])
  })

  // Red when tests behind a hook count as separate failures.
  test('runs a hook again with all tests behind it', async ({ assert }) => {
    const behind = ['one', 'two', 'three', 'four'].map((title) =>
      failed(title, 'It did not run: a hook before it failed.')
    )
    const hook = failed('group › hook: setup')
    const again = ['one', 'two', 'three', 'four'].map(passed)
    const { result } = part([hook, ...behind], again)
    const forgiven = await secondLook([result], quiet)
    assert.lengthOf(forgiven, 1)
    assert.deepEqual(
      result.records.map(({ outcome }) => outcome),
      ['passed', 'cost', 'passed', 'passed', 'passed', 'passed']
    )
  })

  // Red when the number is ignored, or a crash of the program counts as a test.
  test('does not run for more than three failures, nor for a crash', async ({ assert }) => {
    const many = ['one', 'two', 'three', 'four'].map((title) => failed(title))
    const crash: Recorded = { title: 'the program', outcome: 'failed', seconds: 0 }
    for (const failures of [many, [crash]]) {
      const { result, asked } = part(
        failures,
        failures.map(({ title }) => passed(title))
      )
      assert.deepEqual(await secondLook([result], quiet), [])
      assert.deepEqual(asked, [])
    }
  })
})
