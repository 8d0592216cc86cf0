// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { IntegrationLog, SystemCircuit } from '@crossdock/client'
import { Partner } from './partner.js'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'

test.group('CLI calls', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell
  let partner: Partner

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    partner = await Partner.start(app, acme)
    await partner.workflow('Intake', '/accepts')
    return async () => {
      await partner.stop()
      await shell.close()
      await app.stop()
    }
  })

  test('repeats a call, unless its system is paused', async ({ assert }) => {
    const [endpoint] = await app.ok<{ id: string }[]>('GET', '/api/integrations/endpoints', {
      as: acme.token,
    })
    await app.ok('POST', `/api/integrations/endpoints/${endpoint!.id}/test`, { as: acme.token })
    const [first] = await shell.json<IntegrationLog[]>(['logs', 'list'])
    const again = await shell.json<IntegrationLog>(['logs', 'replay', first!.id])
    assert.deepInclude(again, { replayOf: first!.id, status: 'success' })
    const printed = await shell.run(['logs', 'replay', first!.id])
    assert.match(printed.stdout, /^Called again as [0-9a-f-]{36}: success, status 200\n$/)
    const none = await shell.run(['logs', 'body', first!.id, 'response'])
    assert.equal(none.code, 5)

    const pause = ['systems', 'pause', 'Intake partner']
    const paused = await shell.json<SystemCircuit>([...pause, '--reason', 'Maintenance'])
    assert.deepInclude(paused, { state: 'open', byHand: true, reason: 'Maintenance' })
    const refused = await shell.run(['logs', 'replay', first!.id])
    assert.equal(refused.code, 6)
    assert.include(refused.stderr, 'paused')
    const shown = await shell.run(['systems', 'show', 'Intake partner'])
    assert.include(
      shown.stdout,
      'Calls to Intake partner are paused by hand, until they are resumed: Maintenance\n'
    )
    const resumed = await shell.run(['systems', 'resume', 'Intake partner'])
    assert.equal(resumed.stdout, 'Calls to Intake partner are resumed.\n')
  })

  test('prints where to grant access, and fails when no grant arrives', async ({ assert }) => {
    await app.ok('POST', '/api/integrations/systems', {
      as: acme.token,
      body: {
        name: 'Provider',
        systemType: 'api',
        baseUrl: 'https://api.provider.example',
        authType: 'oauth2_code',
        capabilities: ['send'],
        authConfig: {
          clientId: 'c',
          authorizationUrl: 'https://id.provider.example/authorize',
          tokenUrl: 'https://id.provider.example/token',
        },
      },
    })
    const waited = await shell.run(['systems', 'connect', 'Provider', '--timeout', '1'])
    assert.match(waited.stdout, /^https:\/\/id\.provider\.example\/authorize\?/)
    assert.equal(waited.code, 1)
    assert.include(waited.stderr, 'Provider was not connected within 1 seconds.')
    const other = await shell.run(['systems', 'connect', 'Intake partner'])
    assert.equal(other.code, 6)
  })
})
