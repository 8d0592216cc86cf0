import { test } from '@japa/runner'
import { bootApp, explain, type Caller, type TestApp } from '@crossdock/backend/testing'
import { environmentResolver, inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { newestOf } from '../queries/failing_systems.js'
import { addEndpoint, callingFlow, connect, runToEnd } from './fixtures.js'
import { Partner } from './partner.js'

test.group('Systems that refuse', (group) => {
  let app: TestApp
  let partner: Partner

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    partner = await Partner.start()
    return async () => {
      await app.stop()
      await partner.stop()
    }
  })

  const failing = (as: Caller) =>
    app.ok<object[]>('GET', '/api/integrations/systems/failing', { as })

  // Red when a success does not end the failure, older calls or failed tests count, or another tenant's systems
  // are listed.
  test('a system is failing from its first failed call until one succeeds', async ({ assert }) => {
    const { admin: as } = await app.tenant('acme')
    const { admin: stranger } = await app.tenant('globex')
    const system = await connect(app, as, { name: 'Customs', baseUrl: partner.url })
    const endpoint = await addEndpoint(app, as, system.id)
    const flow = await callingFlow(app, as, endpoint, { retry: { attempts: 1 } })
    const call = (status: number) => {
      partner.answersJson({}, status)
      return runToEnd(app, as, flow)
    }
    const tryOut = (status: number) => {
      partner.answersJson({}, status)
      return app.ok('POST', `/api/integrations/endpoints/${endpoint.id}/test`, { as })
    }
    await tryOut(500)
    assert.lengthOf(await failing(as), 0)
    await call(500)
    await call(200)
    assert.lengthOf(await failing(as), 0)
    await call(503)
    await call(502)
    await tryOut(501)
    assert.containSubset(await failing(as), [
      { id: system.id, name: 'Customs', failed: 2, statusCode: 502 },
    ])
    assert.lengthOf(await failing(stranger), 0)
    const other = await connect(app, as, { name: 'Other', baseUrl: partner.url })
    const listed = async (isFailing: boolean) => {
      const filter = encodeURIComponent(JSON.stringify({ isFailing }))
      const path = `/api/integrations/systems?filter=${filter}`
      return (await app.ok<{ id: string }[]>('GET', path, { as })).map(({ id }) => id)
    }
    assert.deepEqual(await listed(true), [system.id])
    assert.deepEqual(await listed(false), [other.id])
    // A successful test shows that the system works again.
    await tryOut(200)
    assert.lengthOf(await failing(as), 0)
    await call(500)
    const path = `/api/integrations/systems/${system.id}`
    await app.ok('PUT', path, { as, body: { isActive: false } })
    assert.lengthOf(await failing(as), 0)
  })

  // Red when both statuses are queried together, or an index of the log ends before the id.
  test('failed calls, and calls about one object, are read from an index in order', async ({
    assert,
  }) => {
    const { id } = await app.tenant('initech')
    const environmentId = await environmentResolver.use().resolve(id, null)
    const explained = async () => {
      const plansByQuery = { status: await explain(newestOf('error', '2026-01-01T00:00:00.000Z')) }
      for (const thing of ['workflow', 'system', 'endpoint', 'asset', 'execution']) {
        const calls = tenantTable('integration_logs').where(`${thing}_id`, 'one')
        const page = calls.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(25)
        Object.assign(plansByQuery, { [`by_${thing}_id`]: await explain(page) })
      }
      return Object.entries(plansByQuery)
    }
    // Use an environment, as requests do.
    const plans = await inTenant(id, explained, { environmentId })
    for (const [of, plan] of plans) {
      assert.match(plan, new RegExp(`integration_logs_\\w*${of}`))
      assert.notMatch(plan, /sort|temp b-tree/i, of)
    }
  })
})
