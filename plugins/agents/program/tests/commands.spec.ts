// onOneDatabase: the agent uses the server by HTTP
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { Machine, Sender } from './machine.js'

test.group('Desktop agent: commands', (group) => {
  let app: TestApp
  let acme: TestTenant
  let desk: Machine
  let sender: Sender

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    sender = new Sender(app.url, acme.admin)
    desk = await Machine.enrolled(app.url, acme.admin)
    await desk.start()
    return async () => {
      await desk.close()
      await app.stop()
    }
  })

  test('describe the machine', async ({ assert }) => {
    const { status, result } = await sender.run(desk, 'system_info')
    assert.equal(status, 'completed')
    assert.containSubset(result, { platform: 'linux', versions: { node: process.versions.node } })
    const [disk] = result!.disks as { path: string; freeBytes: number }[]
    assert.equal(disk!.path, desk.folder)
    assert.isAbove(disk!.freeBytes, 0)
  })

  test('copy a folder with its subfolders, and skip equal files', async ({ assert }) => {
    const large = randomBytes(3 * 1024 * 1024)
    await desk.write('out/a.txt', 'a')
    await desk.write('out/deep/er/b.txt', 'b')
    await desk.write('out/empty.txt', '')
    await desk.write('out/large.bin', large)
    const path = desk.path('out')
    const first = await sender.run(desk, 'upload_files', { path, folder: '/Arrivals/New' })
    assert.equal(first.status, 'completed', JSON.stringify(first))
    assert.deepEqual(first.result, { files: 4, bytes: 2 + large.length, skipped: 0, failed: [] })
    await desk.write('out/a.txt', 'changed')
    const second = await sender.run(desk, 'upload_files', { path, folder: '/Arrivals/New' })
    assert.deepEqual(second.result, { files: 1, bytes: 7, skipped: 3, failed: [] })
    const a = await sender.files('a.txt')
    assert.equal(a['/Arrivals/New/a.txt']!.version, 2)
    assert.equal((await sender.files('large'))['/Arrivals/New/large.bin']!.version, 1)

    const into = { path: desk.path('in', 'copy'), folder: '/Arrivals/New' }
    const down = await sender.run(desk, 'download_files', into)
    assert.deepEqual(down.result, { files: 4, bytes: 8 + large.length, skipped: 0, failed: [] })
    assert.equal(await desk.read('in/copy/a.txt'), 'changed')
    assert.equal(await desk.read('in/copy/deep/er/b.txt'), 'b')
    assert.isTrue(large.equals(await readFile(desk.path('in/copy/large.bin'))))
    const again = await sender.run(desk, 'download_files', into)
    assert.deepEqual(again.result, { files: 0, bytes: 0, skipped: 4, failed: [] })
  })

  test('copy one file, by default into the folder of the agent', async ({ assert }) => {
    await desk.write('one/only.csv', '1;2')
    await desk.write('one/other.csv', '3;4')
    const { result } = await sender.run(desk, 'upload_files', { path: desk.path('one/only.csv') })
    assert.deepEqual(result, { files: 1, bytes: 3, skipped: 0, failed: [] })
    const name = desk.identity.agentName
    assert.deepEqual(Object.keys(await sender.files('only.csv')), [`/Agents/${name}/only.csv`])
    assert.deepEqual(await sender.files('other.csv'), {})
  })

  test('sync a folder once, in both directions', async ({ assert }) => {
    await desk.write('sync/x.txt', 'x')
    const path = desk.path('sync')
    const up = await sender.run(desk, 'sync_folder', { path, folder: '/Synced' })
    assert.containSubset(up, { status: 'completed', result: { files: 1 } })
    const down = await sender.run(desk, 'sync_folder', {
      path: desk.path('back'),
      folder: '/Synced',
      action: 'download',
    })
    assert.containSubset(down, { status: 'completed', result: { files: 1 } })
    assert.equal(await desk.read('back/x.txt'), 'x')
  })

  test('name the files that were not copied', async ({ assert }) => {
    const { status, errorMessage } = await sender.run(desk, 'download_files', {
      path: desk.path('in'),
      folder: '/Missing',
    })
    assert.equal(status, 'failed')
    assert.match(errorMessage!, /There is no folder "\/Missing"/)
  })

  test('wait while the agent is paused on its machine', async ({ assert }) => {
    await desk.shell.run(['agent', 'pause'])
    const command = await sender.send(desk, 'system_info')
    await until('the agent to have it', async () => (await desk.status()).waiting === 1)
    assert.equal((await sender.show(command.id)).status, 'running')
    await desk.shell.run(['agent', 'resume'])
    assert.equal((await sender.ended(command)).status, 'completed')
  })

  test('restart the program, and report success afterwards', async ({ assert }) => {
    const before = await desk.status()
    const { status } = await sender.run(desk, 'restart_agent')
    assert.equal(status, 'completed')
    const after = await desk.status()
    assert.notEqual(after.pid, before.pid)
    assert.equal(after.starts, before.starts + 1)
  })
})
