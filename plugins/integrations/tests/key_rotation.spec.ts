import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { freshDatabase } from '@crossdock/kernel/testing'
import { addEndpoint, connect } from './fixtures.js'
import { Partner } from './partner.js'

const FIRST = 'the-first-application-key-of-this-test'
const SECOND = 'the-second-application-key-of-this-test'

test('credentials survive a change of APP_KEY and need the former key for one start only', async ({
  assert,
  cleanup,
}) => {
  const database = await freshDatabase()
  const partner = await Partner.start()
  cleanup(async () => {
    await partner.stop()
    await database.remove()
  })
  const boot = (keys: { APP_KEY: string; APP_KEY_PREVIOUS?: string[] }) =>
    bootApp({ database, settings: { EGRESS_ALLOW: ['127.0.0.1/32'], ...keys } })
  const stored = async (): Promise<string> => {
    const row = await asOperator('test', () => unscoped().from('external_systems').firstOrFail())
    return row.auth_config
  }
  const authorization = async (app: TestApp, endpointId: string) => {
    const as = await app.signIn('admin@acme.example', 'acme')
    partner.answersJson({})
    const path = `/api/integrations/endpoints/${endpointId}/test`
    const reply = await app.ok<{ message: string }>('POST', path, { as })
    return partner.received[0]?.headers.authorization ?? reply.message
  }

  let app = await boot({ APP_KEY: FIRST })
  const { admin } = await app.tenant('acme')
  const system = await connect(app, admin, {
    baseUrl: partner.url,
    authConfig: { accessToken: 'k3pt' },
  })
  const endpoint = await addEndpoint(app, admin, system.id)
  const before = await stored()
  await app.stop()

  app = await boot({ APP_KEY: SECOND, APP_KEY_PREVIOUS: [FIRST] })
  assert.notEqual((await stored()).split('.')[1], before.split('.')[1])
  await app.stop()

  app = await boot({ APP_KEY: SECOND })
  assert.equal(await authorization(app, endpoint.id), 'Bearer k3pt')
  await app.stop()

  app = await boot({ APP_KEY: FIRST })
  assert.include(await authorization(app, endpoint.id), 'APP_KEY_PREVIOUS')
  const as = await app.signIn('admin@acme.example', 'acme')
  const body = { authConfig: { accessToken: 'entered again' } }
  await app.ok('PUT', `/api/integrations/systems/${system.id}`, { as, body })
  assert.equal(await authorization(app, endpoint.id), 'Bearer entered again')
  await app.stop()
})
