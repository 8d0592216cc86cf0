// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { Environment, ManagedEnvironment } from '@crossdock/client'
import { feeds } from '../../plugins/environments/tests/support.js'
import { bootApp, operatorToken, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'
import { Terminal } from './terminal.js'

test.group('CLI environments', (group) => {
  let app: TestApp
  let turn = 0
  let tenant: TestTenant
  let shell: Shell
  let operator: string

  group.setup(async () => {
    app = await bootApp({ plugins: [feeds] })
    operator = await operatorToken(app)
    return () => app.stop()
  })
  group.each.setup(async () => {
    tenant = await app.tenant(`acme${++turn}`, 'stored')
    shell = await Shell.open()
    await shell.storeProfile({ server: app.url, token: operator })
    return () => shell.close()
  })

  const within = (...args: string[]) => [...args, '--tenant', tenant.subdomain]
  const run = (...args: string[]) => shell.run(within('environments', ...args))
  const json = <T>(...args: string[]) => shell.json<T>(within('environments', ...args))

  test('an environment is created from its template, listed, shown, changed, deleted and restored', async ({
    assert,
  }) => {
    const made = await run('create', '--name', 'testing', '--set', 'maxWorkflows=10')
    assert.match(
      made.stdout,
      /^Created the environment Testing \(testing\), id \S+\.\n$/,
      made.stderr
    )
    const shown = await json<ManagedEnvironment>('show', 'testing')
    assert.deepInclude(shown, {
      tenantId: tenant.id,
      maxWorkflows: 10,
      maxExternalSystems: 8,
      apiCallsPerMonth: 10_000,
      storageQuotaGB: 50,
    })
    const listed = await run('list', '--headers')
    assert.match(listed.stdout, /^Name\tCalled\tStatus\tAPI calls\tStorage\tId$/m)
    assert.include(
      listed.stdout,
      `testing\tTesting\tactive\t0/10000\t0/${50 * 1024 ** 3}\t${shown.id}`
    )
    const changed = await run(
      'update',
      'testing',
      '--set',
      'isActive=false',
      '--set',
      'displayName=Staging',
      '--set',
      'limits[feeds]=5'
    )
    assert.equal(changed.stdout, 'Changed the environment Staging (testing).\n', changed.stderr)
    const after = await json<ManagedEnvironment>('show', shown.id.slice(-12))
    assert.deepInclude(after, {
      isActive: false,
      displayName: 'Staging',
      limits: { feeds: 5 },
    })
    const asked = await run('delete', 'testing')
    assert.equal(asked.code, 2)
    const deleted = await run('delete', 'testing', '--yes')
    assert.equal(
      deleted.stdout,
      `Deleted the environment Staging (testing).\nTo restore it within 15 minutes: crossdock environments restore ${shown.id}\n`
    )
    assert.equal((await run('show', 'testing')).code, 5)
    const gone = await json<ManagedEnvironment[]>('list', '--deleted')
    assert.deepEqual(
      gone.map(({ id }) => id),
      [shown.id]
    )
    const back = await run('restore', 'testing')
    assert.equal(back.stdout, 'Restored the environment Staging (testing).\n', back.stderr)
    assert.deepEqual(await json<ManagedEnvironment[]>('list', '--deleted'), [])
  })

  test('without --tenant environments of all tenants are listed, and an ambiguous name is refused', async ({
    assert,
  }) => {
    const all = await shell.run(['environments', 'list', '--headers'])
    assert.match(all.stdout, /^Tenant\tName\tCalled\t/)
    assert.include(all.stdout, `${tenant.subdomain}\tproduction\tProduction\tactive\t0/10000\t`)
    await app.tenant(`bolt${turn}`)
    const several = await shell.run(['environments', 'show', 'production'])
    assert.equal(several.code, 6)
    assert.include(several.stderr, '"production" matches')
    const unknown = await shell.run(['environments', 'create', '--name', 'testing'])
    assert.equal(unknown.code, 2)
    assert.include(unknown.stderr, 'Give --tenant.')
  })

  // Red when the environment is looked up in the chosen environment.
  test('an inactive environment is shown and activated in any chosen environment', async ({
    assert,
  }) => {
    await run('create', '--name', 'development')
    await run('update', 'development', '--set', 'isActive=false')
    shell.env.CROSSDOCK_ENVIRONMENT = 'development'
    const listed = await json<Environment[]>('list')
    assert.containSubset(listed, [{ name: 'development', isActive: false }])
    const made = await run('update', 'development', '--set', 'isActive=true')
    assert.equal(made.code, 0, made.stderr)
  })

  test('a default environment needs a profile', async ({ assert }) => {
    const bare = await Shell.open()
    const env = { CROSSDOCK_SERVER: app.url, CROSSDOCK_TOKEN: operator }
    for (const [command, variable] of [
      ['environments', 'CROSSDOCK_ENVIRONMENT'],
      ['tenants', 'CROSSDOCK_TENANT'],
    ] as const) {
      const { code, stderr } = await bare.run([command, 'use', 'development'], { env })
      assert.equal(code, 2)
      assert.include(stderr, variable)
    }
    await bare.close()
  })

  test("a tenant's user sees its environments, and cannot change them", async ({ assert }) => {
    await signInAs(shell, app, tenant)
    const own = await shell.json<Environment[]>(['environments', 'list'])
    assert.deepEqual(
      own.map(({ name, tenantId }) => [name, tenantId]),
      [['production', tenant.id]]
    )
    assert.include((await shell.run(['environments', 'show', 'production'])).stdout, '10000')
    for (const args of [
      ['create', '--name', 'testing'],
      ['update', 'production', '--set', 'maxWorkflows=1'],
      ['delete', 'production', '--yes'],
      ['restore', own[0]!.id],
      ['list', '--deleted'],
    ]) {
      const refused = await shell.run(['environments', ...args])
      assert.equal(refused.code, 3, args.join(' '))
      assert.include(refused.stderr, 'Only the super administrator may do this.')
    }
  })

  test('invalid input is refused with a sentence', async ({ assert }) => {
    assert.equal((await run('create')).code, 2)
    assert.equal((await run('update', 'production')).code, 2)
    const twice = await run('create', '--name', 'production')
    assert.equal(twice.code, 6)
    assert.include(twice.stderr, 'already has an environment "production"')
    const wrong = await run('update', 'production', '--set', 'maxWorkflows=-1')
    assert.equal(wrong.code, 6)
    assert.include(wrong.stderr, 'maxWorkflows')
    const kept = await run('delete', 'production', '--yes')
    assert.equal(kept.code, 6)
    assert.include(kept.stderr, 'cannot be deleted')
    assert.equal((await run('restore', 'testing')).code, 5)
  })

  test('at a terminal create asks for the name, and list prints a table', async ({ assert }) => {
    const terminal = new Terminal({ ...shell.env, CROSSDOCK_TENANT: tenant.subdomain })
    const ended = terminal.run(['environments', 'create'])
    await terminal.answer('Which one', 'development')
    assert.equal(await ended, 0, terminal.text)
    const table = new Terminal({ ...shell.env, CROSSDOCK_TENANT: tenant.subdomain })
    assert.equal(await table.run(['environments', 'list']), 0)
    assert.match(table.text, /^NAME +CALLED +STATUS +API CALLS +STORAGE/)
    assert.match(table.text, /development +Development +Active +0 of 5000 +0 B of 25 GB/)
  })
})
