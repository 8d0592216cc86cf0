import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import type { SyncContract } from '../models/sync_contract.js'
import { SyncRun } from '../models/sync_run.js'
import { PassLab } from './pass_lab.js'

test.group('Contracts over the same folders', (group) => {
  let app: TestApp
  let number = 0

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'warn' } })
    return () => app.stop()
  })

  async function foldersOf(...names: string[]) {
    const lab = new PassLab(app, await app.tenant(`ring${++number}`))
    const folders: Record<string, string> = {}
    for (const name of names) folders[name] = (await lab.folder(name)).id
    const contracts: SyncContract[] = []
    const join = async (source: string, target: string) => {
      const contract = await lab.contract(
        {
          source: { type: 'asset_folder', path: `/${source}` },
          target: { type: 'asset_folder', path: `/${target}` },
        },
        {
          scheduleConfig: { mode: 'continuous' },
          syncRules: { bidirectional: true, maxDeletions: 1_000 },
        }
      )
      contracts.push(contract)
    }
    const trees = () => Promise.all(names.map((name) => lab.tree(folders[name]!)))
    /** Waits until the folders have this content, and all contracts have agreed on it. */
    const areAll = async (wanted: Record<string, string | null>) => {
      await until('all folders to be equal', async () => {
        const key = (tree: object) => JSON.stringify(Object.entries(tree).sort())
        return (await trees()).every((tree) => key(tree) === key(wanted))
      })
      for (const { id } of contracts) await lab.sync(id)
    }
    return { lab, folders, join, areAll }
  }

  test('three folders in a ring become equal and settle', async ({ assert }) => {
    const { lab, folders, join, areAll } = await foldersOf('A', 'B', 'C')
    for (const [source, target] of ['AB', 'BC', 'CA']) await join(source!, target!)
    await lab.file('one.txt', folders.A!)
    await lab.file('two.txt', folders.B!)
    await lab.file('three.txt', folders.C!)
    const files = { 'one.txt': 'one.txt', 'two.txt': 'two.txt', 'three.txt': 'three.txt' }
    await areAll(files)
    await lab.file('one.txt', folders.B!, 'changed')
    await areAll({ ...files, 'one.txt': 'changed' })
    const two = await lab.named(folders.C!, 'two.txt')
    await lab.ok('PUT', `/assets/${two.id}`, { name: 'renamed.txt' })
    const renamed = {
      'one.txt': 'changed',
      'three.txt': 'three.txt',
      'renamed.txt': 'two.txt',
    }
    await areAll(renamed)
    await lab.ok('DELETE', `/assets/${(await lab.named(folders.A!, 'three.txt')).id}`)
    await areAll({ 'one.txt': 'changed', 'renamed.txt': 'two.txt' })
    const changes = () =>
      lab.inside(async () => (await SyncRun.query()).reduce((sum, run) => sum + run.filesDone, 0))
    const before = await changes()
    await areAll({ 'one.txt': 'changed', 'renamed.txt': 'two.txt' })
    assert.equal(await changes(), before)
  })

  test('a folder in a folder of another contract is synced by both', async () => {
    const { lab, folders, join, areAll } = await foldersOf('Left', 'Right')
    await join('Left', 'Right')
    const inner = await lab.folder('Inner', folders.Left)
    await lab.folder('Other')
    await join('Left/Inner', 'Other')
    await lab.file('deep.txt', inner.id)
    await areAll({ Inner: null, 'Inner/deep.txt': 'deep.txt' })
    const other = (await lab.ok<{ id: string; name: string }[]>('GET', '/assets')).find(
      ({ name }) => name === 'Other'
    )!
    await lab.file('back.txt', other.id)
    await areAll({ Inner: null, 'Inner/deep.txt': 'deep.txt', 'Inner/back.txt': 'back.txt' })
  })

  test('two contracts between the same folders agree', async () => {
    const { lab, folders, join, areAll } = await foldersOf('Left', 'Right')
    await join('Left', 'Right')
    await join('Right', 'Left')
    await lab.file('a.txt', folders.Left!)
    await areAll({ 'a.txt': 'a.txt' })
    await lab.file('a.txt', folders.Right!, 'newer')
    await areAll({ 'a.txt': 'newer' })
    const { id } = await lab.named(folders.Left!, 'a.txt')
    await lab.ok('PUT', `/assets/${id}`, { name: 'b.txt' })
    await areAll({ 'b.txt': 'newer' })
  })
})
