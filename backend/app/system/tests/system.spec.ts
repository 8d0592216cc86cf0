import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { definePlugin, type Health } from '@crossdock/kernel/plugin'

interface HealthReply {
  status: string
  version: string
  components: Record<string, { status: string; message?: string; latencyMs?: number }>
}

interface PluginReply {
  name: string
  dependsOn: string[]
  contributions: { kind: string; name: string }[]
  health: { status: string; checks: Record<string, Health> }
}

let condition: () => Promise<Health>

/** A plugin whose health the tests decide. */
const patient = definePlugin({
  name: 'patient',
  version: '0.1.0',
  compatibility: '^1.0',
  healthChecks: [{ name: 'patient', check: () => condition() }],
})

test.group('system', (group) => {
  let app: TestApp
  group.each.setup(async () => {
    condition = async () => ({ status: 'ok' })
    app = await bootApp({ plugins: [patient] })
    return () => app.stop()
  })
  const health = (path = '') => app.call<HealthReply>('GET', `/api/health${path}`)

  test('health names the version and every component', async ({ assert }) => {
    const { status, body } = await health()
    assert.equal(status, 200)
    assert.equal(body.status, 'ok')
    assert.match(body.version, /^\d+\.\d+\.\d+/)
    assert.includeMembers(Object.keys(body.components), ['database', 'mail', 'storage', 'patient'])
    assert.isNumber(body.components.database!.latencyMs)
    assert.equal((await health('/live')).status, 200)
    assert.equal((await health('/ready')).status, 200)
  })

  test('a degraded component shows, without its reason to strangers', async ({ assert }) => {
    condition = async () => ({ status: 'degraded', message: 'disk 10.0.0.7 is slow' })
    const { status, body } = await health()
    assert.equal(status, 200)
    assert.equal(body.status, 'degraded')
    assert.notInclude(JSON.stringify(body), '10.0.0.7')
    assert.equal((await health('/ready')).status, 200)
    const as = await app.superAdmin()
    assert.containsSubset(await app.ok('GET', '/api/dashboard/metrics', { as }), {
      systemStatus: 'degraded',
    })
    const plugins = await app.ok<PluginReply[]>('GET', '/api/plugins', { as })
    const { checks } = plugins.find(({ name }) => name === 'patient')!.health
    assert.equal(checks.patient!.message, 'disk 10.0.0.7 is slow')
  })

  test('a component that fails or hangs is down', async ({ assert }) => {
    condition = async () => {
      throw new Error('gone')
    }
    assert.equal((await health()).status, 503)
    assert.equal((await health('/ready')).status, 503)
    assert.equal((await health('/live')).status, 200)
    await app.stop()
    condition = () => new Promise(() => {})
    app = await bootApp({ plugins: [patient] })
    const { body } = await health()
    assert.equal(body.components.patient!.status, 'down')
    assert.equal(body.components.database!.status, 'ok')
  })

  test('plugins show what they contribute, to administrators', async ({ assert }) => {
    const acme = await app.tenant('acme')
    assert.equal((await app.call('GET', '/api/plugins', { as: acme.viewer })).status, 403)
    assert.equal((await app.call('GET', '/api/plugins')).status, 401)
    const plugins = await app.ok<PluginReply[]>('GET', '/api/plugins', { as: acme.admin })
    const names = plugins.map(({ name }) => name)
    for (const { name, dependsOn } of plugins) {
      for (const needed of dependsOn) assert.isBelow(names.indexOf(needed), names.indexOf(name))
    }
    assert.includeDeepMembers(plugins.find(({ name }) => name === 'tokens')!.contributions, [
      { kind: 'operation', name: 'POST /api-tokens' },
      { kind: 'permission', name: 'tokens.write' },
      { kind: 'contribution', name: 'access.guards' },
    ])
  })
})
