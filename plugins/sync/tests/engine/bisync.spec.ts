import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { Bisync } from './bisync.js'

/**
 * Scenarios of rclone's bisync test data (MIT), run by the planner of Crossdock and judged by its rules. Both
 * sides must be equal except for skipped entries, nothing may be lost or invented, and brakes must apply
 * where rclone's do.
 */
const root = process.env.CROSSDOCK_CORPORA && join(process.env.CROSSDOCK_CORPORA, 'bisync')

const notOurs: Record<string, string> = {
  test_check_access: 'looks for files named RCLONE_TEST; we look whether the root is there',
  test_check_access_filters: 'looks for files named RCLONE_TEST under filters',
  test_check_filename: 'looks for a file of another name',
  test_check_sync: 'checks and damages the listing files of rclone',
  test_filtersfile_checks: 'checks the digest of a filter file',
  test_concurrent:
    'calls a function of the test program of rclone; our simulator edits while files are read',
  test_volatile: 'calls a function of the test program of rclone',
}

/** Syncs that must stop, by their order in the scenario. */
const stops: Record<string, Record<number, string>> = {
  test_resync: { 4: 'many_deletions' },
  test_max_delete_path1: { 1: 'many_deletions' },
  test_max_delete_path2_force: { 1: 'many_deletions' },
}

test.group('Scenarios of bisync', () => {
  if (!root || !existsSync(root)) {
    test('are skipped: CROSSDOCK_CORPORA names no folder with bisync in it', () => {}).skip(true)
    return
  }
  for (const name of readdirSync(root).filter((name) => name.startsWith('test_'))) {
    if (notOurs[name]) {
      test(`${name}: ${notOurs[name]}`, () => {}).skip(true)
      continue
    }
    test(name, ({ assert }) => {
      const scenario = new Bisync(join(root, name))
      scenario.run()
      assert.isNotEmpty(scenario.judged)
      scenario.judged.forEach(({ line, stop, source, target, conflicts, skipped }, at) => {
        const expected = stops[name]?.[at]
        if (expected || (stop && stop !== 'dry-run')) assert.equal(stop, expected ?? null, line)
        if (stop) return
        const left = [...conflicts, ...skipped]
        const compared = (list: string[]) =>
          list.filter(
            (text) =>
              !left.some(
                (path) =>
                  text === `${path}/` || text.startsWith(`${path}=`) || text.startsWith(`${path}/`)
              )
          )
        assert.deepEqual(compared(target), compared(source), line)
        for (const text of [...source, ...target])
          if (!text.endsWith('/'))
            assert.isTrue(scenario.contents.has(text.slice(text.indexOf('=') + 1)))
      })
    })
  }

  test('every scenario is run or listed as skipped', ({ assert }) => {
    const names = readdirSync(root).filter((name) => name.startsWith('test_'))
    assert.deepEqual(
      Object.keys(notOurs).filter((name) => !names.includes(name)),
      []
    )
    assert.isAtLeast(names.length - Object.keys(notOurs).length, 20)
  })
})
