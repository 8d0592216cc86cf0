// onOneDatabase: the command line uses the server only over HTTP
import { writeFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { Asset } from '@crossdock/client'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'

test.group('CLI: finding assets', (group) => {
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
    tenant = await app.tenant(`search${++tenants}`)
    await signInAs(shell, app, tenant)
    for (const path of ['/Invoices/2026/a.pdf', '/Invoices/b.pdf', '/c.pdf']) {
      const name = path.slice(path.lastIndexOf('/') + 1)
      await writeFile(shell.path(name), path)
      const to = path.slice(0, path.lastIndexOf('/')) || '/'
      await shell.run(['assets', 'put', name, '--parents', '--to', to])
    }
    return () => shell.close()
  })

  const paths = async (...args: string[]) =>
    (await shell.json<Asset[]>(['assets', ...args])).map(({ path }) => path)
  const said = async (...args: string[]) => {
    const { code, stdout, stderr } = await shell.run(['assets', ...args])
    if (code !== 0) throw new Error(`${code}: ${stderr}`)
    return stdout
  }

  test('tag adds and removes tags, and search finds by words and tags', async ({ assert }) => {
    assert.equal(
      await said('tag', '/Invoices/2026/a.pdf', '/c.pdf', '--add', 'Paid', '--add', 'Year end'),
      '/Invoices/2026/a.pdf: Paid, Year end\n/c.pdf: Paid, Year end\n'
    )
    await said('tag', '/c.pdf', '--remove', 'PAID', '--add', 'urgent')
    assert.equal((await shell.run(['assets', 'tag', '/c.pdf'])).code, 2)
    assert.equal((await shell.run(['assets', 'tag', '/c.pdf', '--add', ''])).code, 6)

    assert.deepEqual(await paths('search', 'year', 'pdf'), ['/Invoices/2026/a.pdf', '/c.pdf'])
    assert.deepEqual(await paths('search', 'year', 'urg'), ['/c.pdf'])
    assert.deepEqual(await paths('search', '--tag', 'year end', '--tag', 'paid'), [
      '/Invoices/2026/a.pdf',
    ])
    assert.deepEqual(await paths('search', 'pdf', '--in', '/Invoices'), [
      '/Invoices/2026/a.pdf',
      '/Invoices/b.pdf',
    ])
    assert.deepEqual(await paths('search', 'invoices', '--type', 'folder'), ['/Invoices'])
    const few = await shell.run(['assets', 'search', 'pdf', '--in', '/Invoices', '--limit', '1'])
    assert.match(few.stdout, /^\/Invoices\/2026\/a\.pdf\t/)
    assert.include(few.stderr, '--limit')
    const none = await shell.run(['assets', 'search', 'nothing of the kind'])
    assert.deepEqual([none.code, none.stdout], [0, ''])
    assert.equal((await shell.run(['assets', 'search'])).code, 2)
  })

  test('star, unstar, and ls of starred, recent or tagged files in any folder', async ({
    assert,
  }) => {
    assert.equal(await said('star', '/Invoices', '/c.pdf'), 'Starred /Invoices.\nStarred /c.pdf.\n')
    assert.deepEqual(await paths('ls', '--starred'), ['/c.pdf', '/Invoices'])
    assert.equal(await said('unstar', '/Invoices'), 'Removed the star from /Invoices.\n')
    assert.deepEqual(await paths('ls', '--starred'), ['/c.pdf'])
    await said('get', '/Invoices/b.pdf', '-o', '-')
    assert.deepEqual(await paths('ls', '--recent'), [
      '/Invoices/b.pdf',
      '/c.pdf',
      '/Invoices/2026/a.pdf',
    ])
    await said('tag', '/Invoices/b.pdf', '/c.pdf', '--add', 'x')
    assert.deepEqual(await paths('ls', '--tag', 'X'), ['/Invoices/b.pdf', '/c.pdf'])
    assert.deepEqual(await paths('ls', '/Invoices', '--tag', 'X'), ['/Invoices/b.pdf'])
    assert.deepEqual(await paths('ls', '/Invoices', '--starred'), [])
    assert.match(await said('ls', '--tag', 'x'), /^\/Invoices\/b\.pdf\t/)
    assert.match(await said('ls', '/Invoices'), /^2026\/\t/)
  })
})
