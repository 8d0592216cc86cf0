// onBothDatabases: an import writes many rows in one transaction, and both databases read the compared values
// differently
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from '@japa/runner'
import {
  bootApp,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { oneOperation, parcels } from './descriptions.js'
import { addEndpoint, type ShownEndpoint, type ShownSystem } from './fixtures.js'
import { Partner } from './partner.js'

const imports = '/api/integrations/imports'
const systems = '/api/integrations/systems'

interface Change {
  key: string
  what: string[]
  isEdited: boolean
  newRequired: string[]
  breaks: boolean
  usedBy: { workflow: string; step: string }[]
}
interface Imported {
  plan: { operations: { key: string; canImport: boolean }[]; room: number | null } | null
  changes: { added: string[]; changed: Change[]; removed: Change[]; unchanged: number } | null
  result: { systemId: string; created: number; updated: number; deleted: number } | null
}

test.group('Importing OpenAPI descriptions', (group) => {
  let app: TestApp
  let acme: TestTenant
  let globex: TestTenant
  let partner: Partner
  let admin: Caller

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    globex = await app.tenant('globex')
    admin = acme.admin
    partner = await Partner.start()
    return async () => {
      await partner.stop()
      await app.stop()
    }
  })

  const run = (description: unknown, part: object = {}, as = admin) =>
    app.ok<Imported>('POST', imports, {
      as,
      body: { document: JSON.stringify(description), ...part },
    })
  const refused = (body: object, as = admin) =>
    app.call<{ message: string; code: string }>('POST', imports, { as, body })
  const endpointsOf = (id: string) =>
    app.ok<ShownEndpoint[]>('GET', `${systems}/${id}/endpoints`, { as: admin })
  const systemsNow = async () => (await app.ok<ShownSystem[]>('GET', systems, { as: admin })).length

  test('a dry run shows the plan and creates nothing', async ({ assert }) => {
    const before = await systemsNow()
    const { plan, result, changes } = await run(parcels(), { dryRun: true })
    assert.lengthOf(plan!.operations, 4)
    assert.isAtLeast(plan!.room!, 4)
    assert.isNull(result)
    assert.isNull(changes)
    assert.equal(await systemsNow(), before)
  })

  test('an import creates the system, whose endpoints can be called', async ({ assert }) => {
    const { result } = await run(parcels(), {
      name: 'Parcels',
      baseUrl: `${partner.url}/api`,
      authConfig: { apiKey: 'k-123' },
    })
    assert.deepInclude(result!, { created: 4, updated: 0, deleted: 0 })
    const system = await app.ok<ShownSystem>('GET', `${systems}/${result!.systemId}`, { as: admin })
    assert.deepInclude(system, { name: 'Parcels', authType: 'apikey', endpointCount: 4 })

    partner.answersJson({ id: '7' }, 201)
    const create = (await endpointsOf(system.id)).find(({ name }) => name === 'Create a shipment')!
    const path = `/api/integrations/endpoints/${create.id}/test`
    const { success } = await app.ok<{ success: boolean }>('POST', path, { as: admin, body: {} })
    assert.isTrue(success)
    const [sent] = partner.received
    assert.deepInclude(sent!, { method: 'POST', url: '/api/shipments' })
    // Red when the header of the scheme is lost: the key would be sent as X-API-Key.
    assert.equal(sent!.headers['x-parcel-key'], 'k-123')
    assert.deepEqual(JSON.parse(sent!.body.toString()), { receiver: 'Harbor Foods', weight: 0.5 })
  })

  test('only selected operations are imported', async ({ assert }) => {
    const { result } = await run(parcels(), { keys: ['getShipment'], name: 'One' })
    assert.deepEqual(
      (await endpointsOf(result!.systemId)).map(({ path }) => path),
      ['/shipments/{id}']
    )
    const { status, body } = await refused({
      document: JSON.stringify(parcels()),
      keys: ['getShipment', 'nothing'],
    })
    assert.equal(status, 422)
    assert.match(body.message, /"nothing"/)
  })

  test('a document is loaded from its address through the egress guard', async ({ assert }) => {
    partner.answersJson({ ...parcels(), servers: [{ url: '/api' }] })
    const url = `${partner.url}/openapi.json`
    const { plan } = await app.ok<Imported & { plan: { system: { baseUrl: string } } }>(
      'POST',
      imports,
      { as: admin, body: { url, dryRun: true } }
    )
    assert.equal(plan.system.baseUrl, `${partner.url}/api`)

    // Red when the token of the address is stored, or shown to readers of systems.
    const { result } = await app.ok<Imported>('POST', imports, {
      as: admin,
      body: { url: `${url}?token=s3cret#top`, name: 'By address' },
    })
    assert.include(partner.received.at(-1)!.url, 's3cret')
    const made = await app.ok<ShownSystem>('GET', `${systems}/${result!.systemId}`, { as: admin })
    assert.deepInclude(made.origin, { url })
    const stored = await asOperator('test', () =>
      unscoped().from('external_systems').where('id', made.id).select('origin')
    )
    assert.notInclude(JSON.stringify(stored), 's3cret')

    partner.answers((_, response) => response.writeHead(302, { location: '/v2' }).end())
    assert.match((await refused({ url, dryRun: true })).body.message, /redirects to \/v2/)
    // Red when it is loaded without the egress guard.
    const inside = await refused({ url: 'http://169.254.169.254/latest', dryRun: true })
    assert.equal(inside.status, 422)
    const both = await refused({ url, document: '{}' })
    assert.equal(both.status, 422)
  })

  test('an import that does not fit says how many do, and creates nothing', async ({ assert }) => {
    const small = await app.tenant('small', 'stored')
    const get = { responses: { 200: {} } }
    const paths = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`/t${i}`, { get }]))
    const document = JSON.stringify({ ...oneOperation({}), paths })
    const { status, body } = await refused({ document }, small.admin)
    assert.equal(status, 409)
    assert.match(body.message, /^120 endpoints are chosen and 100 fit/)
    assert.deepEqual(await app.ok('GET', systems, { as: small.admin }), [])
  })

  test('importing again shows changes, and keeps manual edits', async ({ assert }) => {
    const { result } = await run(parcels(), { name: 'Again' })
    const { systemId } = result!
    const own = await addEndpoint(app, admin, systemId, { name: 'Mine', path: '/mine' })
    const all = await endpointsOf(systemId)
    const of = (path: string, method: string) =>
      all.find((one) => one.path === path && one.method === method)!
    const [cancel, list] = [of('/shipments/{id}', 'DELETE'), of('/shipments', 'GET')]
    await app.ok('PUT', `/api/integrations/endpoints/${list.id}`, {
      as: admin,
      body: { name: 'All shipments' },
    })
    await app.ok('POST', '/api/integrations/workflows', {
      as: admin,
      body: {
        name: 'Cancel late ones',
        triggerType: 'manual',
        triggerConfig: {},
        steps: [
          {
            id: 'cancel',
            type: 'api_call',
            systemId,
            endpointId: cancel.id,
            config: { params: { id: '1' } },
            order: 1,
          },
        ],
        isActive: false,
      },
    })

    const next = parcels() as { paths: Record<string, Record<string, Record<string, unknown>>> }
    const { paths } = next
    delete paths['/shipments/{id}']!.delete
    Object.assign(paths['/shipments']!.get!, {
      parameters: [
        { name: 'site', in: 'query', required: true },
        { name: 'day', in: 'query', required: true },
      ],
    })
    Object.assign(paths['/shipments/{id}']!.get!, { summary: 'Read a shipment' })
    paths['/labels'] = { get: { operationId: 'listLabels', responses: { 200: {} } } }

    const { changes } = await run(next, { systemId, dryRun: true })
    assert.deepEqual(changes!.added, ['listLabels'])
    assert.equal(changes!.unchanged, 1)
    const [listing, reading] = changes!.changed
    assert.deepInclude(listing!, {
      key: 'listShipments',
      isEdited: true,
      newRequired: ['day'],
      breaks: true,
    })
    assert.deepEqual(listing!.what.sort(), ['name', 'queryParams'])
    assert.deepInclude(reading!, { key: 'getShipment', what: ['name'], isEdited: false })
    assert.lengthOf(changes!.removed, 1)
    assert.deepInclude(changes!.removed[0]!, { key: 'cancelShipment', breaks: true })
    assert.equal(changes!.removed[0]!.usedBy[0]!.workflow, 'Cancel late ones')

    const applied = await run(next, { systemId })
    assert.deepInclude(applied.result!, { created: 1, updated: 1, deleted: 0 })
    const after = await endpointsOf(systemId)
    // Red when an import overwrites a manual edit.
    assert.deepInclude(
      after.find(({ id }) => id === list.id)!,
      { name: 'All shipments' }
    )
    assert.isDefined(after.find(({ id }) => id === own.id))
    assert.isDefined(after.find(({ id }) => id === cancel.id))

    const keys = ['listShipments', 'cancelShipment']
    // Red when an endpoint that a workflow calls is deleted without confirmation.
    const asked = await refused({ document: JSON.stringify(next), systemId, keys })
    assert.equal(asked.status, 409)
    assert.include(asked.body.message, 'Workflows that will fail: Cancel late ones.')
    assert.isDefined((await endpointsOf(systemId)).find(({ id }) => id === cancel.id))
    const chosen = await run(next, { systemId, keys, confirm: true })
    assert.deepInclude(chosen.result!, { created: 0, updated: 1, deleted: 1 })
    assert.deepEqual((await run(next, { systemId, dryRun: true })).changes, {
      added: [],
      changed: [],
      removed: [],
      unchanged: 4,
    })
  })

  test('another tenant’s system cannot be imported into', async ({ assert }) => {
    const { result } = await run(parcels(), { name: 'Ours', keys: ['getShipment'] })
    const body = { document: JSON.stringify(parcels()), systemId: result!.systemId }
    assert.equal((await refused(body, globex.admin)).status, 404)
  })

  test('one import of a tenant at a time, without effect on others', async ({ assert }) => {
    // Large enough that reading it is still in progress when the second one arrives.
    const paths = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, i) => [`/t${i}`, { get: { responses: { 200: {} } } }])
    )
    const body = { document: JSON.stringify({ ...oneOperation({}), paths }), dryRun: true }
    const [one, other, foreign] = await Promise.all([
      refused(body),
      refused(body),
      run(parcels(), { dryRun: true }, globex.admin),
    ])
    assert.sameMembers([one.status, other.status], [200, 409])
    assert.lengthOf(foreign.plan!.operations, 4)
  })

  test('a document takes its slot before any byte is read', async ({ assert }) => {
    const { hostname, port } = new URL(app.url)
    const headers = {
      ...acme.token.headers,
      'content-type': 'application/json',
      'content-length': 20 * 1024 * 1024,
      // The server confirms that it has begun.
      expect: '100-continue',
    }
    const begin = async () => {
      const sending = request({ hostname, port, path: imports, method: 'POST', headers })
      sending.on('error', () => undefined).flushHeaders()
      await once(sending, 'continue')
      return sending
    }
    const body = { document: JSON.stringify(parcels()).padEnd(1_100_000), dryRun: true }
    // Red when the reader takes the slot: an organization could send any number of incomplete bodies.
    const sending = await until('the slot to be taken', async () => {
      const one = await begin()
      if ((await refused(body, acme.token)).status === 409) return one
      // The other document was first.
      one.destroy()
      return undefined
    })
    assert.equal((await refused(body, globex.admin)).status, 200)
    sending.destroy()
    await until('the slot to be free', async () => (await refused(body)).status === 200)
  })

  test('a description with personal grants creates a system that can be connected', async ({
    assert,
  }) => {
    const authorizationCode = {
      authorizationUrl: 'https://id.example/authorize',
      tokenUrl: 'https://id.example/token',
      scopes: { orders: 'Orders' },
    }
    const description = {
      ...oneOperation({ security: [{ person: ['orders'] }] }),
      components: { securitySchemes: { person: { type: 'oauth2', flows: { authorizationCode } } } },
    }
    const { result } = await run(description, { authConfig: { clientId: 'c-1' } })
    const system = await app.ok<ShownSystem>('GET', `${systems}/${result!.systemId}`, { as: admin })
    assert.deepInclude(system, {
      authType: 'oauth2_code',
      origin: { kind: 'openapi', title: 'Things', version: '1' },
    })
    assert.deepInclude(system.authConfig, {
      clientId: 'c-1',
      scope: 'orders',
      authorizationUrl: 'https://id.example/authorize',
      tokenUrl: 'https://id.example/token',
    })
    const { url } = await app.ok<{ url: string }>(
      'POST',
      `${systems}/${system.id}/oauth/authorize`,
      {
        as: admin,
        body: {},
      }
    )
    assert.match(url, /^https:\/\/id\.example\/authorize\?.*scope=orders/)
  })

  test('a document that is too large is refused', async ({ assert }) => {
    const document = 'x'.repeat(16 * 1024 * 1024 + 1)
    assert.equal((await refused({ document })).status, 413)
    assert.equal((await refused({ document: document.repeat(2) })).status, 413)
  })

  test('an import needs a fresh proof of identity, a dry run does not', async ({ assert }) => {
    app.clock.advance(16 * 60_000)
    const body = { document: JSON.stringify(parcels()) }
    const late = await refused(body)
    // Red without assertFreshProof(): an unattended screen could connect a system.
    assert.equal(late.body.code, 'E_FRESH_PROOF_NEEDED')
    assert.equal((await refused({ ...body, dryRun: true })).status, 200)
  })

  test('a hostile document gets one clear refusal', async ({ assert }) => {
    const document = `{"openapi":"3.0.0","paths":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`
    const { status, body } = await refused({ document, dryRun: true })
    assert.equal(status, 422)
    assert.match(body.message, /nested more than/)
  })
})
