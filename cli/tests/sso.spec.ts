// onOneDatabase: the command line uses the server only over HTTP
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import type { OauthConfig, OauthConfigTest } from '@crossdock/client'
import { now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'

test.group('CLI single sign-on', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell
  let provider: Server
  let issuer: string

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    provider = createServer((request, response) => {
      response.setHeader('content-type', 'application/json')
      if (request.url === '/token') {
        return void response.writeHead(400).end('{"error":"invalid_grant"}')
      }
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      }
      const keys = { keys: [{ kty: 'RSA', use: 'sig' }] }
      response.end(JSON.stringify(request.url === '/keys' ? keys : metadata))
    }).listen(0, '127.0.0.1')
    await once(provider, 'listening')
    issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    return async () => {
      provider.closeAllConnections()
      provider.close()
      await app.stop()
    }
  })
  group.each.setup(async () => {
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    return () => shell.close()
  })

  const create = (name: string, address: string) =>
    shell.run(['sso', 'create', '--input', '-'], {
      input: JSON.stringify({
        name,
        issuer: address,
        clientId: 'crossdock',
        clientSecret: 'keep-quay-4711',
        settings: { allowedDomains: ['acme.example'] },
      }),
    })

  test('a provider is created, tested, enabled and disabled', async ({ assert }) => {
    const made = await create('Harbour ID', issuer)
    assert.equal(made.code, 0, made.stderr)
    const early = await shell.run(['sso', 'enable', 'Harbour ID'])
    assert.equal(early.code, 6)
    assert.include(early.stderr, 'has not passed a test')
    const tested = await shell.run(['sso', 'test', 'Harbour ID', '--headers'])
    assert.equal(tested.code, 0, tested.stderr)
    assert.match(tested.stdout, /^Result\tWhat\tFound\npassed\tdiscovery\t/)
    assert.equal((await shell.run(['sso', 'enable', 'Harbour'])).code, 5)
    // Red when the sign-in in the console is not required, or its instructions are missing.
    assert.match(tested.stderr, /settings\?tab=sso/)
    const unproven = await shell.run(['sso', 'enable', 'Harbour ID'])
    assert.equal(unproven.code, 6)
    assert.match(unproven.stderr, /Sign in with the provider once .* in the console/)
    await asOperator('a test spares itself a browser', async () =>
      unscoped().from('oauth_configs').update({ proven_at: now() })
    )
    assert.equal((await shell.run(['sso', 'enable', 'Harbour ID'])).stdout, 'Harbour ID is on.\n')
    assert.notInclude((await shell.run(['sso', 'test', 'Harbour ID'])).stderr, 'settings')
    const [listed] = await shell.json<OauthConfig[]>(['sso', 'list'])
    assert.containSubset(listed, { name: 'Harbour ID', isActive: true, issuer })
    assert.include((await shell.run(['sso', 'show', 'Harbour ID'])).stdout, issuer)
    assert.equal((await shell.run(['sso', 'disable', 'Harbour ID'])).stdout, 'Harbour ID is off.\n')
    assert.notInclude((await shell.run(['sso', 'show', 'Harbour ID', '--json'])).stdout, '4711')
  })

  test('a failed test exits with 6, and prints the reason', async ({ assert }) => {
    await create('Missing', 'https://127.0.0.1:9')
    const tested = await shell.run(['sso', 'test', 'Missing'])
    assert.equal(tested.code, 6)
    assert.include(tested.stdout, 'could not be reached')
    const { code, stdout } = await shell.run(['sso', 'test', 'Missing', '--json'])
    assert.equal(code, 6)
    assert.isFalse((JSON.parse(stdout) as OauthConfigTest).passed)
    assert.equal((await shell.run(['sso', 'delete', 'Missing', '--yes'])).code, 0)
  })
})
