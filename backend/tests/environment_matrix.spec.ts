// onBothDatabases: walks every route
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import type { Operation } from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'
import { testDatabase } from '@crossdock/kernel/testing'
import { startSystem } from './matrix/furnished_tenant.js'
import { furnishedEnvironment, type FurnishedEnvironment } from './matrix/furnished_environment.js'
import { addEnvironment } from './matrix/environments.js'
import { fill, hasParameter, kindOf } from './matrix/named.js'
import { rowsOf, settledRowsOf } from './matrix/rows.js'
import { idPaths, sampleBody, withItem } from './matrix/sample.js'

/** Objects of environments, and the paths that serve them. */
const served =
  /^\/api\/(integrations|flow-executions|folder-bindings|workflows|system-flows|trace)\b/

/** Bodies that the owner's environment accepts. Otherwise a refusal would prove nothing. */
const bodies: Record<string, (ids: Record<string, string>) => object> = {
  'POST /folder-bindings': ({ otherSystem, folder }) => ({
    systemId: otherSystem,
    assetId: folder,
    permissions: ['read'],
  }),
  'PUT /folder-bindings/{id}': () => ({ isActive: true }),
  'POST /system-flows': systemFlow,
  'PUT /system-flows/{id}': systemFlow,
  'POST /integrations/workflows': workflow,
  'PUT /integrations/workflows/{id}': workflow,
  'POST /integrations/workflows/{id}/execute': () => ({}),
  'POST /flow-executions/trigger': ({ workflow: flowId }) => ({ flowId }),
  'POST /integrations/endpoints/{id}/test': () => ({}),
  'POST /integrations/imports': ({ system: systemId }) => ({
    document: '{"openapi":"3.0.3","paths":{"/things":{"get":{"responses":{"200":{}}}}}}',
    systemId,
    dryRun: true,
  }),
}

function systemFlow(ids: Record<string, string>) {
  return { name: 'A', triggerSystemId: ids.system, triggerEventType: 'call_failed' }
}

function workflow(ids: Record<string, string>) {
  const call = { systemId: ids.system, endpointId: ids.endpoint }
  const step = { id: 'first', type: 'api_call', ...call, config: {}, order: 1 }
  return { name: 'Tried', triggerType: 'manual', triggerConfig: {}, steps: [step] }
}

/** Tables that name an environment but belong to the tenant, which reads them for all environments together. */
const ofTenant = [
  'environment_usage',
  'environment_alerts',
  'environment_variables',
  'environment_promotions',
  'promotion_counterparts',
]

const keysOnEnvironments =
  testDatabase === 'pg'
    ? `select distinct conrelid::regclass::text as name from pg_constraint
       where contype = 'f' and confrelid = 'tenant_environments'::regclass`
    : `select distinct m.name from sqlite_schema m, pragma_foreign_key_list(m.name) f
       where m.type = 'table' and f."table" = 'tenant_environments'`

