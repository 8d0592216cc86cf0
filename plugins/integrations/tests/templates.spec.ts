// onBothDatabases: templates of the operator belong to no tenant; row-level security must allow them, and
// tenants only read them
import { test } from '@japa/runner'
import { bootApp, type Caller, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { english } from '@crossdock/kernel/ground'
import { sourceErrors } from '../placeholders/sources.js'
import { requestErrors } from '../placeholders/template.js'
import { shippedTemplates } from '../templates/shipped/index.js'
import { createTemplateBody } from '../templates/validators/templates.js'
import { parcels } from './descriptions.js'
import { addEndpoint, connect, type ShownEndpoint, type ShownSystem } from './fixtures.js'
import { Partner } from './partner.js'

const templates = '/api/contract-templates'
const MASK = '••••••••'

interface ShownTemplate {
  id: string
  name: string
  version: string
  versions: string[]
  isGlobal: boolean
  isShipped: boolean
  endpointCount: number
  contractDefinition?: {
    system: Record<string, unknown>
    endpoints: { key: string; name: string; requestSchema: Record<string, unknown> }[]
  }
}

const definition = (...names: string[]) => ({
  system: { authType: 'bearer', baseUrl: 'https://one.example' },
  endpoints: names.map((name) => ({ key: name, name, method: 'GET', path: `/${name}` })),
})

test.group('Contract templates', (group) => {
  let app: TestApp
  let acme: TestTenant
  let globex: TestTenant
  let admin: Caller
  let operator: Caller

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    globex = await app.tenant('globex')
    admin = acme.admin
    const { headers } = await app.superAdmin()
    operator = { headers: { ...headers, 'x-tenant': acme.id } }
    return () => app.stop()
  })

  const create = (body: object, as = admin) =>
    app.ok<ShownTemplate>('POST', templates, { as, body })
  const show = (id: string, as = admin) =>
    app.ok<ShownTemplate>('GET', `${templates}/${id}`, { as })
  const apply = (id: string, body: object, as = admin) =>
    app.ok<ShownSystem>('POST', `${templates}/${id}/apply`, { as, body })

  test('twelve templates ship, are valid and can be listed', async ({ assert }) => {
    assert.lengthOf(shippedTemplates, 12)
    assert.lengthOf(new Set(shippedTemplates.map(({ id }) => id)), 12)
    for (const { name, definition: contractDefinition } of shippedTemplates) {
      await createTemplateBody.validate({ name: english(name), contractDefinition })
      for (const one of contractDefinition.endpoints) {
        const wrong = [...requestErrors(one), ...sourceErrors(one.fieldMapping ?? {})]
        assert.deepEqual(wrong, [], `${english(name)}, ${one.key}`)
      }
    }
    const list = await app.call<ShownTemplate[]>('GET', `${templates}?search=CUSTOMS`, {
      as: admin,
    })
    assert.equal(list.headers.get('content-range'), 'contract-templates 0-0/1')
    assert.deepInclude(list.body[0], { isGlobal: true, isShipped: true, endpointCount: 4 })
    assert.isUndefined(list.body[0]!.contractDefinition)
  })

  test('a system is created from a template, and stores its origin', async ({ assert }) => {
    const partner = await Partner.start()
    const [rest] = shippedTemplates
    const system = await apply(rest!.id, {
      name: 'Records',
      baseUrl: partner.url,
      authConfig: { accessToken: 't-1' },
      keys: ['create', 'read'],
    })
    assert.deepInclude(system, { name: 'Records', authType: 'bearer', endpointCount: 2 })
    const endpoints = await app.ok<ShownEndpoint[]>(
      'GET',
      `/api/integrations/systems/${system.id}/endpoints`,
      { as: admin }
    )
    const made = endpoints.find(({ method }) => method === 'POST')!
    partner.answersJson({}, 201)
    const path = `/api/integrations/endpoints/${made.id}/test`
    const body = { params: { name: 'Pallet 7' } }
    assert.isTrue((await app.ok<{ success: boolean }>('POST', path, { as: admin, body })).success)
    const [sent] = partner.received
    assert.equal(sent!.headers.authorization, 'Bearer t-1')
    assert.deepEqual(JSON.parse(sent!.body.toString()), { name: 'Pallet 7' })
    await partner.stop()

    const lost = await app.call<{ message: string }>('POST', `${templates}/${rest!.id}/apply`, {
      as: admin,
      body: { name: 'No address' },
    })
    assert.equal(lost.status, 422)
    assert.match(lost.body.message, /base URL/)
  })

  test('a template of a system contains none of its secrets', async ({ assert }) => {
    const system = await connect(app, admin, {
      baseUrl: 'https://erp.example',
      authType: 'apikey',
      authConfig: {
        apiKey: 's3cr3t-key',
        tokenUrl: 'https://erp.example/token',
        headers: { 'X-Key': '{apiKey}', 'X-Site': 's3cr3t-site' },
      },
    })
    await addEndpoint(app, admin, system.id, {
      path: '/orders?api_key=s3cr3t-path',
      requestSchema: { headers: { Authorization: 'Bearer s3cr3t-header', 'X-Kind': 'order' } },
    })
    const { id } = await create({ name: 'From a system', fromSystemId: system.id })
    const made = (await show(id)).contractDefinition!
    // Red when parts of a system are copied as stored.
    assert.notMatch(JSON.stringify(made), /s3cr3t|sealed|••/)
    assert.deepEqual(made.system.authConfig, {
      tokenUrl: 'https://erp.example/token',
      headers: { 'X-Key': '{apiKey}' },
    })
    assert.deepEqual(made.endpoints[0]!.requestSchema.headers, { 'X-Kind': 'order' })
    const again = await apply(id, { name: 'Second ERP', authConfig: { apiKey: 'other' } })
    assert.equal(again.authConfig.apiKey, MASK)
  })

  // Red when only names identify a secret.
  test('nor secrets under plain names', async ({ assert }) => {
    const system = await connect(app, admin, {
      baseUrl: 'https://erp.example',
      authType: 'apikey',
      authConfig: { apiKey: 's3cr3t-literal-9' },
    })
    const { id: endpointId } = await addEndpoint(app, admin, system.id, {
      name: 'Post order',
      path: '/orders?k=s3cr3t-literal-9&to=http%3A%2F%2Fada%3As3cr3t%40h.example&page=1',
      requestSchema: {
        headers: { 'X-Shop': 's3cr3t-literal-9', 'X-Kind': 'order' },
        body: { list: ['a', 'x s3cr3t-literal-9'], back: 'https://ada:s3cr3t@h.example' },
      },
    })
    const { id } = await create({ name: 'Literal', fromSystemId: system.id })
    const made = (await show(id)).contractDefinition!
    assert.notMatch(JSON.stringify(made), /s3cr3t/)
    const [endpoint] = made.endpoints
    assert.deepInclude(endpoint!, { path: '/orders?page=1' })
    assert.deepInclude(endpoint!.requestSchema, {
      headers: { 'X-Kind': 'order' },
      body: { list: ['a'] },
    })
    const { hints } = made as unknown as { hints: string[] }
    assert.include(hints.join(), 'Post order: requestSchema.headers.X-Shop')
    await app.ok('PUT', `/api/integrations/endpoints/${endpointId}`, {
      as: admin,
      body: { path: '/orders/s3cr3t-literal-9' },
    })
    const body = { name: 'In the path', fromSystemId: system.id }
    const refused = await app.call('POST', templates, { as: admin, body })
    assert.equal(refused.status, 422)
    assert.notMatch(JSON.stringify(refused.body), /s3cr3t/)
  })

  test('a template is created from an OpenAPI description', async ({ assert }) => {
    const document = JSON.stringify(parcels())
    const keys = ['getShipment', 'createShipment']
    const { id, endpointCount } = await create({ name: 'Parcels', document, keys })
    assert.equal(endpointCount, 2)
    const system = await apply(id, {})
    assert.deepInclude(system, { name: 'Parcels', baseUrl: 'https://parcels.example/api' })
  })

  test('a new definition is a new version, and the former one stays readable', async ({
    assert,
  }) => {
    const { id, version } = await create({ name: 'One', contractDefinition: definition('a') })
    assert.equal(version, '1.0')
    const change = (body: object) =>
      app.ok<ShownTemplate>('PUT', `${templates}/${id}`, { as: admin, body })
    assert.equal((await change({ name: 'Two' })).version, '1.0')
    assert.equal((await change({ contractDefinition: definition('a') })).version, '1.0')
    const next = await change({ contractDefinition: definition('a', 'b') })
    assert.deepInclude(next, { name: 'Two', version: '1.1', endpointCount: 2 })
    assert.deepEqual(next.versions, ['1.1', '1.0'])
    const former = await app.ok<ShownTemplate>('GET', `${templates}/${id}?version=1.0`, {
      as: admin,
    })
    assert.lengthOf(former.contractDefinition!.endpoints, 1)
    assert.equal((await apply(id, { version: '1.0' })).endpointCount, 1)
    assert.equal((await apply(id, {})).endpointCount, 2)
    const { status } = await app.call('GET', `${templates}/${id}?version=9.9`, { as: admin })
    assert.equal(status, 404)
  })

  test('two concurrent changes of a template make two versions', async ({ assert }) => {
    const { id } = await create({ name: 'Both', contractDefinition: definition('a') })
    const change = (name: string) =>
      app.call<ShownTemplate>('PUT', `${templates}/${id}`, {
        as: admin,
        body: { contractDefinition: definition('a', name) },
      })
    // Red without the lock: both store the same former version, and one of them fails.
    const changed = await Promise.all(['b', 'c', 'd'].map(change))
    assert.deepEqual(
      changed.map(({ status }) => status),
      [200, 200, 200]
    )
    assert.deepEqual((await show(id)).versions, ['1.3', '1.2', '1.1', '1.0'])
  })

  test('a concurrent change is not overwritten', async ({ assert }) => {
    const { id } = await create({ name: 'Seen', contractDefinition: definition('a') })
    const at = `${templates}/${id}`
    const tag = String((await app.call('GET', at, { as: admin })).headers.get('etag'))
    const stale = { headers: { ...admin.headers, 'if-match': tag } }
    const rename = (name: string) => app.call('PUT', at, { as: stale, body: { name } })
    assert.equal((await rename('First')).status, 200)
    assert.equal((await rename('Second')).status, 412)
    assert.equal((await show(id)).name, 'First')
  })

  test('an inactive template cannot be applied, and can be activated', async ({ assert }) => {
    const { id } = await create({ name: 'Off', contractDefinition: definition('a') })
    const at = `${templates}/${id}`
    const turn = (isActive: boolean) => app.ok('PUT', at, { as: admin, body: { isActive } })
    await turn(false)
    assert.equal((await app.call('POST', `${at}/apply`, { as: admin, body: {} })).status, 409)
    await turn(true)
    assert.equal((await apply(id, {})).endpointCount, 1)
  })

  test('an inbound endpoint of a template gets an address immediately', async ({ assert }) => {
    const endpoints = [
      {
        key: 'arrived',
        name: 'Arrived',
        method: 'POST',
        path: '/arrived',
        endpointType: 'inbound',
        requestSchema: { body: { type: 'object', required: ['id'] } },
      },
    ]
    const body = (schema: object) => ({
      name: 'Listens',
      contractDefinition: {
        ...definition(),
        endpoints: endpoints.map((one) => ({ ...one, requestSchema: { body: schema } })),
      },
    })
    const { id } = await create(body({ type: 'object', required: ['id'] }))
    const system = await apply(id, {})
    const [made] = await app.ok<ShownEndpoint[]>(
      'GET',
      `/api/integrations/systems/${system.id}/endpoints`,
      { as: admin }
    )
    // Red when endpoints that are created together get no addresses.
    assert.match(String(made!.webhookUrl), /\/hooks\/[\w-]{32}$/)
    const { status } = await app.call('POST', templates, {
      as: admin,
      body: body({ type: 'object', patternProperties: {} }),
    })
    assert.equal(status, 422)
  })

  test('a template can be sent back as read, and rebuilt from a description', async ({
    assert,
  }) => {
    const system = await connect(app, admin, {
      authType: 'oauth2_code',
      baseUrl: 'https://erp.example',
      authConfig: { authorizationUrl: 'https://id.example/auth', clientSecret: 's3cr3t' },
    })
    await addEndpoint(app, admin, system.id)
    const { id } = await create({ name: 'Granted', fromSystemId: system.id })
    const { contractDefinition } = await show(id)
    assert.deepEqual(contractDefinition!.system.authConfig, {
      authorizationUrl: 'https://id.example/auth',
    })
    const change = (body: object) =>
      app.ok<ShownTemplate>('PUT', `${templates}/${id}`, { as: admin, body })
    assert.equal((await change({ contractDefinition })).version, '1.0')
    const next = await change({ document: JSON.stringify(parcels()), keys: ['getShipment'] })
    assert.deepInclude(next, { version: '1.1', endpointCount: 1 })
  })

  test('tenants see only their own templates and those of the operator', async ({ assert }) => {
    const own = await create({ name: 'Own', contractDefinition: definition('a') })
    const path = `${templates}/${own.id}`
    for (const [method, at, body] of [
      ['GET', path, undefined],
      ['PUT', path, { name: 'Taken' }],
      ['DELETE', path, undefined],
      ['POST', `${path}/apply`, {}],
    ] as const) {
      const { status } = await app.call(method, at, { as: globex.admin, body })
      assert.equal(status, 404, method)
    }
    const refused = await app.call('POST', templates, {
      as: admin,
      body: { name: 'Mine for all', isGlobal: true, contractDefinition: definition('a') },
    })
    assert.equal(refused.status, 403)

    const forAll = await create(
      { name: 'For all', isGlobal: true, contractDefinition: definition('a') },
      operator
    )
    const seen = await app.ok<ShownTemplate[]>('GET', `${templates}?isGlobal=true&limit=100`, {
      as: globex.admin,
    })
    assert.lengthOf(seen, 13)
    assert.equal((await apply(forAll.id, {}, globex.admin)).endpointCount, 1)
    // Red when a tenant may change templates that others see.
    const at = `${templates}/${forAll.id}`
    const body = { name: 'Mine' }
    assert.equal((await app.call('PUT', at, { as: globex.admin, body })).status, 403)
    assert.equal((await app.call('DELETE', at, { as: globex.admin })).status, 403)
    const changed = await app.ok<ShownTemplate>('PUT', at, {
      as: operator,
      body: { contractDefinition: definition('b'), isActive: false },
    })
    assert.deepEqual(changed.versions, ['1.1', '1.0'])
    assert.equal((await app.call('GET', at, { as: globex.admin })).status, 404)
    assert.equal((await app.call('DELETE', at, { as: operator })).status, 204)
  })

  test('shipped templates cannot be changed, and invalid ones are refused', async ({ assert }) => {
    const at = `${templates}/${shippedTemplates[0]!.id}`
    assert.equal((await app.call('DELETE', at, { as: admin })).status, 409)
    const secret = {
      ...definition('a'),
      system: { authType: 'bearer', authConfig: { accessToken: 'x' } },
    }
    for (const body of [
      { name: 'Nothing' },
      { name: 'Secret', contractDefinition: secret },
      { name: 'Twice', contractDefinition: definition('a', 'a') },
      { name: 'Two', contractDefinition: definition('a'), fromSystemId: 'x' },
      {
        name: 'Typed header',
        contractDefinition: {
          ...definition('a'),
          system: { authType: 'apikey', authConfig: { headers: { 'X-Key': 's3cr3t' } } },
        },
      },
    ]) {
      const { status } = await app.call('POST', templates, { as: admin, body })
      assert.equal(status, 422, body.name)
    }
  })
})
