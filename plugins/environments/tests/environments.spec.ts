// onBothDatabases: the first test of this plugin
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'

interface Environment {
  id: string
  tenantId: string
  createdAt: string
  updatedAt: string
  [field: string]: unknown
}

const path = '/api/tenant/environments'

test.group('Environments', (group) => {
  let app: TestApp
  let acme: TestTenant
  let globex: TestTenant

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme', 'stored')
    globex = await app.tenant('globex')
    return () => app.stop()
  })

  test('a tenant starts with production and the limits of the specification', async ({
    assert,
  }) => {
    const list = await app.ok<Environment[]>('GET', path, { as: acme.viewer })
    assert.lengthOf(list, 1)
    assert.deepInclude(list[0], {
      tenantId: acme.id,
      name: 'production',
      displayName: 'Production',
      isActive: true,
      apiCallsPerMonth: 10_000,
      apiCallsUsed: 0,
      concurrentConnections: 50,
      rateLimitPerMinute: 100,
      storageQuotaGB: 50,
      storageUsedGB: 0,
      maxFileSize: 100,
      maxExternalSystems: 10,
      maxWorkflows: 50,
      maxApiEndpoints: 100,
      maxWebhooks: 20,
      baseUrl: null,
      customDomain: null,
      sslEnabled: true,
      logsRetentionDays: 30,
      metricsEnabled: true,
      alertsEnabled: true,
    })
  })

  test('a request works in the named environment, by id or name, else in production', async ({
    assert,
  }) => {
    const [production] = await app.ok<Environment[]>('GET', path, { as: acme.admin })
    for (const name of ['production', production!.id, undefined]) {
      const headers: Record<string, string> = name === undefined ? {} : { 'x-environment': name }
      const body = { name: `folder ${name}`, type: 'folder' }
      const { id } = await app.ok<{ id: string }>('POST', '/api/assets', {
        as: acme.admin,
        headers,
        body,
      })
      const event = await asOperator('test', () =>
        unscoped().from('middleware_events').where('target_id', id).firstOrFail()
      )
      assert.equal(event.environment_id, production!.id)
    }
  })

  test('an unknown environment, or one of another tenant, is not found', async ({ assert }) => {
    const [foreign] = await app.ok<Environment[]>('GET', path, { as: globex.admin })
    for (const name of ['staging', foreign!.id]) {
      const reply = await app.call('GET', path, {
        as: acme.admin,
        headers: { 'x-environment': name },
      })
      assert.equal(reply.status, 404)
    }
  })

  test('a tenant that cannot be created leaves no environment behind', async ({ assert }) => {
    const count = () =>
      asOperator('test', async () => {
        const [row] = await unscoped().from('tenant_environments').count('* as total')
        return Number(row.total)
      })
    const before = await count()
    const reply = await app.call('POST', '/api/tenants', {
      as: await app.superAdmin(),
      body: { name: 'Second Acme', subdomain: 'acme', adminEmail: 'x@second.example' },
    })
    assert.equal(reply.status, 409)
    assert.equal(await count(), before)
  })

  test('needs a session', async ({ assert }) => {
    assert.equal((await app.call('GET', path)).status, 401)
  })
})
