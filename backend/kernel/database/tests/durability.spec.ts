// onOneDatabase: concerns SQLite's file
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { until } from '../../testing/index.js'
import { watchDatasync } from '../../testing/watched_sync.js'
import { WriteAheadLog } from '../sqlite/durability.js'

test.group('The write-ahead log', (group) => {
  let folder: string
  group.each.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crossdock-log-'))
    return () => rm(folder, { recursive: true })
  })

  // Red when later calls share the failed promise.
  test('recovers: waiting callers get the error', async ({ assert, cleanup }) => {
    let begunAnew = 0
    const path = join(folder, 'log')
    const log = new WriteAheadLog(path, async () => void (begunAnew += 1))
    cleanup(() => log.close())
    const running = log.sync()
    // Callers after the start of a sync share the next one.
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    const results = await Promise.allSettled([running, log.sync(), log.sync()])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected']
    )
    begunAnew = 0
    await writeFile(path, 'frames')
    await Promise.all([log.sync(), log.sync()])
    // Red when a later fdatasync is trusted to repair a failed one.
    assert.equal(begunAnew, 1)
    await log.sync()
    assert.equal(begunAnew, 1)
  })

  // Red when nothing is forced to disk, or a sync that started before the commit counts for it.
  test('is forced to disk, and again for commits during the sync', async ({ assert, cleanup }) => {
    const gates: PromiseWithResolvers<void>[] = []
    const watched = watchDatasync(folder, async (force) => {
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      await gate.promise
      await force()
    })
    cleanup(await watched)
    const path = join(folder, 'log')
    await writeFile(path, 'frames')
    const log = new WriteAheadLog(path, async () => {})
    cleanup(() => log.close())
    const ended: string[] = []
    const sync = (who: string) => log.sync().then(() => void ended.push(who))
    const first = sync('first')
    await until('the first to be forced', () => gates.length === 1)
    const others = [sync('second'), sync('third')]
    assert.deepEqual(ended, [])
    gates[0]!.resolve()
    await first
    await until('another', () => gates.length === 2)
    assert.deepEqual(ended, ['first'])
    gates[1]!.resolve()
    await Promise.all(others)
    assert.lengthOf(gates, 2)
  })

  // Red when the handle of the first file is kept forever.
  test('is always the current file of that name', async ({ assert, cleanup }) => {
    const path = join(folder, 'log')
    const log = new WriteAheadLog(path, async () => {})
    cleanup(() => log.close())
    await writeFile(path, 'frames')
    await log.sync()
    await rm(path)
    await mkdir(path)
    await assert.rejects(() => log.sync(), /EISDIR/)
    await rm(path, { recursive: true })
    await writeFile(path, 'frames of another connection')
    await log.sync()
  })
})
