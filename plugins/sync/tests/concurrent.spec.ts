// onBothDatabases: only PostgreSQL moves two folders at once
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { ask, transaction } from '@crossdock/kernel/database'
import { testClock, testDatabase } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import { assetTrees } from '@crossdock/backend/assets'
import { moveAssets } from '../../../backend/app/assets/actions/move_assets.js'
import { SyncConflict } from '../models/sync_conflict.js'
import { PassLab } from './pass_lab.js'

/** Waits until another transaction is blocked by the caller's. */
const isAwaited = async () => {
  const waiting = await ask(
    'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
  )
  return waiting.length > 0
}

test.group('Passes while people change the same folders', (group) => {
  let app: TestApp

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'warn' } })
    return () => app.stop()
  })

  /**
   * Red when a pass moves folders without the lock: the two folders would be inside of each other, below no root, and
   * the next pass would delete them on the other side.
   */
  test('a folder is not moved into another one that a person is moving into it', async ({
    assert,
    cleanup,
  }) => {
    cleanup(() => testClock.reset())
    const lab = new PassLab(app, await app.tenant('acme'))
    const left = await lab.folder('Left')
    const right = await lab.folder('Right')
    for (const name of ['A', 'B']) {
      const folder = await lab.folder(name, left.id)
      await lab.file(`${name}.txt`, folder.id)
    }
    const { id } = await lab.contract({
      source: { type: 'asset_folder', path: '/Left' },
      target: { type: 'asset_folder', path: '/Right' },
    })
    await lab.sync(id)
    const at = (parentId: string, path: string) => lab.named(parentId, path)
    const [a, b] = [await at(right.id, 'A'), await at(right.id, 'B')]
    const inner = await at(left.id, 'A')
    await lab.ok('PUT', `/assets/${inner.id}`, { parentId: (await at(left.id, 'B')).id })
    await lab.inside(() =>
      transaction(async () => {
        await moveAssets([b.id], a.id)
        await lab.startRun(id)
        await until('the pass to wait, or to move the folder', async () => {
          const isMoved = (await lab.children(b.id)).some(({ name }) => name === 'A')
          return isMoved || (await isAwaited())
        })
      })
    )
    await lab.settled(id)
    testClock.advance(20 * 60_000)
    await lab.sync(id)
    const tree = { B: null, 'B/A': null, 'B/A/A.txt': 'A.txt', 'B/B.txt': 'B.txt' }
    assert.deepEqual(await lab.tree(right.id), tree)
    assert.deepEqual(await lab.tree(left.id), tree)
  }).skip(testDatabase !== 'pg', 'SQLite has a single writer')

  /** The insert of the second file waits for the person's transaction, and then fails. */
  test('new files are written once each, although a person takes the name of one of them', async ({
    assert,
  }) => {
    const lab = new PassLab(app, await app.tenant('beta'))
    const left = await lab.folder('Left')
    const right = await lab.folder('Right')
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await lab.file(name, left.id)
    const other = await lab.folder('Other')
    await lab.file('other.txt', other.id, 'of a person')
    const { id } = await lab.contract(
      {
        source: { type: 'asset_folder', path: '/Left' },
        target: { type: 'asset_folder', path: '/Right' },
      },
      { conflictResolution: 'manual' }
    )
    await lab.inside(() =>
      transaction(async () => {
        const [file] = await assetTrees.use().below(other.id, 1)
        const { hash, size } = file!
        await assetTrees.use().put({
          parentId: right.id,
          name: 'b.txt',
          hash: hash!,
          size,
          mimeType: 'text/plain',
          fileModifiedAt: null,
          expected: null,
        })
        await lab.startRun(id)
        await until('the pass to wait', isAwaited)
      })
    )
    await lab.settled(id)
    const wanted = { 'a.txt': 'a.txt', 'b.txt': 'of a person', 'c.txt': 'c.txt' }
    assert.deepEqual(await lab.tree(right.id), wanted)
    for (const { version } of await lab.children(right.id)) assert.equal(version, 1)
    const conflicts = await lab.inside(() => SyncConflict.query().where({ contractId: id }))
    assert.deepEqual(
      conflicts.map(({ path }) => path),
      ['b.txt']
    )
  }).skip(testDatabase !== 'pg', 'SQLite has a single writer')
})
