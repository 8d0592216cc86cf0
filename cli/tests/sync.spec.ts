// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type {
  SyncConflict,
  SyncContract,
  SyncExplanation,
  SyncPlan,
  SyncRun,
} from '@crossdock/client'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'
import { writeFiles } from './write_files.js'

test.group('CLI sync', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    return async () => {
      await shell.close()
      await app.stop()
    }
  })

  const sync = (...more: string[]) => shell.run(['sync', ...more])
  const json = <T>(...more: string[]) => shell.json<T>(['sync', ...more])
  const upload = async (path: string, text: string) => {
    const [, folder, name] = /^(.*)\/([^/]+)$/.exec(path)!
    await writeFiles(shell.folder, { [name!]: text })
    const put = await shell.run(['assets', 'put', name!, '--to', folder!, '--parents'])
    if (put.code !== 0) throw new Error(put.stderr)
  }
  const create = (...more: string[]) =>
    sync('create', 'Labels', '--source', 'assets:/Labels', '--target', 'assets:/Copies', ...more)

  test('creates, lists and shows a contract', async ({ assert }) => {
    const made = await create('--manual', '--conflicts', 'manual', '--exclude', '*.tmp')
    assert.equal(made.code, 0, made.stderr)
    assert.match(made.stdout, /^Created the sync contract Labels, id /)
    const [contract] = await json<SyncContract[]>('list')
    assert.containSubset(contract, {
      name: 'Labels',
      sourceType: 'asset_folder',
      conflictResolution: 'manual',
      syncRules: { bidirectional: true, deletes: true, excludePatterns: ['*.tmp'] },
      scheduleConfig: { mode: 'manual' },
    })
    const table = await sync('list')
    assert.include(table.stdout, '/Labels')
    const shown = await sync('show', 'Labels')
    assert.include(shown.stdout, 'both ways')
    assert.equal((await sync('show', 'Nothing')).code, 5)
    const tab = await shell.run(['__complete', '--', 'sync', 'show', ''])
    assert.include(tab.stdout, 'Labels')
  })

  test('invalid endpoints and options are refused before the request', async ({ assert }) => {
    for (const [more, sentence] of [
      [
        ['--source', 'Labels', '--target', 'assets:/a'],
        '--source "Labels" is not a valid endpoint',
      ],
      [['--source', 'system:/a', '--target', 'assets:/a'], 'is not a valid endpoint'],
      [['--source', 'assets:/a'], '--target is missing'],
      [['--source', 'assets:/a', '--target', 'assets:/b', '--timezone', 'UTC'], 'needs --cron'],
      [['--conflicts', 'loudest'], 'Allowed choices are'],
    ] as const) {
      const refused = await sync('create', 'X', ...more)
      assert.equal(refused.code, 2, refused.stderr)
      assert.include(refused.stderr, sentence)
    }
    const system = ['--source', 'system=Quay:/out', '--target', 'assets:/b']
    assert.equal((await sync('create', 'X', ...system)).code, 5)
    assert.lengthOf(await json<SyncContract[]>('list'), 1)
  })

  test('plans, runs and follows a sync, and explains a path', async ({ assert }) => {
    await upload('/Labels/a.txt', 'first')
    const plan = await json<SyncPlan>('plan', 'Labels')
    assert.equal(plan.state, 'ready')
    assert.containSubset(plan.operations, [{ type: 'create', path: 'a.txt' }])
    const ran = await sync('run', 'Labels', '--watch')
    assert.equal(ran.code, 0, ran.stdout + ran.stderr)
    assert.include(ran.stdout, '1 created')
    const again = await json<SyncRun>('run', 'Labels', '--watch')
    assert.containSubset(again, { status: 'completed', counts: { created: 0 } })
    assert.equal((await sync('watch', 'Labels')).code, 0)
    const why = await json<SyncExplanation>('explain', 'Labels', 'a.txt')
    assert.equal(why.state, 'in_sync')
    assert.include((await sync('explain', 'Labels', 'a.txt')).stdout, 'in_sync')
    assert.include((await sync('plan', 'Labels')).stderr, 'Both sides of Labels are equal.')
  })

  test('pauses and resumes; a paused contract does not run', async ({ assert }) => {
    assert.equal((await sync('pause', 'Labels')).stdout, 'Labels is paused.\n')
    const refused = await sync('run', 'Labels')
    assert.equal(refused.code, 6)
    assert.lengthOf(await json<SyncContract[]>('list', '--active'), 0)
    assert.equal((await sync('resume', 'Labels')).stdout, 'Labels is resumed.\n')
    assert.equal((await sync('release', 'Labels', '--yes')).code, 6)
  })

  test('lists conflicts and resolves them', async ({ assert }) => {
    await upload('/Labels/b.txt', 'of the source')
    await upload('/Copies/b.txt', 'of the target')
    await sync('run', 'Labels', '--watch')
    const [conflict] = await json<SyncConflict[]>('conflicts', 'list', '--contract', 'Labels')
    assert.containSubset(conflict, { path: 'b.txt', state: 'open' })
    assert.include((await sync('conflicts', 'list')).stdout, 'b.txt')
    assert.equal((await sync('conflicts', 'resolve', 'b.txt')).code, 2)
    assert.equal((await sync('conflicts', 'resolve', 'b.txt', '--keep', 'merged')).code, 2)
    const resolved = await sync('conflicts', 'resolve', 'b.txt', '--keep', 'source')
    assert.include(resolved.stdout, 'the version of the source is kept')
    const ran = await sync('run', 'Labels', '--watch')
    assert.equal(ran.code, 0, ran.stdout)
    assert.equal(
      (await shell.run(['assets', 'get', '/Copies/b.txt', '-o', '-'])).stdout,
      'of the source'
    )
    assert.equal((await sync('conflicts', 'list')).stdout, '')
    assert.lengthOf(await json<SyncConflict[]>('conflicts', 'list', '--all'), 1)
  })

  test('deletes after confirmation', async ({ assert }) => {
    assert.equal((await sync('delete', 'Labels')).code, 2)
    assert.include((await sync('delete', 'Labels', '--yes')).stdout, 'the files on both sides stay')
    assert.lengthOf(await json<SyncContract[]>('list'), 0)
  })
})
