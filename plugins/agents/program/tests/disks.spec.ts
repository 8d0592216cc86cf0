// onOneDatabase: the agent uses the server by HTTP
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { Machine, Sender } from './machine.js'
import { cannotMount, mayMount, mount } from './small_disk.js'

const MiB = 1024 * 1024

const isSkipped = !(await mayMount())

test.group('Desktop agent: disks', (group) => {
  let app: TestApp
  let acme: TestTenant
  let desk: Machine
  let sender: Sender
  const mounted: string[] = []

  if (isSkipped) group.tap((one) => one.skip(true, cannotMount))
  group.setup(async () => {
    if (isSkipped) return () => undefined
    app = await bootApp()
    acme = await app.tenant('acme')
    sender = new Sender(app.url, acme.admin)
    desk = await Machine.enrolled(app.url, acme.admin)
    await desk.start()
    return async (): Promise<void> => {
      for (const folder of mounted) execFileSync('umount', ['-l', folder])
      await desk.close()
      await app.stop()
    }
  })

  // Red when the mount of a folder is not compared with that of the allowed one.
  test('a folder mounted from elsewhere in an allowed one is ignored', async ({ assert }) => {
    const secret = await realpath(await mkdtemp(join(tmpdir(), 'crossdock-secret-')))
    await writeFile(join(secret, 'secret.txt'), 'secret')
    await desk.write('plain/a.txt', 'a')
    await mkdir(desk.path('plain', 'mounted'))
    // On the same disk, so the device number does not distinguish them.
    mount('--bind', secret, desk.path('plain', 'mounted'))
    mounted.push(desk.path('plain', 'mounted'))
    const { status, result } = await sender.run(desk, 'upload_files', {
      path: desk.path('plain'),
      folder: '/Plain',
    })
    assert.equal(status, 'failed')
    assert.equal(result!.files, 1)
    assert.match(JSON.stringify(result!.failed), /another file system is mounted there/)
    assert.deepEqual(await sender.files('secret'), {})
    await rm(secret, { recursive: true, force: true })
  })

  test('a full disk ends a download with a clear error and no partial file', async ({ assert }) => {
    await desk.write('big/big.bin', randomBytes(3 * MiB))
    await sender.run(desk, 'upload_files', { path: desk.path('big'), folder: '/Big' })
    const folder = desk.path('tight')
    await mkdir(folder)
    mount('-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder)
    mounted.push(folder)
    await desk.shell.run(['agent', 'folders', '--add', folder])
    const command = await sender.send(
      desk,
      'download_files',
      { path: folder, folder: '/Big' },
      { maxRetries: 0 }
    )
    const { status, errorCode, errorMessage } = await sender.ended(command)
    assert.equal(status, 'failed')
    assert.equal(errorCode, 'E_DISK_FULL')
    assert.match(errorMessage!, /bytes free/)
    assert.deepEqual(await readdir(folder), [])
    assert.equal((await sender.run(desk, 'system_info')).status, 'completed')
  })

  // A command outside of the journal is never run: two places prevent it.
  test('a full state disk prevents a command until there is space', async ({ assert }) => {
    const other = await Machine.enrolled(app.url, acme.admin)
    mounted.push(other.stateFolder)
    const kept = await mkdtemp(join(tmpdir(), 'crossdock-state-'))
    execFileSync('cp', ['-a', `${other.stateFolder}/.`, kept])
    mount('-t', 'tmpfs', '-o', 'size=2m,mode=0700', 'tmpfs', other.stateFolder)
    execFileSync('cp', ['-a', `${kept}/.`, other.stateFolder])
    await other.start()
    const filler = join(other.stateFolder, 'filler')
    execFileSync('sh', ['-c', `cat /dev/zero > '${filler}' 2>/dev/null || true`])
    const command = await sender.send(other, 'system_info')
    await other.running.shows('cannot note the command')
    assert.notEqual((await sender.show(command.id)).status, 'completed')
    await rm(filler)
    await other.kill()
    await other.start()
    assert.equal((await sender.ended(command)).status, 'completed')
    await other.kill()
    await rm(kept, { recursive: true, force: true })
  })
})
