import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import { SyncSide } from '../models/sync_side.js'
import { deskLab } from './desk_lab.js'
import { PassLab } from './pass_lab.js'

/** Enough folders that a pass still runs when a request arrives. */
const folders = 80

test.group('Safety of passes', (group) => {
  let app: TestApp
  let number = 0

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'warn' } })
    return () => app.stop()
  })

  /** Red when a pass continues with a changed or paused contract, or after the end of its run. */
  test('a running pass stops when its contract is {how}')
    .with([
      { how: 'changed', method: 'PUT', path: '', body: { syncRules: { excludePatterns: ['*'] } } },
      { how: 'paused', method: 'POST', path: '/pause', body: {} },
      { how: 'stopped', method: 'POST', path: '/stop', body: {} },
    ])
    .run(async ({ assert }, { method, path, body }) => {
      const lab = new PassLab(app, await app.tenant(`middle${++number}`))
      const left = await lab.folder('Left')
      const right = await lab.folder('Right')
      const first = await lab.folder('0', left.id)
      for (let file = 0; file < 15; file++) await lab.file(`${file}.txt`, first.id)
      for (let copy = 1; copy < folders; copy++)
        await lab.ok('POST', `/assets/${first.id}/copy`, { parentId: left.id, name: `${copy}` })
      const contract = await lab.contract({
        source: { type: 'asset_folder', path: '/Left' },
        target: { type: 'asset_folder', path: '/Right' },
      })
      await lab.startRun(contract.id)
      await until('the first of them', async () => (await lab.children(right.id)).length > 0)
      await lab.ok(method, `/sync-contracts/${contract.id}${path}`, body)
      await lab.settled(contract.id)
      assert.isBelow(Object.keys(await lab.tree(right.id)).length, folders * 16)
      assert.lengthOf(await lab.children(left.id), folders)
    })

  /** Red when the agent's report of what it wrote is ignored. */
  test('bytes that an agent garbled are written again', async ({ assert }) => {
    const { lab, folder, sync, shared } = await deskLab(app, { conflictResolution: 'remote_wins' })
    await folder.report()
    await lab.file('a.txt', shared, 'right')
    let isGarbled = false
    folder.refuses = (work) => {
      if (isGarbled || work.type !== 'write') return undefined
      isGarbled = true
      const entry = folder.reported(folder.put(work.name, 'wrong', work.modifiedAt))
      return { workId: work.id, state: 'done', entry }
    }
    await sync()
    assert.isTrue(isGarbled)
    assert.deepEqual(await lab.tree(shared), { 'a.txt': 'right' })
    assert.deepEqual(folder.tree(), { 'a.txt': 'right' })
  })

  /** Red when an end becomes trusted although one of its files was skipped. */
  test('an end without memory is not trusted while one of its files fails', async ({ assert }) => {
    const { lab, folder, sync, contract } = await deskLab(app)
    for (const name of ['a.txt', 'b.txt']) folder.put(name, name)
    await folder.report()
    await sync()
    folder.remove('b.txt')
    folder.stateId = crypto.randomUUID()
    folder.generation = 0
    await folder.report()
    folder.refuses = ({ id: workId, type }) =>
      type === 'write'
        ? { workId, state: 'failed', code: 'busy', message: 'It is open.', isForNow: true }
        : undefined
    assert.equal((await sync()).status, 'partial')
    const side = await lab.inside(() =>
      SyncSide.query().where({ contractId: contract.id, side: 'source' }).firstOrFail()
    )
    assert.isFalse(side.isTrusted)
  })
})
