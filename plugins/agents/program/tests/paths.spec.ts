// onOneDatabase: the agent uses the server by HTTP
import {
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { Machine, Sender } from './machine.js'

test.group('Desktop agent: allowed folders', (group) => {
  let app: TestApp
  let acme: TestTenant
  let desk: Machine
  let sender: Sender
  /** A folder of the machine that is not allowed. */
  let secret: string

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    sender = new Sender(app.url, acme.admin)
    desk = await Machine.enrolled(app.url, acme.admin)
    secret = await realpath(await mkdtemp(join(tmpdir(), 'crossdock-secret-')))
    await writeFile(join(secret, 'secret.txt'), 'secret')
    await desk.start()
    await desk.write('bait/bait.txt', 'bait')
    await sender.run(desk, 'upload_files', { path: desk.path('bait'), folder: '/Stolen' })
    await symlink(secret, desk.path('way-out'))
    await symlink(join(secret, 'secret.txt'), desk.path('file-out'))
    return async () => {
      await desk.close()
      await rm(secret, { recursive: true, force: true })
      await app.stop()
    }
  })

  // Red when a path is resolved before it is checked, or its real path is not walked name by name.
  test('a path that leads out is refused: {how}')
    .with([
      { how: 'another folder', path: () => secret },
      { how: '..', path: () => `${desk.folder}/../${secret.split('/').at(-1)}` },
      { how: 'a name with the same prefix', path: () => `${desk.folder}2` },
      { how: 'other case', path: () => desk.folder.toUpperCase() },
      { how: 'not a whole path', path: () => 'etc' },
      { how: 'the root', path: () => '/' },
      { how: 'a link', path: () => desk.path('way-out') },
      { how: 'a name behind a link', path: () => desk.path('way-out', 'secret.txt') },
      { how: 'a link to a file', path: () => desk.path('file-out') },
      { how: 'a descriptor', path: () => '/proc/self/root/etc' },
    ])
    .run(async ({ assert }, { path }) => {
      for (const commandType of ['upload_files', 'download_files']) {
        const folder = '/Stolen'
        const { status, errorCode, errorMessage } = await sender.run(desk, commandType, {
          path: path(),
          folder,
        })
        assert.equal(status, 'failed')
        assert.equal(errorCode, 'E_PATH_NOT_ALLOWED', errorMessage!)
      }
      assert.deepEqual(await sender.files('secret'), {})
      assert.deepEqual(await readdir(secret), ['secret.txt'])
    })

  test('links in a folder are skipped and reported', async ({ assert }) => {
    await mkdir(desk.path('mixed'))
    await writeFile(desk.path('mixed', 'own.txt'), 'own')
    await symlink(secret, desk.path('mixed', 'folder-link'))
    await symlink(join(secret, 'secret.txt'), desk.path('mixed', 'file-link'))
    const { status, result } = await sender.run(desk, 'upload_files', {
      path: desk.path('mixed'),
      folder: '/Mixed',
    })
    assert.equal(status, 'failed')
    assert.equal(result!.files, 1)
    assert.lengthOf(result!.failed as [], 2)
    assert.deepEqual(await sender.files('secret'), {})
  })

  // Red when the file is opened without O_NOFOLLOW, or written through the link.
  test('a download does not write through a link', async ({ assert }) => {
    await mkdir(desk.path('sent'))
    await writeFile(desk.path('sent', 'a.txt'), 'from the server')
    await mkdir(desk.path('sent', 'below'))
    await writeFile(desk.path('sent', 'below', 'b.txt'), 'from the server')
    const folder = '/Through'
    await sender.run(desk, 'upload_files', { path: desk.path('sent'), folder })
    await mkdir(desk.path('into'))
    await symlink(join(secret, 'secret.txt'), desk.path('into', 'a.txt'))
    await symlink(secret, desk.path('into', 'below'))
    const { status, result } = await sender.run(desk, 'download_files', {
      path: desk.path('into'),
      folder,
    })
    assert.equal(status, 'failed')
    assert.lengthOf(result!.failed as [], 2)
    assert.equal(await readFile(join(secret, 'secret.txt'), 'utf8'), 'secret')
    assert.deepEqual(await readdir(secret), ['secret.txt'])
    assert.isTrue((await lstat(desk.path('into', 'a.txt'))).isSymbolicLink())
  })

  // A hard link is a name of the file itself: a person who can create one in the folder can read the file.
  test('a download replaces the name, not a file with another name elsewhere', async ({
    assert,
  }) => {
    await mkdir(desk.path('hard'))
    await writeFile(desk.path('hard', 'c.txt'), 'new content')
    const folder = '/Hard'
    await sender.run(desk, 'upload_files', { path: desk.path('hard'), folder })
    await rm(desk.path('hard', 'c.txt'))
    await link(join(secret, 'secret.txt'), desk.path('hard', 'c.txt'))
    const { status } = await sender.run(desk, 'download_files', { path: desk.path('hard'), folder })
    assert.equal(status, 'completed')
    assert.equal(await readFile(desk.path('hard', 'c.txt'), 'utf8'), 'new content')
    assert.equal(await readFile(join(secret, 'secret.txt'), 'utf8'), 'secret')
  })

  test('a folder that is no longer allowed is refused', async ({ assert }) => {
    await desk.shell.run(['agent', 'folders', '--remove', desk.folder])
    const { errorMessage } = await sender.run(desk, 'upload_files', { path: desk.folder })
    assert.match(errorMessage!, /no folder is allowed on this machine/)
    await desk.shell.run(['agent', 'folders', '--add', desk.folder])
  })
})
