import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { WriteAheadLog } from '../durability.js'

test.group('The write-ahead log', (group) => {
  let folder: string
  group.each.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crossdock-log-'))
    return () => rm(folder, { recursive: true })
  })

  // Red when the failed promise stays the one that later calls share.
  test('heals: a failure is told to those who waited', async ({ assert, cleanup }) => {
    let begunAnew = 0
    const path = join(folder, 'log')
    const log = new WriteAheadLog(path, async () => void (begunAnew += 1))
    cleanup(() => log.close())
    const running = log.sync()
    // The next ones wait for it once it has begun.
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    const results = await Promise.allSettled([running, log.sync(), log.sync()])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected']
    )
    begunAnew = 0
    await writeFile(path, 'frames')
    await Promise.all([log.sync(), log.sync()])
    // Red when a later fdatasync is believed to make up for one that failed.
    assert.equal(begunAnew, 1)
    await log.sync()
    assert.equal(begunAnew, 1)
  })

  // Red when the first file's handle is kept for ever.
  test('is the file of that name now', async ({ assert, cleanup }) => {
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
