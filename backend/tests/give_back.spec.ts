// onOneDatabase: no database takes part
import { execFile } from 'node:child_process'
import { pbkdf2Sync } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { getHeapSpaceStatistics } from 'node:v8'
import { test } from '@japa/runner'
import { until } from '@crossdock/kernel/testing'
import { giveBackWhenIdle } from '../start/give_back.js'

const MIB = 2 ** 20

/** Space that V8 reserves for young objects, in MiB. */
const youngRoom = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!
    .physical_space_size / MIB

/** Works until V8 has reserved much space for young objects, with pauses so that the process stays responsive. */
async function work(): Promise<void> {
  const kept: object[][] = []
  await until('much room', async () => {
    // Only a mix of short-lived and longer-lived objects makes V8 reserve more.
    for (let turn = 0; turn < 40; turn++) {
      kept.push(Array.from({ length: 2_000 }, (_, at) => ({ at, turn })))
      if (kept.length > 60) kept.shift()
    }
    await setImmediate()
    return youngRoom() > 20
  })
}

test.group('an idle process', () => {
  // Red when it does not check whether the process is busy.
  test('a busy process is not interrupted', async ({ assert }) => {
    await work()
    const end = giveBackWhenIdle({ checkMs: 1, restMs: 1 })
    try {
      const { eventLoopUtilization } = performance
      const before = eventLoopUtilization()
      for (let turn = 0; turn < 100; turn++) {
        pbkdf2Sync('work', 'salt', 5_000, 64, 'sha512')
        await setImmediate()
      }
      assert.isAbove(eventLoopUtilization(before).utilization, 0.5)
      assert.isAbove(youngRoom(), 16)
    } finally {
      end()
    }
  })

  // Red when nothing is collected, and when only `gc()` is called, which leaves V8 its space.
  test('releases the memory of a burst of work', async ({ assert }) => {
    await work()
    const end = giveBackWhenIdle({ checkMs: 1, restMs: 3_600_000 })
    try {
      await until('the memory to be released', () => youngRoom() < 4)
    } finally {
      end()
    }
    assert.isBelow(youngRoom(), 4)
  })

  // Red when an error of the inspector is not caught: it ends the server.
  test('a process without permission to collect continues', async ({ assert }) => {
    const code = `
      import { setImmediate } from 'node:timers/promises'
      import { getHeapSpaceStatistics } from 'node:v8'
      import { giveBackWhenIdle } from ${JSON.stringify(import.meta.resolve('../start/give_back.js'))}
      const room = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').physical_space_size
      const kept = []
      while (room() < 20 * 2 ** 20) {
        kept.push(Array.from({ length: 2_000 }, (_, at) => ({ at })))
        if (kept.length > 60) kept.shift()
        await setImmediate()
      }
      // A check that finds the process idle is observed here.
      const { eventLoopUtilization } = performance
      const isIdle = Promise.withResolvers()
      performance.eventLoopUtilization = (...given) => {
        const found = eventLoopUtilization(...given)
        if (given.length === 2 && found.utilization < 0.05) isIdle.resolve()
        return found
      }
      // Keeps the process alive.
      process.stdin.resume()
      giveBackWhenIdle({ checkMs: 1, restMs: 1 })
      await isIdle.promise
      // Its later import is already refused.
      await import('node:inspector/promises')
      for (let turn = 0; turn < 10; turn++) await setImmediate()
      process.stdin.destroy()
      console.log('lives')`
    const args = ['--permission', '--allow-fs-read=*', '--input-type=module', '--eval', code]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    assert.equal(stdout, 'lives\n')
  })
})
