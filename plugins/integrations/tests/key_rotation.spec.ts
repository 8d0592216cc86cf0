import { test } from '@japa/runner'
import { bootApp, freePort, ServerProcess, until, type TestApp } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { freshDatabase } from '@crossdock/kernel/testing'
import { addEndpoint, connect } from './fixtures.js'
import { Partner } from './partner.js'

const FIRST = 'the-first-application-key-of-this-test'
const SECOND = 'the-second-application-key-of-this-test'

// Red when rotateCredentials tells nothing, counts what it leaves alone, or tells of none.
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
  const stored = async (id: string): Promise<string> => {
    const row = await asOperator('test', () =>
      unscoped().from('external_systems').where({ id }).firstOrFail()
    )
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
  await connect(app, admin, { name: 'Another', authConfig: { accessToken: 'k3pt too' } })
  const before = await stored(system.id)
  await app.stop()

  const started = async () => {
    const keys = { APP_KEY: SECOND, APP_KEY_PREVIOUS: FIRST }
    const server = new ServerProcess(database, await freePort(), { ...keys, LOG_LEVEL: 'info' })
    cleanup(() => server.kill())
    await server.start()
    const output = () => server.output.join('')
    await until('the greeting', () => output().includes('Crossdock is ready'))
    await server.stop()
    return output()
  }
  const output = await started()
  const told = output.split('\n').filter((line) => line.includes('credentials_rotated'))
  assert.lengthOf(told, 1)
  const { log, outcome, actorType, count } = JSON.parse(told[0]!)
  assert.deepEqual([log, outcome, actorType, count], ['security', 'allowed', 'system', 2])
  for (const secret of [FIRST, SECOND, 'k3pt']) assert.notInclude(output, secret)
  assert.notInclude(await started(), 'credentials_rotated')

  app = await boot({ APP_KEY: SECOND })
  assert.notEqual((await stored(system.id)).split('.')[1], before.split('.')[1])
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
