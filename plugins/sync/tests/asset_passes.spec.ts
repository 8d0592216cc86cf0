import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import type { PlanCounts } from '@crossdock/sync-engine'
import type { ShownPlan } from '../contracts/index.js'
import { SyncContract } from '../models/sync_contract.js'
import { PassLab } from './pass_lab.js'

test.group('A contract between two asset folders', (group) => {
  let app: TestApp
  let number = 0

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'warn' } })
    return () => app.stop()
  })

  /** @param who the person whose rights the contract uses */
  async function twoFolders(who: 'admin' | 'editor' | 'viewer' = 'admin') {
    const lab = new PassLab(app, await app.tenant(`acme${++number}`))
    const left = await lab.folder('Left')
    const right = await lab.folder('Right')
    const contract = await lab.contract({
      source: { type: 'asset_folder', path: '/Left' },
      target: { type: 'asset_folder', path: '/Right' },
    })
    if (who !== 'admin') {
      const { user } = await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', {
        as: lab.tenant[who],
      })
      await lab.inside(() =>
        SyncContract.query().where('id', contract.id).update({ user_id: user.id })
      )
    }
    return { lab, left: left.id, right: right.id, id: contract.id }
  }

  test('makes both equal, and syncs changes of both', async ({ assert }) => {
    const { lab, left, right, id } = await twoFolders()
    const plans = await lab.folder('Plans', left)
    await lab.file('a.txt', plans.id)
    await lab.file('b.txt', left)
    await lab.file('c.txt', right)
    const run = await lab.sync(id)
    assert.equal(run.status, 'completed')
    assert.containSubset(run.counts, { created: 4, failed: 0 })
    const tree = await lab.tree(left)
    assert.sameMembers(Object.keys(tree), ['Plans', 'Plans/a.txt', 'b.txt', 'c.txt'])
    assert.deepEqual(await lab.tree(right), tree)

    await lab.ok('PUT', `/assets/${plans.id}`, { name: 'Old plans' })
    await lab.file('b.txt', right, 'newer')
    const gone = await lab.named(left, 'c.txt')
    await lab.ok('DELETE', `/assets/${gone.id}`)
    const second = await lab.sync(id)
    assert.containSubset(second.counts, { moved: 1, changed: 1, deleted: 1, created: 0 })
    const after = await lab.tree(left)
    assert.sameMembers(Object.keys(after), ['Old plans', 'Old plans/a.txt', 'b.txt'])
    assert.deepEqual(await lab.tree(right), after)
    assert.equal((await lab.named(left, 'b.txt')).version, 2)
    const third = await lab.sync(id)
    assert.containSubset(third.counts, { moved: 0, changed: 0, deleted: 0, created: 0 })
  })

  test('follows changes automatically, also after the folder was renamed', async ({ assert }) => {
    const lab = new PassLab(app, await app.tenant(`acme${++number}`))
    const left = await lab.folder('Left')
    const right = await lab.folder('Right')
    const ends = {
      source: { type: 'asset_folder' as const, path: '/Left' },
      target: { type: 'asset_folder' as const, path: '/Right' },
    }
    await lab.contract(ends, { scheduleConfig: { mode: 'continuous' } })
    const isThere = (name: string, folder = right.id) =>
      until(`${name} on the other side`, async () => name in (await lab.tree(folder)))
    await lab.file('a.txt', left.id)
    await isThere('a.txt')
    await lab.ok('PUT', `/assets/${left.id}`, { name: 'Elsewhere' })
    await lab.file('b.txt', right.id)
    await isThere('b.txt', left.id)
    assert.deepEqual(await lab.tree(left.id), await lab.tree(right.id))
  })

  test('skips entries closed to the person of the contract, and deletes nothing because of them', async ({
    assert,
  }) => {
    const { lab, left, right, id } = await twoFolders('editor')
    const secret = await lab.folder('Secret', left)
    await lab.file('a.txt', secret.id)
    await lab.file('b.txt', left)
    await lab.sync(id)
    assert.sameMembers(Object.keys(await lab.tree(right)), ['Secret', 'Secret/a.txt', 'b.txt'])
    // The owner of the contract may no longer open the folder.
    await lab.ok('PUT', `/assets/${secret.id}/permissions`, { everyone: 'none', grants: [] })
    await lab.file('c.txt', secret.id)
    const run = await lab.sync(id)
    assert.containSubset(run.counts, { deleted: 0, created: 0, failed: 0 })
    assert.sameMembers(Object.keys(await lab.tree(right)), ['Secret', 'Secret/a.txt', 'b.txt'])
    const skipped = await lab.ok<unknown[]>('GET', `/sync-contracts/${id}/skipped`)
    assert.deepEqual(skipped, [])
  })

  test('changes nothing when its person may no longer change files', async ({ assert }) => {
    const { lab, left, right, id } = await twoFolders('viewer')
    await lab.file('a.txt', left)
    const run = await lab.sync(id)
    assert.equal(run.status, 'failed')
    assert.deepEqual(await lab.tree(right), {})
    assert.equal((await lab.load(id)).phase, 'failed')
  })

  test('shows a plan without carrying it out, and previews an unsaved contract', async ({
    assert,
  }) => {
    const { lab, left, right, id } = await twoFolders()
    await lab.file('a.txt', left, 'five!')
    await lab.ok('POST', `/sync-contracts/${id}/plan`)
    const plan = await until('the plan', async () => {
      const found = await lab.ok<ShownPlan>('GET', `/sync-contracts/${id}/plan`)
      return found.state === 'ready' && found
    })
    assert.deepEqual(
      plan.operations.map(({ type, side, path, size }) => ({ type, side, path, size })),
      [{ type: 'create', side: 'target', path: 'a.txt', size: 5 }]
    )
    assert.deepEqual(await lab.tree(right), {})
    const preview = await lab.ok<{ needsAgent: boolean; counts: PlanCounts }>(
      ...(['POST', '/sync-contracts/preview'] as const),
      {
        name: 'New',
        sourceType: 'asset_folder',
        sourceConfig: { path: '/Left' },
        targetType: 'asset_folder',
        targetConfig: { path: '/Missing' },
      }
    )
    assert.containSubset(preview, { needsAgent: false, counts: { created: 1, sourceBytes: 5 } })
    const explained = await lab.explain(id, 'a.txt')
    assert.containSubset(explained, { state: 'pending', source: { size: 5 }, target: null })
  })
})
