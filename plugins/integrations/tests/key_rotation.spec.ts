import { test } from '@japa/runner'
import {
  bootApp,
  freePort,
  migratedDatabase,
  ServerProcess,
  type TestApp,
  until,
} from '@crossdock/backend/testing'
import { transaction, unscoped } from '@crossdock/kernel/database'
import { Secrets } from '@crossdock/kernel/secrets'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { installed } from '../../../backend/plugins.js'
import { findGrant, storeGrant, openToken } from '../grants/stored_tokens.js'
import { addEndpoint, connect, type ShownSystem } from './fixtures.js'
import { HookLab } from './hook_lab.js'
import { Partner } from './partner.js'

const FIRST = 'the-first-application-key-of-this-test'
const SECOND = 'the-second-application-key-of-this-test'

async function stored(id: string): Promise<string> {
  const row = await asOperator('test', () =>
    unscoped().from('external_systems').where({ id }).firstOrFail()
  )
  return row.auth_config
}

// Red when rotateCredentials() logs nothing, counts unchanged rows, or logs a count of zero.
test('credentials survive a change of APP_KEY and need the former key for one start only', async ({
  assert,
  cleanup,
}) => {
  const database = await migratedDatabase(installed)
  const partner = await Partner.start()
  cleanup(async () => {
    await partner.stop()
    await database.remove()
  })
  const boot = (keys: { APP_KEY: string; APP_KEY_PREVIOUS?: string[] }) =>
    bootApp({ database, settings: { EGRESS_ALLOW: ['127.0.0.1/32'], ...keys } })
  const sealedToken = async (id: string): Promise<string> =>
    JSON.parse(await stored(id)).accessToken.$sealed
  const authorization = async (app: TestApp, endpointId: string) => {
    const as = await app.signIn('admin@acme.example', 'acme')
    partner.answersJson({})
    const path = `/api/integrations/endpoints/${endpointId}/test`
    const reply = await app.ok<{ message: string }>('POST', path, { as })
    return partner.received[0]?.headers.authorization ?? reply.message
  }

  let app = await boot({ APP_KEY: FIRST })
  const acme = await app.tenant('acme')
  const { admin } = acme
  const lab = new HookLab(app, acme)
  const flow = await lab.workflow({ isActive: true })
  const hook = await lab.webhookOf({ workflowId: flow.id })
  const verificationConfig = { place: 'header', name: 'X-Token', secret: 'k3pt of a hook' }
  await lab.setUp(hook.id, { verification: 'token', verificationConfig })
  const system = await connect(app, admin, {
    baseUrl: partner.url,
    authConfig: { accessToken: 'k3pt' },
  })
  await app.inside(() =>
    inTenant(acme.id, () =>
      transaction(() =>
        storeGrant(system, 'place', { accessToken: 'k3pt by a grant', lifetime: null }, null)
      )
    )
  )
  const endpoint = await addEndpoint(app, admin, system.id)
  await connect(app, admin, { name: 'Another', authConfig: { accessToken: 'k3pt too' } })
  const before = await sealedToken(system.id)
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
  const rotationLines = output.split('\n').filter((line) => line.includes('credentials_rotated'))
  assert.lengthOf(rotationLines, 1)
  const { log, outcome, actorType, count } = JSON.parse(rotationLines[0]!)
  assert.deepEqual([log, outcome, actorType, count], ['security', 'allowed', 'system', 4])
  for (const secret of [FIRST, SECOND, 'k3pt']) assert.notInclude(output, secret)
  assert.notInclude(await started(), 'credentials_rotated')

  app = await boot({ APP_KEY: SECOND })
  assert.notEqual((await sealedToken(system.id)).split('.')[1], before.split('.')[1])
  assert.equal(await authorization(app, endpoint.id), 'Bearer k3pt')
  const headers = { 'X-Token': 'k3pt of a hook' }
  const sent = await new HookLab(app, acme).send(flow.triggerConfig.webhookUrl!, { headers })
  assert.equal(sent.status, 202)
  const grant = await app.inside(() => inTenant(acme.id, () => findGrant(system.id)))
  const secretOf = () => openToken(system.id, grant!.accessToken!)
  assert.equal(await app.inside(async () => secretOf()), 'k3pt by a grant')
  await app.stop()

  app = await boot({ APP_KEY: FIRST })
  assert.include(await authorization(app, endpoint.id), 'APP_KEY_PREVIOUS')
  const as = await app.signIn('admin@acme.example', 'acme')
  const body = { authConfig: { accessToken: 'entered again' } }
  await app.ok('PUT', `/api/integrations/systems/${system.id}`, { as, body })
  assert.equal(await authorization(app, endpoint.id), 'Bearer entered again')
  await app.stop()
})

