// onOneDatabase: it tests the test programs
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import type { TestRecord } from '../testing/recorder.js'

test.group('What test programs record', (group) => {
  let records: TestRecord[]
  let status: number | null
  group.setup(() => {
    const folder = mkdtempSync(join(tmpdir(), 'crossdock-test-'))
    const path = join(folder, 'records')
    const fixture = (name: string) =>
      fileURLToPath(new URL(`fixtures/${name}${import.meta.url.slice(-3)}`, import.meta.url))
    const program = spawnSync(
      process.execPath,
      [fixture('recorded_program'), `./recorded_tests${import.meta.url.slice(-3)}`, path],
      {
        encoding: 'utf8',
        env: { ...process.env, PROVE: '', TEST_SHARED: '', TEST_MOST_SECONDS: '0.1' },
      }
    )
    status = program.status
    records = readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as TestRecord)
    return () => rmSync(folder, { recursive: true })
  })

  const outcomes = (title: string) =>
    records
      .filter((record) => record.title.startsWith(title))
      .map((record) => `${record.title.slice(title.length)}: ${record.outcome}`)

  // Red when the recorder does not listen to the end of groups.
  test('a failed hook is named, and tests behind it have failed', ({ assert }) => {
    assert.deepEqual(outcomes('A group whose set-up fails › '), [
      'hook: setup: failed',
      'one: failed',
      'two: failed',
    ])
    assert.deepEqual(outcomes('A group whose clean-up fails › '), [
      'one: passed',
      'hook: teardown: failed',
    ])
    assert.deepEqual(outcomes('A group that leaves something running › '), [
      'one: passed',
      'hook: teardown: failed',
    ])
    const [hook] = records
    assert.include(hook!.error, 'There is no database.')
    assert.equal(status, 1)
  })

  // Red when the recorder does not listen to the process.
  test('an error that no test awaited is a separate failure', ({ assert }) => {
    assert.deepEqual(outcomes('A group with an error outside of its tests › '), [
      'one: passed',
      'two: passed',
    ])
    const stray = records.filter(({ title }) => title === 'an error that no test awaited')
    assert.deepEqual(
      stray.map(({ file, outcome }) => `${file}: ${outcome}`),
      ['recorded_tests.ts: failed', 'recorded_tests.ts: failed']
    )
    assert.include(stray[0]!.error, 'The timer is broken.')
    assert.include(stray[1]!.error, 'The promise is broken.')
  })

  // Red when the limit or the tag is ignored.
  test('each test has its outcome, and an expensive one must be tagged', ({ assert }) => {
    assert.deepEqual(outcomes('A group › '), [
      'passes: passed',
      'fails: failed',
      'is skipped: skipped',
      'takes 1: passed',
      'takes 2: passed',
      'is expensive: failed',
      'is expensive and tagged: passed',
    ])
    const expensive = records.find(({ title }) => title.endsWith('is expensive'))!
    assert.match(
      expensive.error!,
      /It took 0\.[2-9] s of processor time, where 0\.\d s are allowed/
    )
    assert.include(records.find(({ title }) => title.endsWith('fails'))!.error, 'It is wrong.')
  })
})
