// onOneDatabase: the agent uses the server by HTTP
import { randomBytes } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { until } from '@crossdock/kernel/testing'
import { isSame, Keeper, treeOf, type Contract } from './keeper.js'
import { Machine } from './machine.js'
import { Network } from './network.js'

test.group('Desktop agent: folders in sync', (group) => {
  let app: TestApp
  let tenant: TestTenant
  let network: Network
  let desks: [Machine, Machine]

  group.each.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'warn' } })
    tenant = await app.tenant('freightway')
    network = await Network.before(app.url)
    desks = [
      await Machine.enrolled(app.url, tenant.admin, network.url),
      await Machine.enrolled(app.url, tenant.admin),
    ]
    return async () => {
      for (const desk of desks) await desk.close()
      await network.stop()
      await app.stop()
    }
  })

  test('two machines and the assets: edits, renames, deletions and conflicts', async ({
    assert,
  }) => {
    const [here, there] = desks
    const keeper = new Keeper(app.url, tenant.admin)
    await here.write('work/Plans/a.txt', 'plan a')
    await here.write('work/large.bin', randomBytes(3_000_000))
    await keeper.binds(here, '/Shared', { conflictResolution: 'manual' })
    const contract = await keeper.binds(there, '/Shared', { conflictResolution: 'manual' })
    for (const desk of desks) await desk.start()
    const areSame = async () => {
      const [one, other] = [await treeOf(here.path('work')), await treeOf(there.path('work'))]
      return isSame(one, other) && isSame(Object.keys(one), await keeper.assets('/Shared'))
    }
    await until('the first sync', async () => 'large.bin' in (await treeOf(there.path('work'))))
    await until('all sides to be the same', areSame)

    await there.write('work/Plans/a.txt', 'plan a, changed there')
    await until('the edit', async () => (await here.read('work/Plans/a.txt')).endsWith('there'))

    const bytes = () => network.seen.filter((one) => /\/(contents|read)$/.test(one)).length
    await until('all sides to be the same', areSame)
    const before = bytes()
    await rename(here.path('work', 'Plans'), here.path('work', 'Older'))
    await rename(here.path('work', 'large.bin'), here.path('work', 'Older', 'huge.bin'))
    await until('the rename', async () => 'Older/huge.bin' in (await treeOf(there.path('work'))))
    await until('all sides to be the same', areSame)
    assert.equal(bytes(), before)

    await rm(there.path('work', 'Older', 'huge.bin'))
    await until(
      'the deletion',
      async () => !('Older/huge.bin' in (await treeOf(here.path('work'))))
    )
    await until('all sides to be the same', areSame)

    // Both change the same file while one of them is offline.
    await there.stop()
    await there.write('work/Older/a.txt', 'there')
    await here.write('work/Older/a.txt', 'here')
    const state = async () =>
      (await keeper.ok<Contract>('GET', `/sync-contracts/${contract.id}`)).state
    await until('the other change to arrive', async () => {
      const [asset] = await keeper.ok<{ version: number }[]>(
        'GET',
        `/assets?${new URLSearchParams({ filter: JSON.stringify({ search: 'a.txt' }) })}`
      )
      return asset!.version >= 3
    })
    await there.start()
    await until('the conflict', async () => (await state()).openConflicts === 1)
    assert.equal(await there.read('work/Older/a.txt'), 'there')
    assert.equal(await here.read('work/Older/a.txt'), 'here')
    const status = await there.status()
    assert.equal(status.sync[0]!.path, there.path('work'))
  }).tags(['long'])
})