test.group('Two environments of a tenant', (group) => {
  let app: TestApp
  let acme: TestTenant
  let production: FurnishedEnvironment
  let development: FurnishedEnvironment
  let operations: Operation[]

  group.setup(async () => {
    const system = await startSystem()
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    const [{ id } = { id: '' }] = await app.ok<{ id: string }[]>(
      'GET',
      '/api/tenant/environments',
      { as: acme.admin }
    )
    const other = await addEnvironment(acme.id, 'development')
    // This spec calls every operation in each environment.
    await app.limit(acme.id, { rate_limit_per_minute: 1_000_000 })
    const { url } = system
    production = await furnishedEnvironment(app, acme, { id, name: 'production', url, systems: 1 })
    development = await furnishedEnvironment(app, acme, {
      id: other,
      name: 'development',
      url,
      systems: 3,
    })
    operations = (await pluginHost.use().operations()).filter(
      ({ path, live }) => served.test(path) && !live
    )
    return async () => {
      system.close()
      await app.stop()
    }
  })

  const both = () => [
    [production, development],
    [development, production],
  ]
  const callers = ({ session, token }: FurnishedEnvironment) => [
    ['session', session] as const,
    ['token', token] as const,
  ]
  const kindIn = (operation: Operation, ids: Record<string, string>) => {
    const id = ids[kindOf(operation)]
    if (!id) throw new Error(`${operation.route}: add what it names to "furnishedEnvironment".`)
    return id
  }

  // Red when a table with an environment key is not in `environmentTables` of its plugin.
  test('every table whose rows belong to an environment is scoped by it', async ({ assert }) => {
    const found = await asOperator('read the catalog', () =>
      unscoped().rawQuery(keysOnEnvironments)
    )
    const names: string[] = (found.rows ?? found).map(({ name }: { name: string }) => name)
    const declared = pluginHost.use().environmentTables
    assert.isAbove(names.length, 5)
    assert.sameMembers(names, [...declared, ...ofTenant])
    for (const table of declared) {
      const columns = await asOperator('look', () => unscoped().columnsInfo(table))
      assert.isFalse(columns.environment_id?.nullable, table)
    }
  })

  // Red when a table is missing in `environmentTables`: its lists then show both environments.
  test('lists and figures show only the requested environment', async ({ assert }) => {
    const lists = operations.filter(({ method, list }) => method === 'GET' && list)
    assert.isAbove(lists.length, 7)
    for (const [own, other] of both() as [FurnishedEnvironment, FurnishedEnvironment][]) {
      for (const [who, as] of callers(own)) {
        for (const operation of lists) {
          const path = hasParameter(operation)
            ? fill(operation.path, kindIn(operation, own.ids))
            : operation.path
          const reply = await app.call('GET', path, { as })
          const label = `${operation.route} by ${who} in ${own.name}`
          assert.equal(reply.status, 200, label)
          const text = JSON.stringify(reply.body)
          assert.notInclude(text, other.secret, label)
          for (const id of Object.values(other.ids)) assert.notInclude(text, id, label)
        }
        const { parts } = await app.ok<{ parts: { path: string }[] }>('GET', '/api/dashboard', {
          as,
        })
        // The feed belongs to the tenant.
        const dashboard = JSON.stringify(parts.filter(({ path }) => !path.endsWith('activity')))
        assert.include(dashboard, own.secret)
        assert.notInclude(dashboard, other.secret)
        const logs = await app.ok<object[]>('GET', '/api/integrations/logs', { as })
        assert.lengthOf(logs, 1)
        const connected = own === production ? 2 : 4
        assert.deepInclude(await app.ok<object>('GET', '/api/integrations/stats', { as }), {
          connectedSystems: connected,
          activeSystems: connected,
          totalEndpoints: 2,
          activeEndpoints: 2,
          totalWorkflows: 2,
          activeWorkflows: 2,
          executionsToday: 1,
          successRate: 100,
        })
        assert.deepInclude(await app.ok<object>('GET', '/api/flow-executions/stats', { as }), {
          totalExecutions: 1,
          runningExecutions: 0,
          completedToday: 1,
        })
        const hours = await app.ok<{ runs: number }[]>('GET', '/api/flow-executions/hours', { as })
        assert.equal(
          hours.reduce((sum, { runs }) => sum + runs, 0),
          1
        )
      }
    }
  })

  test('a request without an environment uses production', async ({ assert }) => {
    const systems = await app.ok<{ id: string }[]>('GET', '/api/integrations/systems', {
      as: acme.token,
    })
    assert.includeMembers(
      systems.map(({ id }) => id),
      [production.ids.system!]
    )
    assert.lengthOf(systems, 2)
  })

  // Red when Model.find or scopeToTenant ignores the environment.
  test('items of the other environment do not exist, in paths, bodies and filters', async ({
    assert,
  }) => {
    const before = await settledRowsOf(acme.id)
    const findings: string[] = []
    let tried = 0
    for (const [own, other] of both() as [FurnishedEnvironment, FurnishedEnvironment][]) {
      for (const [who, as] of callers(own)) {
        const attempt = async (what: string, operation: Operation, path: string, body: unknown) => {
          tried++
          const reply = await app.call(operation.method, path, { as, body })
          const text = JSON.stringify(reply.body)
          const refused = [404, 422].includes(reply.status) || what.includes('filter')
          const leaks = text.includes(other.secret)
          if (!refused || leaks) {
            findings.push(
              `${operation.route} ${what} by ${who} in ${own.name}: ${reply.status} ${text.slice(0, 200)}`
            )
          }
        }
        for (const operation of operations) {
          const { route, body: shape, list, path } = operation
          const ids = { ...own.ids, folder: own.ids.system! }
          const valid = shape && (bodies[route]?.(ids) ?? sampleBody(shape.toJSONSchema(), acme.id))
          if (hasParameter(operation)) {
            const kinds =
              kindOf(operation) === 'execution' ? ['execution', 'executionId'] : [kindOf(operation)]
            for (const kind of kinds) {
              const body = shape ? (valid ?? {}) : undefined
              await attempt('path', operation, fill(path, other.ids[kind]!), body)
            }
          }
          const at = hasParameter(operation) ? fill(path, kindIn(operation, own.ids)) : path
          for (const place of idPaths(valid ?? {})) {
            const name = place.at(-1)!.replace(/Id$/, '')
            const foreign = { flow: 'workflow', asset: 'folder' }[name] ?? name
            if (!other.ids[foreign]) continue
            // A preview reports what a draft would have done with files, and nothing about the objects that its
            // steps name.
            if (route === 'POST /integrations/workflows/preview') continue
            await attempt(
              place.join('.'),
              operation,
              at,
              withItem(valid, place, other.ids[foreign])
            )
          }
          for (const filter of Object.keys(list?.filters ?? {})) {
            const all = encodeURIComponent(JSON.stringify({ [filter]: Object.values(other.ids) }))
            await attempt(`filter ${filter}`, operation, `${at}?filter=${all}`, undefined)
          }
        }
      }
    }
    assert.deepEqual(findings, [])
    assert.isAbove(tried, 100)
    const after = await rowsOf(acme.id)
    for (const table of pluginHost.use().environmentTables) {
      assert.deepEqual(after.get(table), before.get(table), table)
    }
  })

  // Red when the check of a step ignores the environment.
  test('a step cannot call an endpoint of the other environment', async ({ assert }) => {
    const { ids } = production
    const reply = await app.call<{ errors: { field: string; message: string }[] }>(
      'POST',
      '/api/integrations/workflows',
      { as: development.session, body: workflow(ids) }
    )
    assert.equal(reply.status, 422)
    assert.include(
      JSON.stringify(reply.body),
      `There is no API endpoint with the id \\"${ids.endpoint}\\"`
    )
  })
})
