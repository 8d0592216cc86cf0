// onOneDatabase: uses no server
import { closeSync, openSync, readdirSync, readlinkSync, writeFileSync, writeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { test } from '@japa/runner'
import { until } from '@crossdock/kernel/testing'
import { seededBytes } from '../../../../backend/kernel/storage/tests/seeded_bytes.js'
import { Desk, idOf } from './desk.js'

const MiB = 1024 * 1024

/** Returns whether this process, in which the agent runs, has a file open. */
function isOpen(path: string): boolean {
  return readdirSync('/proc/self/fd').some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path
    } catch {
      return false
    }
  })
}

test.group('Desktop agent: files that change while it reads them', (group) => {
  let desk: Desk
  group.each.setup(async () => {
    desk = await Desk.open()
    return () => desk.close()
  })

  /** Red when a file is not compared with itself after it was read. */
  test('a mix of two versions is not reported, and the file is read again', async ({ assert }) => {
    const [before, after] = [Buffer.alloc(48 * MiB, 'before'), Buffer.alloc(48 * MiB, 'after')]
    await desk.write('large.bin', before)
    const path = desk.path('large.bin')
    desk.start()
    while (!isOpen(path)) await setImmediate()
    // Until the beginning is read, and the end is not.
    for (let turn = 0; turn < 30; turn++) await setImmediate()
    assert.isTrue(isOpen(path))
    writeFileSync(path, after)
    await desk.shows({ 'large.bin': after as never })
    const hashes = desk.server.reports.flatMap(({ changed }) => changed.map(({ hash }) => hash))
    assert.includeMembers([null, idOf(before), idOf(after)], hashes)
  }).skip(process.platform !== 'linux', 'the open files of a process are listed by Linux')

  /** Red when the chunks of a file are sent without a look at the file, and without their hash. */
  test(
    'a mix of two versions is not sent when the file changes at {$self}, and the new one is later'
  )
    .with(['POST /missing', 'POST /contents'])
    .run(async ({ assert }, call) => {
      const before = seededBytes('before', 40 * MiB)
      const after = Buffer.concat([before.subarray(0, 39 * MiB), seededBytes('after', MiB)])
      await desk.write('large.bin', before)
      desk.start()
      await until('the report', () => desk.server.at('large.bin')?.hash)
      let isChanged = false
      desk.server.refuse = (what) => {
        if (what !== call || isChanged) return undefined
        isChanged = true
        const file = openSync(desk.path('large.bin'), 'r+')
        writeSync(file, after.subarray(39 * MiB), 0, MiB, 39 * MiB)
        closeSync(file)
        return undefined
      }
      const sends = () => {
        const expected = desk.expected('large.bin')
        return { type: 'send' as const, expected, size: before.length }
      }
      const [outcome] = await desk.does(sends())
      assert.equal(outcome!.state, 'stale')
      assert.isEmpty(desk.server.contents)
      await desk.shows({ 'large.bin': after as never })
      const [second] = await desk.does(sends())
      assert.equal(second!.state, 'done')
      assert.deepEqual([...desk.server.contents.keys()], [idOf(after)])
      assert.isTrue(desk.server.bytesOf(idOf(after)).equals(after))
    })
})
