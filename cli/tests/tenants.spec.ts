// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { Tenant } from '@crossdock/client'
import { until } from '@crossdock/kernel/testing'
import { bootApp, operatorToken, tokenOf, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'
import { Terminal } from './terminal.js'

test.group('CLI tenants', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    shell = await Shell.open()
    await shell.storeProfile({ server: app.url, token: await operatorToken(app) })
    return async () => {
      await shell.close()
      await app.stop()
    }
  })

  /** "Last active" says "now" or "2 seconds ago": two outputs may differ in the text and its width. */
  const withoutAges = (table: string) =>
    table.replace(/ +(now|\d+ \w+ ago)$/gm, '').replace(/ +/g, ' ')

  const create = (name: string, subdomain: string, adminEmail: string) => [
    'tenants',
    'create',
    '--name',
    name,
    '--subdomain',
    subdomain,
    '--admin-email',
    adminEmail,
  ]

  test('creates a tenant and mails its administrator', async ({ assert }) => {
    const address = 'ops@borealis.example'
    const invite = async () => {
      const { code, stdout, stderr } = await shell.run(
        create('Borealis Cargo', 'borealis', address)
      )
      assert.equal(code, 0, stderr)
      assert.match(stdout, /^Created the tenant Borealis Cargo \(borealis\), id \S+\.\n$/)
    }
    const mail = await app.mailTo(address, invite, /Borealis Cargo/)
    assert.equal(mail.to, address)
  })

  test('lists tenants: JSON of the API, tabs in a pipe, a table at a terminal', async ({
    assert,
  }) => {
    const answered = await app.ok<Tenant[]>('GET', '/api/tenants?sort=["name","ASC"]', {
      as: await app.superAdmin(),
    })
    // "Last active" changes while consumers handle the tenant's first events.
    const still = (tenants: Tenant[]) => tenants.map((tenant) => ({ ...tenant, updatedAt: '' }))
    const printed = await shell.json<Tenant[]>(['tenants', 'list'])
    assert.deepEqual(still(printed), still(answered))

    const piped = await shell.run(['tenants', 'list'])
    const line = piped.stdout.split('\n').find((row) => row.includes('acme'))
    assert.deepEqual(line?.split('\t').slice(0, 3), [acme.name, 'acme', 'active'])

    const terminal = new Terminal(shell.env)
    assert.equal(await terminal.run(['tenants', 'list']), 0)
    assert.match(terminal.text, /^NAME +SUBDOMAIN +STATUS/)
    assert.include(terminal.raw, '\u001b[32mactive')

    const plain = new Terminal(shell.env)
    await plain.run(['tenants', 'list', '--no-color'])
    assert.notInclude(plain.raw, '\u001b')
    const noColor = new Terminal({ ...shell.env, NO_COLOR: '1' })
    await noColor.run(['tenants', 'list'])
    assert.equal(withoutAges(noColor.raw), withoutAges(plain.raw))
  })

  test('at a terminal it asks for missing values, and validates them immediately', async ({
    assert,
  }) => {
    const terminal = new Terminal(shell.env)
    const ended = terminal.run(['tenants', 'create', '--name', 'Corvus Lines'])
    await terminal.answer('Subdomain', 'corvus')
    await terminal.answer('Admin email', 'ops@corvus.example')

    assert.equal(await ended, 0, terminal.text)
    assert.include(terminal.text, 'Created the tenant Corvus Lines (corvus)')
  })

  test('refused values exit with 6 and name their fields', async ({ assert }) => {
    const { code, stdout, stderr } = await shell.run(create('Delta', '-delta', 'invalid'))

    assert.equal(code, 6)
    assert.include(stderr, '  subdomain: Subdomain cannot start or end with a hyphen\n')
    assert.include(stderr, '  adminEmail: Valid email address is required\n')
    assert.match(stderr, /request id: \S+/)
    assert.equal(stdout, '')
  })

  test('a taken subdomain exits with 6', async ({ assert }) => {
    const { code, stderr } = await shell.run(create('Another', 'acme', 'ops@another.example'))

    assert.equal(code, 6)
    assert.include(stderr, 'subdomain')
  })

  test("a tenant's administrator may not list tenants: 3", async ({ assert }) => {
    const { code } = await shell.run(['tenants', 'list'], {
      env: { CROSSDOCK_TOKEN: tokenOf(acme.token) },
    })
    assert.equal(code, 3)
  })

  test("--tenant and CROSSDOCK_TENANT choose the super administrator's tenant", async ({
    assert,
  }) => {
    await app.ok('POST', '/api/assets', {
      as: acme.token,
      body: { name: 'Only here', type: 'folder' },
    })
    const byNone = await shell.run(['assets', 'ls'])
    assert.equal(byNone.code, 3)
    assert.include(byNone.stderr, '--tenant <id-or-subdomain>')

    const byFlag = await shell.run(['assets', 'ls', '--tenant', 'acme'])
    assert.equal(byFlag.code, 0, byFlag.stderr)
    assert.include(byFlag.stdout, 'Only here/')

    // Red when only the header is named, which the user did not type.
    const foreign = await shell.run(['assets', 'ls', '--tenant', 'nope'], {
      env: { CROSSDOCK_TOKEN: tokenOf(acme.token) },
    })
    assert.equal(foreign.code, 3)
    assert.include(foreign.stderr, 'comes from --tenant, CROSSDOCK_TENANT or the profile')

    const byVariable = await shell.run(['assets', 'ls'], { env: { CROSSDOCK_TENANT: acme.id } })
    assert.equal(byVariable.stdout, byFlag.stdout)
  })

  test('shows, changes, suspends, reactivates, deletes and restores a tenant', async ({
    assert,
  }) => {
    await app.tenant('cycle')
    const run = async (...words: string[]) => {
      const { code, stdout, stderr } = await shell.run(['tenants', ...words])
      assert.equal(code, 0, stderr)
      return stdout
    }
    const shown = () => shell.json<Tenant>(['tenants', 'show', 'cycle'])
    assert.equal(
      await run('update', 'cycle', '--name', 'Cycle Works'),
      'Changed the tenant Cycle Works (cycle).\n'
    )
    const unsure = await shell.run(['tenants', 'suspend', 'cycle'])
    assert.equal(unsure.code, 2)
    assert.equal((await shown()).status, 'active')
    await run('suspend', 'cycle', '--reason', 'Unpaid', '--yes')
    const { status, statusReason } = await shown()
    assert.deepEqual([status, statusReason], ['suspended', 'Unpaid'])
    assert.match(await run('show', 'Cycle Works'), /Reason\s+Unpaid/)
    assert.equal((await shell.run(['tenants', 'suspend', 'cycle', '--yes'])).code, 6)
    assert.equal(await run('reactivate', 'cycle'), 'Reactivated the tenant Cycle Works.\n')
    const unconfirmed = await shell.run(['tenants', 'delete', 'cycle', '--confirm', 'bicycle'])
    assert.equal(unconfirmed.code, 6)
    assert.equal((await shell.run(['tenants', 'delete', 'cycle'])).code, 2)
    assert.match(
      await run('delete', 'cycle', '--confirm', 'cycle'),
      /^Closed the tenant Cycle Works/
    )
    assert.equal((await shown()).status, 'deleting')
    assert.equal(
      await run('restore', 'cycle'),
      'Restored the tenant Cycle Works. Its status is active.\n'
    )
    assert.equal((await shell.run(['tenants', 'update', 'cycle'])).code, 2)
    assert.equal((await shell.run(['tenants', 'show', 'nope'])).code, 5)
  })

  test('"tenants use" records entering and leaving in the activity', async ({ assert }) => {
    const activity = async () => {
      const entries = await app.ok<{ action: string }[]>('GET', '/api/activity', {
        as: acme.token,
      })
      return entries.map(({ action }) => action)
    }
    assert.equal((await shell.run(['tenants', 'use', 'acme'])).code, 0)
    await until('entering to be recorded', async () =>
      (await activity()).includes(`Began to work in the tenant ${acme.name}`)
    )
    assert.equal((await shell.run(['tenants', 'use', '--none'])).code, 0)
    await until('leaving to be recorded', async () =>
      (await activity()).includes(`Left the tenant ${acme.name}`)
    )
  })
})
