import { test } from '@japa/runner'
import { bootApp, type Caller, type TestApp } from '@crossdock/backend/testing'
import { addEndpoint, connect } from './fixtures.js'
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

  // Red when a success does not end it, older calls are counted, or another tenant's are told.
  test('a system refuses from its first failed call until one succeeds', async ({ assert }) => {
    const { admin: as } = await app.tenant('acme')
    const { admin: stranger } = await app.tenant('globex')
    const system = await connect(app, as, { name: 'Customs', baseUrl: partner.url })
    const { id } = await addEndpoint(app, as, system.id)
    const call = (status: number) => {
      partner.answersJson({}, status)
      return app.ok('POST', `/api/integrations/endpoints/${id}/test`, { as })
    }
    await call(500)
    await call(200)
    assert.lengthOf(await failing(as), 0)
    await call(503)
    await call(502)
    assert.containSubset(await failing(as), [
      { id: system.id, name: 'Customs', failed: 2, statusCode: 502 },
    ])
    assert.lengthOf(await failing(stranger), 0)
    await call(200)
    assert.lengthOf(await failing(as), 0)
    await call(500)
    const path = `/api/integrations/systems/${system.id}`
    await app.ok('PUT', path, { as, body: { isActive: false } })
    assert.lengthOf(await failing(as), 0)
  })
})
