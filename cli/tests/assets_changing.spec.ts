// onOneDatabase: the command line uses the server only over HTTP
import { writeFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { Asset, AssetVersion } from '@crossdock/client'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'

test.group('CLI: changing assets', (group) => {
  let app: TestApp
  let tenant: TestTenant
  let shell: Shell
  let tenants = 0

  group.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })
  group.each.setup(async () => {
    shell = await Shell.open()
    tenant = await app.tenant(`lane${++tenants}`)
    await signInAs(shell, app, tenant)
    return () => shell.close()
  })

  /** Uploads a file, and creates its folders. */
  async function put(path: string, text = path): Promise<Asset> {
    const name = path.slice(path.lastIndexOf('/') + 1)
    await writeFile(shell.path(name), text)
    const to = path.slice(0, path.lastIndexOf('/')) || '/'
    const args = ['assets', 'put', name, '--parents', '--to', to]
    const { id } = await shell.json<{ id: string }>(args)
    return await shell.json<Asset>(['api', 'GET', `/api/assets/${id}`])
  }
  const paths = async (...args: string[]) =>
    (await shell.json<Asset[]>(['assets', 'tree', ...args])).map(({ path }) => path)
  const said = async (...args: string[]) => {
    const { code, stdout, stderr } = await shell.run(['assets', ...args])
    if (code !== 0) throw new Error(`${code}: ${stderr}`)
    return stdout
  }

  test('tree shows everything below a folder, to a given depth', async ({ assert }) => {
    await put('/Invoices/2026/a.pdf')
    await put('/Invoices/b.pdf')
    await put('/c.pdf')
    assert.deepEqual((await said('tree')).split('\n'), [
      '├── c.pdf',
      '└── Invoices/',
      '    ├── 2026/',
      '    │   └── a.pdf',
      '    └── b.pdf',
      '',
    ])
    assert.deepEqual(await paths('/Invoices', '--depth', '1'), [
      '/Invoices/2026',
      '/Invoices/b.pdf',
    ])
    assert.equal((await shell.run(['assets', 'tree', '--depth', '0'])).code, 2)
  })

  test('mv moves several, renames one, and moves nothing when one is refused', async ({
    assert,
  }) => {
    await put('/Inbox/a.pdf')
    await put('/Inbox/b.pdf')
    await put('/Done/c.pdf')
    assert.equal(
      await said('mv', '/Inbox/a.pdf', 'Inbox/b.pdf', '--to', '/Done'),
      'Moved /Inbox/a.pdf to /Done/a.pdf.\nMoved /Inbox/b.pdf to /Done/b.pdf.\n'
    )
    assert.equal(
      await said('mv', '/Done/a.pdf', '--name', 'z.pdf', '--to', '/'),
      'Moved /Done/a.pdf to /z.pdf.\n'
    )
    await said('mv', '/z.pdf', '--name', 'c.pdf')
    const taken = await shell.run(['assets', 'mv', '/Done/b.pdf', '/c.pdf', '--to', 'Done'])
    assert.equal(taken.code, 6)
    assert.include(taken.stderr, '"c.pdf" exists already')
    assert.deepEqual(await paths(), ['/c.pdf', '/Done', '/Done/b.pdf', '/Done/c.pdf', '/Inbox'])
    const none = await shell.run(['assets', 'mv', '/c.pdf', '/missing.pdf', '--to', '/Done'])
    assert.equal(none.code, 5)
    assert.equal((await shell.run(['assets', 'mv', '/c.pdf'])).code, 2)
    const one = await shell.run(['assets', 'mv', '/c.pdf', '/Inbox', '--name', 'x'])
    assert.equal(one.code, 2)
    assert.equal((await shell.run(['assets', 'mv', '/', '--to', '/Done'])).code, 2)
  })

  test('cp copies into a folder, next to the original, and folders with their contents', async ({
    assert,
  }) => {
    await put('/Templates/2026/a.pdf', 'a')
    assert.match(
      await said('cp', '/Templates/2026/a.pdf'),
      /^Copied \/Templates\/2026\/a.pdf to \/Templates\/2026\/a \(copy\).pdf, id \S+\.\n$/
    )
    await said('cp', '/Templates/2026/a.pdf', '--name', 'b.pdf', '--to', '/')
    await said('cp', '/Templates/2026', 'b.pdf', '--to', '/Templates')
    assert.deepEqual(await paths('/Templates'), [
      '/Templates/2026',
      '/Templates/2026/a (copy).pdf',
      '/Templates/2026/a.pdf',
      '/Templates/2026 (copy)',
      '/Templates/2026 (copy)/a (copy).pdf',
      '/Templates/2026 (copy)/a.pdf',
      '/Templates/b.pdf',
    ])
    assert.equal(await said('get', '/Templates/2026 (copy)/a.pdf', '-o', '-'), 'a')
    const several = await shell.run(['assets', 'cp', '/b.pdf', '/Templates'])
    assert.equal(several.code, 2)
    assert.include(several.stderr, '--to')
  })

  test('rm moves to the trash, and restore finds by path, id or its beginning', async ({
    assert,
  }) => {
    const [a, b] = [await put('/Inbox/a.pdf'), await put('/Inbox/b.pdf')]
    assert.equal(
      await said('rm', '/Inbox/a.pdf', b.id),
      `Moved /Inbox/a.pdf to the trash, id ${a.id}.\nMoved /Inbox/b.pdf to the trash, id ${b.id}.\n`
    )
    assert.deepEqual(await paths(), ['/Inbox'])
    assert.equal(await said('restore', 'Inbox/a.pdf'), 'Restored /Inbox/a.pdf.\n')
    await said('restore', b.id.slice(0, 35))
    assert.deepEqual(await paths('/Inbox'), ['/Inbox/a.pdf', '/Inbox/b.pdf'])

    await said('rm', a.id)
    const again = await put('/Inbox/a.pdf')
    await said('rm', again.id)
    const several = await shell.run(['assets', 'restore', '/Inbox/a.pdf'])
    assert.equal(several.code, 6)
    assert.include(several.stderr, `\n  ${a.id}  /Inbox/a.pdf, deleted `)
    assert.equal((await shell.run(['assets', 'restore', '/Inbox/none.pdf'])).code, 5)
    assert.lengthOf(await shell.json<Asset[]>(['assets', 'restore', again.id]), 1)
  })

  test('versions lists versions, and restores an older one', async ({ assert }) => {
    await put('/Inbox/a.pdf', 'one')
    await put('/Inbox/a.pdf', 'three')
    assert.match(await said('versions', '/Inbox/a.pdf'), /^2\t5\t.+\n1\t3\t.+\n$/)
    const restored = await said('versions', '/Inbox/a.pdf', '--restore', '1')
    assert.equal(restored, 'Restored version 1 of /Inbox/a.pdf as version 3.\n')
    assert.equal(await said('get', '/Inbox/a.pdf', '-o', '-'), 'one')
    const present = await said('versions', '/Inbox/a.pdf', '--restore', '3')
    assert.equal(present, 'Version 3 is already the current one of /Inbox/a.pdf.\n')
    assert.lengthOf(await shell.json<AssetVersion[]>(['assets', 'versions', '/Inbox/a.pdf']), 3)
    assert.equal(
      (await shell.run(['assets', 'versions', '/Inbox/a.pdf', '--restore', '9'])).code,
      5
    )
    assert.equal(
      (await shell.run(['assets', 'versions', '/Inbox/a.pdf', '--restore', 'x'])).code,
      2
    )
    assert.equal((await shell.run(['assets', 'versions', '/Inbox'])).code, 6)
  })
})
