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

/** Room V8 holds for young objects, in MiB. */
const youngRoom = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!
    .physical_space_size / MIB

/** Works until V8 has given young objects much room, in steps between which the process lives on. */
async function work(): Promise<void> {
  const kept: object[][] = []
  await until('much room', async () => {
    // What is dropped and what lives on for a while: only that makes V8 give more room.
    for (let turn = 0; turn < 40; turn++) {
      kept.push(Array.from({ length: 2_000 }, (_, at) => ({ at, turn })))
      if (kept.length > 60) kept.shift()
    }
    await setImmediate()
    return youngRoom() > 20
  })
}

test.group('an idle process', () => {
  // Red when it does not look whether the process works.
  test('a process that works is not stopped for it', async ({ assert }) => {
    await work()
    const end = giveBackWhenIdle({ lookMs: 1, restMs: 1 })
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

  // Red when nothing is collected, and when it is by `gc()` alone, which leaves V8 its room.
  test('gives back what a burst of work took', async ({ assert }) => {
    await work()
    const end = giveBackWhenIdle({ lookMs: 1, restMs: 3_600_000 })
    try {
      await until('the room to be given back', () => youngRoom() < 4)
    } finally {
      end()
    }
    assert.isBelow(youngRoom(), 4)
  })

  // Red when what the inspector refuses is caught by nobody: that ends the server.
  test('where nothing may be collected, the process lives on without', async ({ assert }) => {
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
      // Of a look that finds the process idle is heard; until then it has nothing to do.
      const { eventLoopUtilization } = performance
      const isIdle = Promise.withResolvers()
      performance.eventLoopUtilization = (...given) => {
        const found = eventLoopUtilization(...given)
        if (given.length === 2 && found.utilization < 0.05) isIdle.resolve()
        return found
      }
      // Keeps the process alive.
      process.stdin.resume()
      giveBackWhenIdle({ lookMs: 1, restMs: 1 })
      await isIdle.promise
      // What it asks for then is refused by now.
      await import('node:inspector/promises')
      for (let turn = 0; turn < 10; turn++) await setImmediate()
      process.stdin.destroy()
      console.log('lives')`
    const args = ['--permission', '--allow-fs-read=*', '--input-type=module', '--eval', code]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    assert.equal(stdout, 'lives\n')
  })
})
