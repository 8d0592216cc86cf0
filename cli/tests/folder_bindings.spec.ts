// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { FolderBinding } from '@crossdock/client'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'
import { Terminal } from './terminal.js'

test.group('CLI folder bindings', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    await app.ok('POST', '/api/integrations/systems', {
      as: acme.admin,
      body: {
        name: 'Harbour',
        systemType: 'api',
        baseUrl: 'https://harbour.example',
        authType: 'bearer',
        capabilities: ['receive'],
      },
    })
    const body = { name: 'Invoices', type: 'folder', parentId: null }
    const { id } = await app.ok<{ id: string }>('POST', '/api/assets', { as: acme.admin, body })
    const inner = { name: '2026', type: 'folder', parentId: id }
    await app.ok('POST', '/api/assets', { as: acme.admin, body: inner })
    return async () => {
      await shell.close()
      await app.stop()
    }
  })

  const words = (line: string) => line.split(' ')
  const bindings = (rest = '') =>
    shell.json<FolderBinding[]>(words(`folder-bindings list${rest && ` ${rest}`}`))

  test('a system is bound to folders and unbound', async ({ assert }) => {
    const rules = '--include *.pdf --include cmr-? --exclude draft-* --mime-type image/*'
    const added = await shell.run(
      words(
        `folder-bindings add --system Harbour --folder /Invoices/2026 ${rules} --max-size 1000 --permission read --permission write`
      )
    )
    assert.match(added.stdout, /^Bound Harbour to \/Invoices\/2026, id [0-9a-f-]{36}\.\n$/)
    await shell.run(words('folder-bindings add --system Harbour --folder /Invoices'))
    const [binding] = await bindings('--folder /Invoices/2026')
    assert.deepEqual(binding!.permissions, ['read', 'write'])
    assert.deepEqual(binding!.visibilityRules as object, {
      include: ['*.pdf', 'cmr-?'],
      exclude: ['draft-*'],
      mimeTypes: ['image/*'],
      maxSize: 1000,
    })
    assert.lengthOf(await bindings('--system Harbour'), 2)
    const { stdout } = await shell.run(words('folder-bindings list'))
    assert.match(
      stdout,
      /^Harbour\t\/Invoices\/2026\tread write\t\*\.pdf cmr-\? !draft-\* image\/\* <=1000\tactive\t/m
    )
    assert.match(stdout, /^Harbour\t\/Invoices\tread\tall\tactive\t/m)

    const unsure = await shell.run(['folder-bindings', 'remove', binding!.id])
    assert.equal(unsure.code, 2)
    await shell.run(['folder-bindings', 'remove', binding!.id.slice(-12), '--yes'])
    const [last] = await bindings()
    const terminal = new Terminal(shell.env)
    const ended = terminal.run(['folder-bindings', 'remove', last!.id])
    await terminal.answer(
      'Delete the binding of Harbour to /Invoices? It is the last one: Harbour will get all files.',
      'y'
    )
    assert.equal(await ended, 0)
    assert.deepEqual(await bindings(), [])
  })

  test('invalid input is refused before the request', async ({ assert }) => {
    const add = (rest: string) => shell.run(words(`folder-bindings add --system Harbour ${rest}`))
    const refused: [rest: string, code: number, says: string][] = [
      ['--folder /', 2, 'top level'],
      ['--folder /Missing', 5, '"/Missing" does not exist'],
      ['--folder /Invoices --max-size 1MB', 2, '--max-size takes a number of bytes, not "1MB"'],
      ['--folder /Invoices --permission own', 6, 'The permissions may be: read'],
    ]
    for (const [rest, code, says] of refused) {
      const ended = await add(rest)
      assert.include(ended.stderr, says)
      assert.equal(ended.code, code, rest)
    }
    assert.deepEqual(await bindings(), [])
  })
})
