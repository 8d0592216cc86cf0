// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { ApiToken, CreatedApiToken, Session } from '@crossdock/client'
import { addEnvironment } from '../../backend/tests/matrix/environments.js'
import { operatorToken } from './server.js'
import { signedIn } from './signed_in.js'

test.group('CLI tokens and the default tenant', (group) => {
  const lab = signedIn(group)

  const create = (...more: string[]) => lab.shell.run(['tokens', 'create', '--name', 'ci', ...more])

  test('a token is created with scopes, and ends when it is revoked', async ({ assert }) => {
    const made = await create(
      '--scope',
      'assets.read',
      '--scope',
      'assets.write',
      '--expires',
      '2h'
    )
    assert.equal(made.code, 0, made.stderr)
    assert.match(made.stdout, /^cdk_[\w-]{43}\n$/)
    assert.match(made.stderr, /^The token is shown only once\. It is valid until 20/)
    const token = made.stdout.trim()
    const asIt = (...args: string[]) =>
      lab.shell.run(args, { env: { CROSSDOCK_SERVER: lab.app.url, CROSSDOCK_TOKEN: token } })

    assert.equal((await asIt('assets', 'ls')).code, 0)
    assert.equal((await asIt('systems', 'list')).code, 3)
    const listed = await lab.shell.run(['tokens', 'list', '--headers'])
    assert.match(
      listed.stdout,
      /^Name\tBegins\tScopes\tOwner\tExpires\tLast used\tFrom\tStatus\tId$/m
    )
    const row = listed.stdout.split('\n').find((line) => line.includes(token.slice(0, 10)))!
    assert.include(row, '\tadmin@acme.example\t')
    assert.include(row, '\t127.0.0.1\tactive\t')
    assert.include(listed.stdout, `ci\t${token.slice(0, 10)}\tassets.read assets.write\t`)

    const revoked = await lab.shell.run(['tokens', 'revoke', token.slice(0, 10)])
    assert.equal(revoked.stdout, `Revoked the API token ci (${token.slice(0, 10)}).\n`)
    const refused = await asIt('assets', 'ls')
    assert.equal(refused.code, 4)
    assert.include(refused.stderr, 'unknown, expired or revoked')
    const active = await lab.shell.json<ApiToken[]>(['tokens', 'list'])
    assert.notInclude(JSON.stringify(active), token.slice(0, 10))
    assert.include((await lab.shell.run(['tokens', 'list', '--all'])).stdout, token.slice(0, 10))
  })

  test('tokens of one name are listed to choose from, without revoked ones', async ({ assert }) => {
    const first = await lab.shell.json<CreatedApiToken>(['tokens', 'create', '--name', 'twin'])
    const second = await lab.shell.json<CreatedApiToken>(['tokens', 'create', '--name', 'twin'])
    const both = await lab.shell.run(['tokens', 'revoke', 'twin'])
    assert.equal(both.code, 6)
    assert.include(both.stderr, `${first.id}  twin, ${first.prefix}\n`)
    await lab.shell.run(['tokens', 'revoke', first.id.slice(-8)])
    const { stdout } = await lab.shell.run(['tokens', 'revoke', 'twin'])
    assert.equal(stdout, `Revoked the API token twin (${second.prefix}).\n`)
  })

  // Red when listTokens ignores the filters, or revokeToken does not print the tokens that end with a token.
  test('lists show expiring tokens; a revocation lists the tokens that end with it', async ({
    assert,
  }) => {
    const made = await create('--expires', '3d', '--only-environment', 'production')
    const token = made.stdout.trim()
    const env = { CROSSDOCK_SERVER: lab.app.url, CROSSDOCK_TOKEN: token }
    const child = await lab.shell.run(['tokens', 'create', '--name', 'its job'], { env })
    assert.equal(child.code, 0, child.stderr)
    const prefix = token.slice(0, 10)
    const soon = await lab.shell.json<ApiToken[]>(['tokens', 'list', '--status', 'expiring'])
    assert.sameMembers(
      soon.map(({ name }) => name),
      ['ci', 'its job']
    )
    assert.isString(soon[0]!.environmentId)
    assert.equal(soon[0]!.environmentId, soon[1]!.environmentId)
    const revoked = await lab.shell.run(['tokens', 'revoke', prefix])
    assert.include(revoked.stdout, 'its job (cdk_')
    assert.include(revoked.stdout, 'created by this token, ended with it.')
    const ended = await lab.shell.json<ApiToken[]>(['tokens', 'list', '--status', 'revoked'])
    assert.includeMembers(
      ended.map(({ name }) => name),
      ['ci', 'its job']
    )
    assert.equal((await lab.shell.run(['tokens', 'list', '--status', 'gone'])).code, 2)
    assert.equal((await create('--only-environment', 'missing')).code, 6)
  })

  test('an invalid time and an unknown scope are refused', async ({ assert }) => {
    for (const when of ['soon', '2027-13-40', '-1d']) {
      assert.equal((await create(`--expires=${when}`)).code, 2, when)
    }
    const past = await create('--expires', '2020-01-01')
    assert.equal(past.code, 6)
    assert.include(past.stderr, 'The expiry must be in the future.')
    const unknown = await create('--scope', 'assets.fly')
    assert.equal(unknown.code, 6)
    assert.include(unknown.stderr, 'There is no permission "assets.fly".')
  })

  // Red when the saved environment is not sent, or sent with another token than the profile's, or to another
  // tenant.
  test('environments use saves an environment, which lists then use', async ({ assert }) => {
    await addEnvironment(lab.acme.id, 'development')
    const systemIn = (environment: string) =>
      lab.app.ok('POST', '/api/integrations/systems', {
        as: { headers: { ...lab.acme.admin.headers, 'x-environment': environment } },
        body: {
          name: `Of ${environment}`,
          systemType: 'api',
          authType: 'bearer',
          capabilities: ['send'],
        },
      })
    await systemIn('production')
    await systemIn('development')
    const names = async (args: string[] = [], env = {}) => {
      const { stdout, stderr, code } = await lab.shell.run(
        ['systems', 'list', ...args, '--query', '[].name'],
        { env }
      )
      assert.equal(code, 0, stderr)
      return stdout.trim().split('\n')
    }
    assert.deepEqual(await names(), ['Of production'])
    assert.deepEqual(await names(['--environment', 'development']), ['Of development'])
    assert.equal((await lab.shell.run(['environments', 'use', 'staging'])).code, 5)
    assert.equal((await lab.shell.run(['environments', 'use'])).code, 2)
    const used = await lab.shell.run(['env', 'use', 'development'])
    assert.equal(used.code, 0, used.stderr)
    assert.include(used.stdout, 'use development (development)')
    assert.deepEqual(await names(), ['Of development'])
    assert.deepEqual(await names(['--environment', 'production']), ['Of production'])
    assert.deepEqual(await names([], { CROSSDOCK_ENVIRONMENT: 'production' }), ['Of production'])
    const token = lab.acme.token.headers.authorization!.replace('Bearer ', '')
    const other = { CROSSDOCK_TOKEN: token, CROSSDOCK_SERVER: lab.app.url }
    assert.deepEqual(await names([], other), ['Of production'])
    for (const list of ['workflows', 'executions', 'logs']) {
      assert.equal((await lab.shell.run([list, 'list'])).code, 0, list)
    }
    await lab.shell.run(['env', 'use', '--none'])
    assert.deepEqual(await names(), ['Of production'])
    const gone = await lab.shell.run(['systems', 'list', '--environment', 'staging'])
    assert.equal(gone.code, 5)
    assert.include(gone.stderr, 'crossdock environments use')
  })

  // Red when the tenant is sent with another token than the profile's, or saved without a request.
  test('tenants use saves a tenant for the super administrator', async ({ assert }) => {
    const refused = await lab.shell.run(['tenants', 'use', 'acme'])
    assert.equal(refused.code, 3)
    assert.include(refused.stderr, `You work only in ${lab.acme.name}.`)

    const token = await operatorToken(lab.app)
    await lab.shell.storeProfile({ server: lab.app.url, token, organization: null })
    const { code, stderr } = await lab.shell.run(['assets', 'ls'])
    assert.equal(code, 3)
    assert.include(stderr, 'crossdock tenants use')
    assert.equal((await lab.shell.run(['tenants', 'use', 'nope'])).code, 5)
    const used = await lab.shell.run(['tenants', 'use', lab.acme.id])
    assert.equal(used.code, 0, used.stderr)
    assert.include(used.stdout, `use the tenant ${lab.acme.name} (acme)`)
    assert.equal((await lab.shell.json<Session>(['whoami'])).tenant?.id, lab.acme.id)
    await lab.shell.run(['tenants', 'use', '--none'])
    assert.equal((await lab.shell.run(['assets', 'ls'])).code, 3)
    assert.equal((await lab.shell.run(['tenants', 'use'])).code, 2)
  })
})