const contextOf = (id: string) => `external_systems:${id}:auth_config`

// Red when rotateCredentials() skips credentials that are sealed as a whole.
test('credentials sealed as a whole are sealed part by part, and none is lost', async ({
  assert,
  cleanup,
}) => {
  const database = await migratedDatabase(installed)
  const partner = await Partner.start()
  cleanup(async () => {
    await partner.stop()
    await database.remove()
  })
  const boot = (APP_KEY: string, APP_KEY_PREVIOUS: string[] = []) =>
    bootApp({ database, settings: { EGRESS_ALLOW: ['127.0.0.1/32'], APP_KEY, APP_KEY_PREVIOUS } })
  const auth = { accessToken: 'k3pt-t0ken', username: 'ada', headers: { 'X-Route': 'r0ute' } }
  const sealWith = async (key: string, id: string) => {
    const auth_config = new Secrets(key).seal(JSON.stringify(auth), contextOf(id))
    await asOperator('as an earlier version', async () =>
      unscoped().from('external_systems').where({ id }).update({ auth_config })
    )
    return auth_config
  }
  let app = await boot(FIRST)
  const { admin } = await app.tenant('acme')
  const open = await connect(app, admin, { name: 'Open', baseUrl: partner.url })
  const lost = await connect(app, admin, { name: 'Lost', baseUrl: partner.url })
  const sealed = await sealWith(FIRST, open.id)
  const kept = await sealWith(SECOND, lost.id)
  const endpoint = await addEndpoint(app, admin, open.id)
  const closed = await addEndpoint(app, admin, lost.id)
  const tryOut = async (id: string) => {
    const as = await app.signIn('admin@acme.example', 'acme')
    partner.answersJson({})
    const path = `/api/integrations/endpoints/${id}/test`
    const { message } = await app.ok<{ message: string }>('POST', path, { as })
    return { message, headers: partner.received[0]?.headers }
  }
  const put = async (id: string, body: object) => {
    const as = await app.signIn('admin@acme.example', 'acme')
    return app.ok<ShownSystem>('PUT', `/api/integrations/systems/${id}`, { as, body })
  }

  const before = await tryOut(endpoint.id)
  assert.equal(await stored(open.id), sealed, 'a call changes nothing')
  assert.deepInclude(before.headers, { authorization: 'Bearer k3pt-t0ken', 'x-route': 'r0ute' })
  await app.stop()

  app = await boot(FIRST)
  const parts = JSON.parse(await stored(open.id))
  assert.deepInclude(parts, { username: 'ada' })
  assert.notMatch(JSON.stringify(parts), /k3pt-t0ken|r0ute/)
  assert.deepEqual((await tryOut(endpoint.id)).headers, {
    ...before.headers,
    'idempotency-key': partner.received[0]?.headers['idempotency-key'],
  })

  assert.equal(await stored(lost.id), kept)
  assert.include((await tryOut(closed.id)).message, 'APP_KEY_PREVIOUS')
  const shown = await put(lost.id, { name: 'Still lost' })
  assert.isNull(shown.authConfig.accessToken)
  await put(lost.id, shown)
  assert.equal(await stored(lost.id), kept, 'a record sent back as read keeps them')
  const as = await app.signIn('admin@acme.example', 'acme')
  const path = `/api/integrations/systems/${lost.id}`
  const body = { baseUrl: 'https://elsewhere.example' }
  // Red when unreadable credentials count as missing: with their key, a later start could open them.
  assert.equal((await app.call('PUT', path, { as, body })).status, 422)
  await app.stop()

  app = await boot(SECOND, [FIRST])
  assert.deepInclude((await tryOut(closed.id)).headers, { authorization: 'Bearer k3pt-t0ken' })
  await put(lost.id, { authConfig: { accessToken: 'entered again' } })
  const { headers } = await tryOut(closed.id)
  assert.deepInclude(headers, { authorization: 'Bearer entered again', 'x-route': 'r0ute' })
  await app.stop()
})
