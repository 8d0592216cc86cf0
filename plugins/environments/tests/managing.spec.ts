import { test } from '@japa/runner'
import { until, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { environmentDefaults } from '../contracts/index.js'
import { callsMade, environmentLab, path, type Environment } from './support.js'

interface Summary {
  environments: number
  activeEnvironments: number
  apiCallsUsed: number
  apiCallsPerMonth: number
  storageUsedGB: number
  storageQuotaGB: number
}

test.group('Managing environments', (group) => {
  const lab = environmentLab(group)
  let turn = 0
  let tenant: TestTenant

  group.each.setup(async () => {
    tenant = await lab().app.tenant(`acme${++turn}`, 'stored')
  })

  const templates = () =>
    lab().app.ok<Record<string, unknown>[]>('GET', '/api/environments/templates', {
      as: lab().operator,
    })

  test("templates have the numbers of the specification, and the table's defaults for the rest", async ({
    assert,
  }) => {
    const of = (name: string) => ({ ...environmentDefaults, name })
    const [development, testing, production] = await templates()
    const named = ({ displayName: _, description: __, ...limits }: Record<string, unknown>) =>
      limits
    assert.deepEqual(named(development!), {
      ...of('development'),
      apiCallsPerMonth: 5_000,
      storageQuotaGB: 25,
      maxExternalSystems: 5,
    })
    assert.deepEqual(named(testing!), {
      ...of('testing'),
      apiCallsPerMonth: 10_000,
      storageQuotaGB: 50,
      maxExternalSystems: 8,
    })
    assert.deepEqual(named(production!), {
      ...of('production'),
      apiCallsPerMonth: 50_000,
      storageQuotaGB: 200,
      maxExternalSystems: 20,
    })
    // The first production of a tenant has only the table's defaults.
    const [first] = await lab().list(`?tenantId=${tenant.id}`)
    assert.deepInclude(first, { ...environmentDefaults })
  })

  test('one is created from a template, and given values take precedence', async ({ assert }) => {
    const [development] = await templates()
    const made = await lab().make(tenant.id, 'development', {
      template: 'development',
      displayName: 'Try-outs',
      maxWorkflows: 3,
      limits: { feeds: 4 },
    })
    assert.deepInclude(made, {
      ...development,
      tenantId: tenant.id,
      displayName: 'Try-outs',
      maxWorkflows: 3,
      limits: { feeds: 4 },
      isActive: true,
      apiCallsUsed: 0,
      storageUsedGB: 0,
      deletedAt: null,
      sslEnabled: true,
      metricsEnabled: true,
      alertsEnabled: true,
    })
    assert.deepEqual(await lab().show(made.id), made)
    const [shown] = await lab().app.ok<Environment[]>(
      'GET',
      '/api/tenant/environments?name=development',
      { as: tenant.viewer }
    )
    const { deletedAt: _, ...asTenantsSee } = made
    assert.deepEqual(shown, asTenantsSee)
  })

  // Red when the list is sorted by tenant ids, which people do not see.
  test('are sorted by the names of their tenants', async ({ assert }) => {
    const { app, operator: as } = lab()
    const found = new Map<string, string>()
    for (const name of ['zeta Yards', 'Alder Customs', 'boreal Parts']) {
      const subdomain = `sorted-${name.slice(0, 2).toLowerCase()}-${turn}`
      const body = { name, subdomain, adminEmail: `ann@${subdomain}.example` }
      found.set((await app.ok<{ id: string }>('POST', '/api/tenants', { as, body })).id, name)
    }
    const named = async (query: string) =>
      (await lab().list(query)).flatMap(({ tenantId }) => found.get(tenantId) ?? [])
    const wanted = ['Alder Customs', 'boreal Parts', 'zeta Yards']
    assert.deepEqual(await named('?range=[0,999]'), wanted)
    assert.deepEqual(await named('?sort=["tenantName","DESC"]&range=[0,999]'), wanted.toReversed())
    assert.equal((await lab().ask('GET', '?range=[5000,5009]')).status, 200)
  })

  test('without a template it has the defaults, and its name as display name', async ({
    assert,
  }) => {
    const made = await lab().make(tenant.subdomain, 'testing')
    assert.deepInclude(made, {
      ...environmentDefaults,
      tenantId: tenant.id,
      name: 'testing',
      displayName: 'Testing',
      limits: {},
    })
  })

  // Red without the unique index, and when its violation is not a conflict of the field.
  test('a tenant has one of each name, also with two concurrent requests', async ({ assert }) => {
    const ask = () => lab().ask('POST', '', { tenantId: tenant.id, name: 'testing' })
    const replies = await Promise.all([ask(), ask(), ask()])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409, 409])
    const { body } = replies.find(({ status }) => status === 409)!
    assert.equal(body.code, 'E_ENVIRONMENT_EXISTS')
    assert.deepEqual(
      body.errors!.map(({ field }) => field),
      ['name']
    )
    assert.lengthOf(await lab().list(`?tenantId=${tenant.id}`), 2)
    const other = await lab().app.tenant(`bolt${turn}`)
    assert.equal((await lab().make(other.id, 'testing')).tenantId, other.id)
  })

  test('every setting can be changed, and the tenant sees the change', async ({ assert }) => {
    const { id } = await lab().make(tenant.id, 'testing')
    const changes = {
      displayName: 'Staging',
      description: 'Before it goes live.',
      isActive: false,
      apiCallsPerMonth: 0,
      concurrentConnections: 1,
      rateLimitPerMinute: 2,
      storageQuotaGB: 3,
      maxFileSize: 4,
      maxExternalSystems: 5,
      maxWorkflows: 6,
      maxApiEndpoints: 7,
      maxWebhooks: 8,
      limits: { feeds: 9 },
      baseUrl: 'https://staging.acme.example/base',
      customDomain: 'staging.acme.example',
      sslEnabled: false,
      logsRetentionDays: 10,
      metricsEnabled: false,
      alertsEnabled: false,
    }
    const changed = await lab().ask('PUT', `/${id}`, changes)
    assert.equal(changed.status, 200)
    assert.deepInclude(changed.body, changes)
    assert.deepEqual(await lab().show(id), changed.body as Environment)
    const emptied = await lab().ask('PUT', `/${id}`, { description: '', baseUrl: '', limits: {} })
    assert.deepInclude(emptied.body, { description: null, baseUrl: null, limits: {} })
    await until('the feed to show it', async () => {
      const feed = await lab().app.ok<{ action: string }[]>('GET', '/api/activity', {
        as: tenant.admin,
      })
      return feed.some(({ action }) => action === 'Changed the environment Staging')
    })
    const events = await asOperator('a test reads the log', () =>
      unscoped().from('middleware_events').where({ target_id: id }).orderBy('seq')
    )
    assert.deepEqual(
      events.map(({ event_type: type, tenant_id: of }) => [type, of]),
      [
        ['environment_created', tenant.id],
        ['environment_updated', tenant.id],
        ['environment_updated', tenant.id],
      ]
    )
  })

  test('name and tenant cannot change', async ({ assert }) => {
    const made = await lab().make(tenant.id, 'testing')
    const other = await lab().app.tenant(`bolt${turn}`)
    const whole = await lab().ask('PUT', `/${made.id}`, made)
    assert.equal(whole.status, 200)
    for (const [field, value] of [
      ['name', 'development'],
      ['tenantId', other.id],
    ] as const) {
      const { status, body } = await lab().ask('PUT', `/${made.id}`, { [field]: value })
      assert.equal(status, 422)
      assert.equal(body.errors![0]!.field, field)
    }
    assert.deepInclude(await lab().show(made.id), { name: 'testing', tenantId: tenant.id })
  })

  // Red when If-Match is not checked.
  test('is not changed based on an outdated state', async ({ assert }) => {
    const { id } = await lab().make(tenant.id, 'testing')
    const seen = await lab().ask('GET', `/${id}`)
    const tag = { 'if-match': seen.headers.get('etag')! }
    const first = await lab().ask('PUT', `/${id}`, { maxWorkflows: 1 }, tag)
    assert.equal(first.status, 200)
    const late = await lab().ask('PUT', `/${id}`, { maxWorkflows: 2 }, tag)
    assert.equal(late.status, 412)
    assert.equal((await lab().show(id)).maxWorkflows, 1)
  })

  // Red when the figures are part of the ETag: an environment in use could never be changed.
  test('calls made after the read do not change its ETag', async ({ assert }) => {
    const { id } = await lab().make(tenant.id, 'testing')
    const read = await lab().ask('GET', `/${id}`)
    const tag = String(read.headers.get('etag'))
    await callsMade(tenant.id, id)
    const later = await lab().ask('GET', `/${id}`, undefined, { 'if-none-match': tag })
    assert.deepInclude(later.body, { apiCallsUsed: 900 })
    const change = { maxWorkflows: 7 }
    assert.equal((await lab().ask('PUT', `/${id}`, change, { 'if-match': tag })).status, 200)
    assert.equal((await lab().ask('PUT', `/${id}`, change, { 'if-match': tag })).status, 412)
  })

  test('a limit below the current usage is accepted', async ({ assert }) => {
    const { id } = await lab().make(tenant.id, 'testing')
    await callsMade(tenant.id, id)
    const { status, body } = await lab().ask('PUT', `/${id}`, {
      apiCallsPerMonth: 100,
      storageQuotaGB: 1,
    })
    assert.equal(status, 200)
    assert.deepInclude(body, { apiCallsUsed: 900, apiCallsPerMonth: 100, storageQuotaGB: 1 })
  })

  test('lists those of every tenant, filtered, searched and sorted', async ({ assert }) => {
    const other = await lab().app.tenant(`bolt${turn}`)
    await lab().make(tenant.id, 'development', { displayName: `Nursery ${turn}` })
    await lab().make(other.id, 'development', { isActive: false })
    const tenantsOf = async (query: string) =>
      (await lab().list(query)).map(({ tenantId }) => tenantId)
    const all = await tenantsOf('?range=[0,999]')
    assert.includeMembers(all, [tenant.id, other.id])
    // Red when the plain field name of the specification is ignored.
    assert.deepEqual(await tenantsOf(`?tenantId=${tenant.id}`), [tenant.id, tenant.id])
    assert.deepEqual(await tenantsOf(`?filter={"tenantId":"${other.id}","isActive":false}`), [
      other.id,
    ])
    assert.deepEqual(await tenantsOf(`?search=nursery%20${turn}`), [tenant.id])
    const names = async (order: string) =>
      (await lab().list(`?tenantId=${tenant.id}&sort=["name","${order}"]`)).map(({ name }) => name)
    assert.deepEqual(await names('ASC'), ['development', 'production'])
    assert.deepEqual(await names('DESC'), ['production', 'development'])
    assert.equal((await lab().ask('GET', '?colour=red')).status, 400)
  })

  test('sums up the usage of all tenants or of one', async ({ assert }) => {
    const summary = (query = '') =>
      lab().app.ok<Summary>('GET', `${path}/summary${query}`, { as: lab().operator })
    const before = await summary()
    const made = await lab().make(tenant.id, 'development', {
      template: 'development',
      isActive: false,
    })
    await callsMade(tenant.id, made.id)
    assert.deepEqual(await summary(`?tenantId=${tenant.id}`), {
      environments: 2,
      activeEnvironments: 1,
      apiCallsUsed: 900,
      apiCallsPerMonth: 15_000,
      // Only of production, because bytes belong to the tenant.
      storageUsedGB: 0,
      storageQuotaGB: 50,
    })
    const after = await summary()
    assert.equal(after.environments, before.environments + 1)
    assert.equal(after.activeEnvironments, before.activeEnvironments)
    assert.equal(after.apiCallsUsed, before.apiCallsUsed + 900)
  })

  // Red when readUsages() or readTotalUsage() read ended windows, which stay stored for a day.
  test('usage of an ended month is not shown any more', async ({ assert }) => {
    const made = await lab().make(tenant.id, 'development')
    await callsMade(tenant.id, made.id)
    assert.equal((await lab().show(made.id)).apiCallsUsed, 900)
    await asOperator('a test ends a month', () =>
      unscoped()
        .from('ledger_windows')
        .where({ tenant_id: tenant.id, scope: made.id })
        .update({ ends_at: new Date(Date.now() - 1000).toISOString() })
    )
    assert.equal((await lab().show(made.id)).apiCallsUsed, 0)
    const summary = `${path}/summary?tenantId=${tenant.id}`
    const { apiCallsUsed } = await lab().app.ok<Summary>('GET', summary, { as: lab().operator })
    assert.equal(apiCallsUsed, 0)
  })

  // Red when figuresOf() shows the tenant's bytes for each environment.
  test('bytes are shown for production only', async ({ assert }) => {
    const made = await lab().make(tenant.id, 'development')
    await asOperator('as if a gigabyte were stored', async () => {
      const chunk = { hash: 'f'.repeat(64), pack_id: 'none', pack_offset: 0, size: 1024 ** 3 }
      const row = { ...chunk, tenant_id: tenant.id, created_at: new Date().toISOString() }
      await unscoped().insertQuery().table('content_chunks').insert(row)
    })
    assert.equal((await lab().show(made.id)).storageUsedGB, 0)
    const list = await lab().list(`?tenantId=${tenant.id}`)
    const used = Object.fromEntries(list.map(({ name, storageUsedGB }) => [name, storageUsedGB]))
    assert.deepEqual(used, { development: 0, production: 1 })
  })

  // Red when inGB() rounds to two decimals.
  test('a megabyte is shown', async ({ assert }) => {
    await asOperator('as if a megabyte were stored', async () => {
      const chunk = { hash: 'e'.repeat(64), pack_id: 'none', pack_offset: 0, size: 1024 ** 2 }
      const row = { ...chunk, tenant_id: tenant.id, created_at: new Date().toISOString() }
      await unscoped().insertQuery().table('content_chunks').insert(row)
    })
    const list = await lab().list(`?tenantId=${tenant.id}`)
    const production = list.find(({ name }) => name === 'production')!
    assert.approximately(Number(production.storageUsedGB), 1 / 1024, 1e-8)
    const usage = await lab().app.ok<{
      environments: { meters: { name: string; used: number }[] }[]
    }>('GET', '/api/tenant/usage', { as: tenant.viewer })
    const meters = usage.environments.flatMap((one) => one.meters)
    const storage = meters.find(({ name }) => name === 'storageQuotaGB')!
    assert.approximately(storage.used, 1 / 1024, 1e-8)
  })

  // Red without access 'operator' on any of them.
  test('only the super administrator has access', async ({ assert }) => {
    const { id } = await lab().make(tenant.id, 'testing')
    const calls: [method: string, below: string, body?: object][] = [
      ['GET', ''],
      ['GET', '/summary'],
      ['GET', `/${id}`],
      ['POST', '', { tenantId: tenant.id, name: 'development' }],
      ['PUT', `/${id}`, { isActive: false }],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/restore`],
    ]
    const other = await lab().app.tenant(`bolt${turn}`)
    const people = [tenant.admin, tenant.editor, tenant.viewer, tenant.token, other.admin]
    for (const [method, below, body] of calls) {
      for (const as of people) {
        const { status } = await lab().app.call(method, `${path}${below}`, { as, body })
        assert.equal(status, 403, `${method} ${below}`)
      }
      const { status } = await lab().app.call(method, `${path}${below}`, { body })
      assert.include([401, 403], status)
    }
    const { status } = await lab().app.call('GET', '/api/environments/templates', {
      as: tenant.admin,
    })
    assert.equal(status, 403)
    assert.isTrue((await lab().show(id)).isActive)
    assert.deepEqual(await lab().namesFor(tenant.viewer), ['production', 'testing'])
  })
})
