import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { openConfig } from '@crossdock/kernel/kinds'
import { asOperator } from '@crossdock/kernel/tenancy'
import { addEndpoint, connect, type ShownSystem } from './fixtures.js'
import { Partner } from './partner.js'

const systems = '/api/integrations/systems'
const MASK = '••••••••'

test.group('External systems', (group) => {
  let app: TestApp
  let acme: TestTenant
  let globex: TestTenant

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    globex = await app.tenant('globex')
    return () => app.stop()
  })

  const storedAuth = async (id: string): Promise<string | null> => {
    const row = await asOperator('test', () =>
      unscoped().from('external_systems').where('id', id).firstOrFail()
    )
    return row.auth_config
  }

  test('a system is connected, shown, listed, changed and deleted', async ({ assert }) => {
    const { admin, id: tenantId } = acme
    const created = await connect(app, admin, {
      description: 'Orders and stock',
      baseUrl: 'https://erp.northwind.example/api',
      tenantId,
    })
    assert.deepInclude(created, {
      tenantId,
      name: 'Northwind ERP',
      description: 'Orders and stock',
      systemType: 'api',
      baseUrl: 'https://erp.northwind.example/api',
      authType: 'bearer',
      capabilities: ['send', 'receive'],
      isActive: true,
      endpointCount: 0,
    })
    await addEndpoint(app, admin, created.id)

    const list = await app.call<ShownSystem[]>('GET', `${systems}?search=northWIND`, { as: admin })
    assert.equal(list.headers.get('content-range'), 'systems 0-0/1')
    assert.deepInclude(list.body[0], { id: created.id, endpointCount: 1 })

    const path = `${systems}/${created.id}`
    const changed = await app.ok<ShownSystem>('PUT', path, {
      as: admin,
      body: { isActive: false, description: '' },
    })
    assert.deepInclude(changed, { name: 'Northwind ERP', isActive: false, description: null })
    assert.deepEqual(await app.ok('GET', path, { as: admin }), changed)

    assert.equal((await app.call('DELETE', path, { as: admin })).status, 204)
    assert.equal((await app.call('GET', path, { as: admin })).status, 404)
    assert.deepEqual(await app.ok('GET', '/api/integrations/endpoints', { as: admin }), [])
  })

  test('credentials are sealed at rest and never returned', async ({ assert }) => {
    const { admin } = acme
    const secrets = { clientSecret: 's3cr3t-one', headers: { 'X-Site': 's3cr3t-two' } }
    const system = await connect(app, admin, {
      authType: 'oauth2',
      authConfig: { clientId: 'acme-id', apiKey: 's3cr3t-unused', ...secrets },
    })
    assert.deepEqual(system.authConfig, {
      apiKey: MASK,
      clientId: 'acme-id',
      clientSecret: MASK,
      accessToken: null,
      username: null,
      password: null,
      tokenUrl: null,
      scope: null,
      audience: null,
      resource: null,
      clientAuthentication: null,
      tokenParameters: null,
      headers: { 'X-Site': MASK },
    })
    const stored = await storedAuth(system.id)
    assert.lengthOf(stored?.match(/"\$sealed":"s1\./g) ?? [], 3)
    assert.notInclude(stored ?? '', 's3cr3t')
    const everything = await asOperator('test', () => unscoped().from('middleware_events'))
    assert.notInclude(JSON.stringify(everything), 's3cr3t')
  })

  test('each type keeps every credential of the specification: {$self}')
    .with(['bearer', 'basic', 'oauth2', 'apikey'])
    .run(async ({ assert }, authType) => {
      const authConfig = {
        apiKey: 'a',
        clientId: 'b',
        clientSecret: 'c',
        accessToken: 'd',
        username: 'e',
        password: 'f',
        tokenUrl: 'https://a.example/token',
        scope: 'g',
        headers: { H: 'h' },
        audience: 'i',
        resource: 'j',
        clientAuthentication: 'client_secret_post',
        tokenParameters: { organization: 'k' },
      }
      const { id, authConfig: shown } = await connect(app, acme.admin, { authType, authConfig })
      const secret = { apiKey: MASK, clientSecret: MASK, accessToken: MASK, password: MASK }
      const maps = { headers: { H: MASK }, tokenParameters: { organization: MASK } }
      assert.deepEqual(shown, { ...authConfig, ...secret, ...maps })
      const stored = JSON.parse((await storedAuth(id)) ?? '')
      const opened = await app.inside(async () => openConfig(stored, `external_systems:${id}`))
      assert.deepEqual(opened, authConfig)
    })

  test('an unknown credential is refused by name', async ({ assert }) => {
    const reply = await app.call<{ errors: { field: string }[] }>('POST', systems, {
      as: acme.admin,
      body: {
        name: 'X',
        systemType: 'api',
        authType: 'basic',
        capabilities: ['send'],
        authConfig: { passwort: 'x' },
        config: { host: 'y' },
      },
    })
    assert.equal(reply.status, 422)
    const fields = reply.body.errors.map(({ field }) => field)
    assert.deepEqual(fields, ['config.host', 'authConfig.passwort'])
  })

  // Red when capabilityList() accepts an empty list from one of the two.
  test('a system has at least one capability', async ({ assert }) => {
    const { admin: as } = acme
    const { id } = await connect(app, as, {})
    const given = { name: 'X', systemType: 'api', authType: 'bearer', capabilities: [] }
    for (const [method, path, body] of [
      ['POST', systems, given],
      ['PUT', `${systems}/${id}`, { capabilities: [] }],
    ] as const) {
      const reply = await app.call<{ message: string; errors: { field: string }[] }>(method, path, {
        as,
        body,
      })
      assert.equal(reply.status, 422)
      assert.deepEqual(
        reply.body.errors.map(({ field }) => field),
        ['capabilities']
      )
      assert.include(reply.body.message, 'Choose at least one capability')
    }
  })

  // Red when the sealing context does not include the system.
  test('credentials copied to another system cannot be opened', async ({ assert, cleanup }) => {
    const { admin } = acme
    const partner = await Partner.start()
    cleanup(() => partner.stop())
    partner.answersJson({})
    const rich = await connect(app, admin, { authConfig: { accessToken: 's3cr3t' } })
    const poor = await connect(app, admin, { name: 'Another', baseUrl: partner.url })
    const sealed = await storedAuth(rich.id)
    await asOperator('as a person with access to the database', async () =>
      unscoped().from('external_systems').where('id', poor.id).update({ auth_config: sealed })
    )
    const endpoint = await addEndpoint(app, admin, poor.id)
    const path = `/api/integrations/endpoints/${endpoint.id}/test`
    const reply = await app.ok<{ success: boolean; message: string }>('POST', path, { as: admin })
    assert.isFalse(reply.success)
    assert.include(reply.message, 'does not open')
    assert.lengthOf(partner.received, 0)
  })

  test('a masked or missing secret stays, null removes it, a new one replaces it', async ({
    assert,
  }) => {
    const { admin } = acme
    const system = await connect(app, admin, {
      authType: 'basic',
      authConfig: { username: 'ada', password: 'first', headers: { A: '1', B: '2' } },
    })
    const path = `${systems}/${system.id}`
    const before = await storedAuth(system.id)
    await app.ok('PUT', path, { as: admin, body: { name: 'Renamed' } })
    assert.equal(await storedAuth(system.id), before)

    const kept = await app.ok<ShownSystem>('PUT', path, {
      as: admin,
      body: { authConfig: { username: 'grace', password: MASK, headers: { A: MASK } } },
    })
    assert.deepInclude(kept.authConfig, { username: 'grace', password: MASK, headers: { A: MASK } })

    const removed = await app.ok<ShownSystem>('PUT', path, {
      as: admin,
      body: { authConfig: { password: null } },
    })
    assert.deepInclude(removed.authConfig, { username: 'grace', password: null })

    const other = await app.ok<ShownSystem>('PUT', path, {
      as: admin,
      body: { authType: 'bearer' },
    })
    assert.deepInclude(other.authConfig, { username: 'grace', headers: { A: MASK } })

    // Red when a mask without a stored value is kept as text.
    const fresh = await connect(app, admin, { authConfig: { accessToken: MASK, username: MASK } })
    assert.deepInclude(fresh.authConfig, { accessToken: null, username: null })

    await app.ok('PUT', path, { as: admin, body: { authConfig: null } })
    assert.isNull(await storedAuth(system.id))
  })

  test('credentials do not move with a system to another host', async ({ assert }) => {
    const { admin } = acme
    const system = await connect(app, admin, {
      baseUrl: 'https://bank.example/v1',
      authType: 'apikey',
      authConfig: { apiKey: 's3cr3t-of-the-bank', headers: { A: '1' } },
    })
    const path = `${systems}/${system.id}`
    const before = await storedAuth(system.id)
    const elsewhere = 'https://elsewhere.example'
    // Red when JSON sent as text is not examined: the key would silently be lost.
    const asText = { headers: JSON.stringify({ A: MASK }) }
    // Red when an omitted secret is silently dropped.
    const some = [{}, { apiKey: 'another' }, { headers: null }]
    for (const authConfig of [undefined, { apiKey: MASK }, asText, ...some]) {
      const refused = await app.call('PUT', path, {
        as: admin,
        body: { baseUrl: elsewhere, authConfig },
      })
      assert.equal(refused.status, 422)
      assert.equal(await storedAuth(system.id), before)
    }
    // Red when only the host name is compared.
    for (const baseUrl of ['https://bank.example:8443/v1', 'http://bank.example/v1']) {
      const refused = await app.call('PUT', path, { as: admin, body: { baseUrl } })
      assert.equal(refused.status, 422, baseUrl)
      assert.equal(await storedAuth(system.id), before)
    }
    await app.ok('PUT', path, { as: admin, body: { baseUrl: 'https://bank.example/v2' } })
    assert.equal(await storedAuth(system.id), before)
    const moved = await app.ok<ShownSystem>('PUT', path, {
      as: admin,
      body: { baseUrl: elsewhere, authConfig: { apiKey: 'another', headers: null } },
    })
    assert.deepInclude(moved.authConfig, { apiKey: MASK })
    assert.notProperty(moved.authConfig.headers ?? {}, 'A')
    // Red when a mask counts only if it is the whole value of a part.
    const headed = await connect(app, admin, {
      baseUrl: 'https://bank.example',
      authConfig: { headers: { A: '1' } },
    })
    const body = { baseUrl: elsewhere, authConfig: asText }
    const kept = await app.call('PUT', `${systems}/${headed.id}`, { as: admin, body })
    assert.equal(kept.status, 422)
  })

  // Red when credentials stay although the token address changed.
  test('nor to another token host', async ({ assert }) => {
    const { admin } = acme
    const system = await connect(app, admin, {
      baseUrl: 'https://bank.example/v1',
      authType: 'oauth2',
      authConfig: {
        clientId: 'crossdock',
        clientSecret: 's3cr3t-of-the-bank',
        tokenUrl: 'https://bank.example/token',
      },
    })
    const path = `${systems}/${system.id}`
    const before = await storedAuth(system.id)
    const elsewhere = 'https://elsewhere.example'
    const tokenUrl = `${elsewhere}/token`
    for (const authConfig of [
      { tokenUrl, clientSecret: MASK },
      { tokenUrl, headers: { A: MASK } },
      { tokenUrl },
    ]) {
      const refused = await app.call('PUT', path, { as: admin, body: { authConfig } })
      assert.equal(refused.status, 422)
      assert.equal(await storedAuth(system.id), before)
    }
    // Red when a token URL on the system's host counts as another address.
    for (const near of ['https://bank.example/oauth', null, 'https://bank.example/token']) {
      const body = { authConfig: { tokenUrl: near } }
      const kept = await app.ok<ShownSystem>('PUT', path, { as: admin, body })
      assert.equal(kept.authConfig.clientSecret, MASK)
    }
    const moved = await app.ok<ShownSystem>('PUT', path, {
      as: admin,
      body: { authConfig: { tokenUrl, clientSecret: null } },
    })
    assert.deepInclude(moved.authConfig, { tokenUrl, clientSecret: null })
    // Red when credentials that the new type does not use are required, or move with the system.
    const again = await app.ok<ShownSystem>('PUT', path, {
      as: admin,
      body: { authConfig: { clientSecret: 'another' } },
    })
    assert.deepInclude(again.authConfig, { clientSecret: MASK })
    const other = await app.ok<ShownSystem>('PUT', path, {
      as: admin,
      body: { baseUrl: elsewhere, authType: 'bearer', authConfig: { accessToken: 'new' } },
    })
    assert.deepInclude(other.authConfig, { accessToken: MASK, clientSecret: null })
  })

  // Red when a client cannot send a record back as it read it.
  test('a system without capabilities, stored by an older version, is kept', async ({ assert }) => {
    const { id } = await connect(app, acme.admin)
    await asOperator('an older version was here', async () =>
      unscoped().from('external_systems').where('id', id).update({ capabilities: '[]' })
    )
    const path = `${systems}/${id}`
    const read = await app.ok<ShownSystem>('GET', path, { as: acme.admin })
    const sent = await app.ok<ShownSystem>('PUT', path, { as: acme.admin, body: read })
    assert.deepInclude(sent, { capabilities: [] })
  })

  test('invalid input is refused and names its field: {field}')
    .with([
      { field: 'name', part: { name: '  ' } },
      { field: 'name', part: { name: undefined } },
      { field: 'systemType', part: { systemType: 'ftp' } },
      { field: 'authType', part: { authType: 'carrier_pigeon' } },
      { field: 'capabilities', part: { capabilities: 'send' } },
      { field: 'capabilities.0', part: { capabilities: ['fly'] } },
      { field: 'baseUrl', part: { baseUrl: 'ftp://files.example' } },
      { field: 'baseUrl', part: { baseUrl: 'javascript:alert(1)' } },
      { field: 'baseUrl', part: { baseUrl: 'https://user:pass@erp.example' } },
      { field: 'authConfig', part: { authConfig: '{"accessToken":' } },
      { field: 'authConfig.accessToken', part: { authConfig: { accessToken: 7 } } },
      { field: 'authConfig.headers', part: { authConfig: { headers: { 'a b': 'x' } } } },
      { field: 'authConfig.headers', part: { authConfig: { headers: { A: 'x\r\ny' } } } },
      { field: 'authConfig.tokenUrl', part: { authConfig: { tokenUrl: 'no-address' } } },
      { field: 'isActive', part: { isActive: 'perhaps' } },
    ])
    .run(async ({ assert }, { field, part }) => {
      const good = { name: 'X', systemType: 'api', authType: 'bearer', capabilities: ['send'] }
      const reply = await app.call<{ message: string; errors: { field: string }[] }>(
        'POST',
        systems,
        {
          as: acme.admin,
          body: { ...good, ...part },
        }
      )
      assert.equal(reply.status, 422)
      assert.include(
        reply.body.errors.map((error) => error.field),
        field
      )
      assert.isNotEmpty(reply.body.message)
    })

  // Red when a message names a list entry only by its number: "The 0 field ...".
  test('an error in a list names the list', async ({ assert }) => {
    const body = { name: 'X', systemType: 'api', authType: 'bearer', capabilities: [null] }
    const reply = await app.call<{ message: string }>('POST', systems, { as: acme.admin, body })
    assert.equal(reply.body.message, 'The capabilities.0 field is required.')
  })

  test('another tenant sees nothing and changes nothing', async ({ assert }) => {
    const system = await connect(app, acme.admin, { name: 'Only for Acme' })
    const path = `${systems}/${system.id}`
    const as = globex.admin
    assert.deepEqual(await app.ok('GET', `${systems}?search=only`, { as }), [])
    for (const [method, address, body] of [
      ['GET', path, undefined],
      ['PUT', path, { name: 'Taken' }],
      ['DELETE', path, undefined],
      ['GET', `${path}/endpoints`, undefined],
      [
        'POST',
        `${path}/endpoints`,
        { name: 'E', path: '/', method: 'GET', endpointType: 'outbound', triggers: [] },
      ],
    ] as const) {
      const reply = await app.call(method, address, { as, ...(body ? { body } : {}) })
      assert.equal(reply.status, 404, `${method} ${address}`)
    }
    const body = { name: 'X', systemType: 'api', authType: 'bearer', capabilities: ['send'] }
    const foreign = await app.call('POST', systems, { as, body: { ...body, tenantId: acme.id } })
    assert.equal(foreign.status, 403)
    assert.equal((await app.ok<ShownSystem>('GET', path, { as: acme.admin })).name, 'Only for Acme')
  })

  test('an editor reads, a viewer does not, neither writes', async ({ assert }) => {
    const body = { name: 'X', systemType: 'api', authType: 'bearer', capabilities: ['send'] }
    assert.equal((await app.call('GET', systems, { as: acme.editor })).status, 200)
    assert.equal((await app.call('POST', systems, { as: acme.editor, body })).status, 403)
    assert.equal((await app.call('GET', systems, { as: acme.viewer })).status, 403)
    assert.equal((await app.call('GET', systems)).status, 401)
    assert.equal((await app.call('GET', systems, { as: acme.token })).status, 200)
  })

  test('actions appear as sentences in the activity feed', async ({ assert }) => {
    const { admin } = await app.tenant('initech')
    const system = await connect(app, admin, { name: 'Harbour Portal' })
    const endpoint = await addEndpoint(app, admin, system.id, { name: 'Send manifest' })
    await app.ok('DELETE', `/api/integrations/endpoints/${endpoint.id}`, { as: admin })
    await app.ok('DELETE', `${systems}/${system.id}`, { as: admin })
    const expected = [
      'Disconnected Harbour Portal',
      'Deleted the endpoint Send manifest of Harbour Portal',
      'Added the endpoint Send manifest to Harbour Portal',
      'Connected Harbour Portal',
    ]
    const actions = await until('the activities', async () => {
      const rows = await app.ok<{ action: string }[]>('GET', '/api/activity', { as: admin })
      const found = rows.map(({ action }) => action).filter((action) => action.includes('Harbour'))
      return found.length >= expected.length && found
    })
    assert.deepEqual(actions, expected)
  })
})
