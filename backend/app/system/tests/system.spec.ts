import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import { bootApp, until, type Caller, type TestApp } from '@crossdock/backend/testing'
import { transaction } from '@crossdock/kernel/database'
import { defineEvent, recordEvent, type Consumer } from '@crossdock/kernel/events'
import { enqueue, jobRef, type JobDefinition } from '@crossdock/kernel/jobs'
import { definePlugin, type Health } from '@crossdock/kernel/plugin'
import { inTenant } from '@crossdock/kernel/tenancy'

interface HealthReply {
  status: string
  version?: string
  components: Record<string, { status: string; message?: string; latencyMs?: number }>
}

interface PluginReply {
  name: string
  dependsOn: string[]
  contributions: { kind: string; name: string }[]
  health: { status: string; checks: Record<string, Health> }
}

interface MetricsReply {
  systemStatus: string
  trouble: { failedJobs: number; parkedEvents: number }
}

let condition: () => Promise<Health>

const hopeless: JobDefinition = {
  name: 'patient.hopeless',
  retry: { attempts: 1 },
  async handle() {
    throw new Error('never works')
  },
}

const fellIll = defineEvent('patient_fell_ill', {
  description: 'An event that cannot be handled',
  payload: vine.object({}),
})

const overwhelmed: Consumer = {
  name: 'patient.overwhelmed',
  from: 'now',
  on: [fellIll],
  async handle() {
    throw new Error('cannot help')
  },
}

/** A plugin with a health that tests control. */
const patient = definePlugin({
  name: 'patient',
  version: '0.1.0',
  compatibility: '^0.1',
  eventTypes: [fellIll],
  jobs: async () => ({ default: [hopeless] }),
  consumers: async () => ({ default: [overwhelmed] }),
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

  // Red when the public answer contains the version, latencies or reasons.
  test('health names every component, without details for strangers', async ({ assert }) => {
    const { status, body } = await health()
    assert.equal(status, 200)
    assert.equal(body.status, 'ok')
    assert.includeMembers(Object.keys(body.components), ['database', 'mail', 'storage', 'patient'])
    assert.deepEqual(Object.keys(body), ['status', 'components'])
    for (const component of Object.values(body.components)) {
      assert.deepEqual(Object.keys(component), ['status'])
    }
    const { body: details } = await app.call<HealthReply>('GET', '/api/health/details', {
      as: await app.superAdmin(),
    })
    assert.match(details.version!, /^\d+\.\d+\.\d+/)
    assert.isNumber(details.components.database!.latencyMs)
    const acme = await app.tenant('acme')
    for (const [as, status] of [
      [undefined, 401],
      [acme.admin, 403],
      [acme.token, 403],
    ] as const) {
      assert.equal((await app.call('GET', '/api/health/details', { as })).status, status)
    }
    assert.equal((await health('/live')).status, 200)
    assert.equal((await health('/ready')).status, 200)
  })

  test('a degraded component shows, without its reason for strangers', async ({ assert }) => {
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
    // Red when readiness checks a component that not every page needs.
    assert.equal((await health('/ready')).status, 200)
    assert.equal((await health('/live')).status, 200)
    await app.stop()
    condition = () => new Promise(() => {})
    app = await bootApp({ plugins: [patient] })
    const { body } = await health()
    assert.equal(body.components.patient!.status, 'down')
    assert.equal(body.components.database!.status, 'ok')
  })

  // Red when a tenant's failed work affects the status of the installation, or is not counted at all.
  test('only the tenant and the operator see its failed work', async ({ assert }) => {
    const acme = await app.tenant('acme')
    const birch = await app.tenant('birch')
    const metrics = (as: Caller) => app.ok<MetricsReply>('GET', '/api/dashboard/metrics', { as })
    assert.equal((await metrics(acme.admin)).systemStatus, 'operational')
    await inTenant(acme.id, () => enqueue(jobRef('patient.hopeless'), {}))
    await inTenant(acme.id, () => transaction(() => recordEvent(fellIll, { payload: {} })))
    const trouble = { failedJobs: 1, parkedEvents: 1 }
    await until('both to show', async () => {
      const { failedJobs, parkedEvents } = (await metrics(acme.admin)).trouble
      return failedJobs && parkedEvents
    })
    const troubled = { systemStatus: 'degraded', trouble }
    assert.containSubset(await metrics(acme.viewer), troubled)
    const operator = await app.superAdmin()
    assert.containSubset(await metrics(operator), troubled)
    const details = await app.ok('GET', '/api/health/details', { as: operator })
    assert.containSubset(details, { status: 'degraded', trouble })
    assert.containSubset(await metrics(birch.admin), {
      systemStatus: 'operational',
      trouble: { failedJobs: 0, parkedEvents: 0 },
    })
    assert.equal((await health()).body.status, 'ok')
    assert.equal((await health('/ready')).status, 200)
  })

  test('plugins show their contributions to administrators', async ({ assert }) => {
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
