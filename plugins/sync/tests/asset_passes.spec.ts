import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import { PassLab } from './pass_lab.js'

test.group('A contract between two asset folders', (group) => {
  let app: TestApp
  let number = 0

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'warn' } })
    return () => app.stop()
  })

  async function twoFolders() {
    const lab = new PassLab(app, await app.tenant(`acme${++number}`))
    const left = await lab.folder('Left')
    const right = await lab.folder('Right')
    const contract = await lab.contract({
      source: { type: 'asset_folder', path: '/Left' },
      target: { type: 'asset_folder', path: '/Right' },
    })
    return { lab, left: left.id, right: right.id, id: contract.id }
  }

  test('makes both equal, and takes up changes of both', async ({ assert }) => {
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
})
