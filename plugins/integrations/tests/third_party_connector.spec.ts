import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { addEndpoint, connect, type ShownSystem } from './fixtures.js'
import { depots, depotTimeouts } from './parcel_depot.js'
import { Partner } from './partner.js'

const systems = '/api/integrations/systems'
const MASK = '••••••••'

interface Refusal {
  message: string
  errors: { field: string }[]
}

interface Tried {
  success: boolean
  message: string
}

test.group("A third party's connector", (group) => {
  let app: TestApp
  let acme: TestTenant
  let partner: Partner

  group.setup(async () => {
    app = await bootApp({ plugins: [depots], settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    partner = await Partner.start()
    return async () => {
      await app.stop()
      await partner.stop()
    }
  })

  const depotOf = () => new URL(partner.url).host
  const secrets = { key: 'k3y-of-the-depot', passphrase: 'p4ss-of-the-depot' }

  const connectDepot = (part: object = {}) =>
    connect(app, acme.admin, {
      name: 'Quay 4',
      systemType: 'parcel_depot',
      authType: 'signed',
      config: { depot: depotOf(), lane: 4, passphrase: secrets.passphrase },
      authConfig: { keyId: 'quay', key: secrets.key },
      ...part,
    })
  const put = (id: string, body: object) =>
    app.call<ShownSystem & Refusal>('PUT', `${systems}/${id}`, { as: acme.admin, body })
  const fieldsOf = ({ body }: { body: Refusal }) => body.errors.map(({ field }) => field)
  const stored = (id: string) =>
    asOperator('test', () => unscoped().from('external_systems').where('id', id).firstOrFail())
  const change = (id: string, columns: object) =>
    asOperator('another version was here', async () =>
      unscoped().from('external_systems').where('id', id).update(columns)
    )
  const tryOut = (endpointId: string) =>
    app.ok<Tried>('POST', `/api/integrations/endpoints/${endpointId}/test`, { as: acme.admin })

  test('is listed with its fields, marked as secret or address', async ({ assert }) => {
    type Kinds = { name: string; schema: { properties: Record<string, object> } }[]
    const as = acme.editor
    const listed = await app.ok<Kinds>('GET', '/api/integrations/connectors', { as })
    const depot = listed.find(({ name }) => name === 'parcel_depot')!
    assert.deepInclude(depot, {
      label: 'Parcel depot',
      icon: 'package',
      authTypes: ['signed', 'basic'],
      capabilities: ['send'],
    })
    const { properties } = depot.schema
    assert.deepInclude(properties.depot, { title: 'Depot', 'x-address': true })
    assert.deepInclude(properties.passphrase, { writeOnly: true })
    const ways = await app.ok<Kinds>('GET', '/api/integrations/auth-types', { as })
    assert.deepEqual(
      ways.map(({ name }) => name),
      // Kinds of the specification come first, kinds of plugins last.
      [
        'bearer',
        'basic',
        'oauth2',
        'apikey',
        'oauth2_code',
        'none',
        'digest',
        'client_certificate',
        'ssh_password',
        'ssh_key',
        'signed',
      ]
    )
    assert.deepInclude(ways[0]!.schema.properties.password, { 'x-unused': true })
    const { status } = await app.call('GET', '/api/integrations/connectors', { as: acme.viewer })
    assert.equal(status, 403)
  })

  // Red when the configuration is stored unsealed, or its secrets are not masked.
  test('is configured and called, and its secrets are not readable anywhere', async ({
    assert,
  }) => {
    const system = await connectDepot()
    assert.deepEqual(system.config, { depot: depotOf(), lane: 4, passphrase: MASK })
    assert.deepEqual(system.authConfig, { keyId: 'quay', key: MASK })
    const endpoint = await addEndpoint(app, acme.admin, system.id, {
      path: '/parcels/{system.eventType}',
      requestSchema: { body: { note: 'for {file.name}' } },
      fieldMapping: { systemFields: { 'run.system': 'systemName' } },
    })
    partner.answers((request, response) => {
      const { passphrase } = JSON.parse(request.body.toString()) as { passphrase: string }
      response.end(`took ${passphrase} signed with ${request.headers['x-key']}`)
    })
    const reply = await tryOut(endpoint.id)
    assert.isTrue(reply.success, reply.message)
    const [sent] = partner.received
    assert.equal(sent?.url, '/parcels/test?lane=4')
    assert.equal(sent?.headers['x-key'], secrets.key)
    assert.deepEqual(JSON.parse(String(sent?.body)), {
      note: 'for crossdock-test.txt',
      run: { system: 'Quay 4' },
      passphrase: secrets.passphrase,
    })
    const rows = await asOperator('test', async () => [
      await unscoped().from('external_systems'),
      await unscoped().from('integration_logs'),
      await unscoped().from('middleware_events'),
    ])
    const everything = JSON.stringify([reply, rows])
    for (const secret of Object.values(secrets)) assert.notInclude(everything, secret)
  })

  test('unknown or invalid parts are refused by name: {fields}')
    .with([
      { fields: ['config.depott'], part: { config: { depot: 'a', depott: 'b' } } },
      { fields: ['config.depot'], part: { config: { lane: 1 } } },
      { fields: ['config.depot'], part: { config: undefined } },
      { fields: ['config.lane'], part: { config: { depot: 'a', lane: 10 } } },
      { fields: ['authConfig.password'], part: { authConfig: { keyId: 'a', password: 'b' } } },
      { fields: ['authConfig.keyId'], part: { authConfig: null } },
      { fields: ['authType'], part: { authType: 'bearer', authConfig: {} } },
      { fields: ['authType'], part: { authType: 'digest' } },
      { fields: ['systemType'], part: { systemType: 'pigeon' } },
      {
        fields: ['config.$sealed', 'authConfig.$sealed'],
        part: { config: { depot: 'a', $sealed: 's' }, authConfig: { keyId: 'a', $sealed: 's' } },
      },
    ])
    .run(async ({ assert }, { fields, part }) => {
      const body = {
        name: 'X',
        systemType: 'parcel_depot',
        authType: 'signed',
        capabilities: ['send'],
        config: { depot: 'a' },
        authConfig: { keyId: 'a' },
        ...part,
      }
      const reply = await app.call<Refusal>('POST', systems, { as: acme.admin, body })
      assert.equal(reply.status, 422)
      assert.includeMembers(fieldsOf(reply), fields)
    })

  test('the error lists the known choices', async ({ assert }) => {
    const body = { name: 'X', authType: 'bearer', capabilities: ['send'] }
    const as = acme.admin
    const unknown = { ...body, systemType: 'pigeon', authType: 'semaphore' }
    const reply = await app.call<Refusal & { errors: object[] }>('POST', systems, {
      as,
      body: unknown,
    })
    assert.match(
      JSON.stringify(reply.body.errors),
      /Known: webhook, api, sync_client,.* parcel_depot/
    )
    assert.match(
      JSON.stringify(reply.body.errors),
      /Known: bearer, basic, oauth2, apikey,.* signed/
    )
    const unfit = { ...body, systemType: 'parcel_depot', config: { depot: 'a' } }
    const other = await app.call<Refusal>('POST', systems, { as, body: unfit })
    assert.include(other.body.message, 'Known: signed, basic.')
  })

  test('a record may be sent back as read', async ({ assert }) => {
    const system = await connectDepot()
    const before = await stored(system.id)
    const { status, body } = await put(system.id, system)
    assert.equal(status, 200, JSON.stringify(body))
    const { updated_at: _, ...after } = await stored(system.id)
    assert.deepInclude(before, after)
  })

  test('omitted parts are kept, null removes a part', async ({ assert }) => {
    const system = await connectDepot()
    const changed = await put(system.id, { config: { lane: 5 } })
    assert.deepEqual(changed.body.config, { depot: depotOf(), lane: 5, passphrase: MASK })
    const without = await put(system.id, { config: { lane: null, passphrase: '' } })
    assert.deepEqual(without.body.config, { depot: depotOf(), lane: null, passphrase: null })
  })

  // Red when changeConfigs() does not compare the addresses: another depot would receive the secrets.
  test('the secrets do not move to another depot', async ({ assert }) => {
    const system = await connectDepot()
    const before = await stored(system.id)
    const elsewhere = { depot: 'elsewhere.example' }
    const mask = { ...elsewhere, passphrase: MASK }
    const none = { ...elsewhere, passphrase: null }
    const auth = { keyId: 'quay', key: 'new' }
    for (const [body, fields] of [
      [{ config: elsewhere }, ['config', 'authConfig']],
      [{ config: mask }, ['config', 'authConfig']],
      [{ config: mask, authConfig: auth }, ['config']],
      [{ config: elsewhere, authConfig: auth }, ['config']],
      [{ config: none, authConfig: { keyId: 'quay' } }, ['authConfig']],
      [{ config: none, authConfig: { ...auth, key: MASK } }, ['authConfig']],
    ] as const) {
      const reply = await put(system.id, body)
      assert.equal(reply.status, 422)
      assert.deepEqual(fieldsOf(reply), [...fields])
      assert.deepEqual(await stored(system.id), before)
    }
    const moved = await put(system.id, { config: none, authConfig: auth })
    assert.deepEqual(moved.body.config, { ...elsewhere, lane: 4, passphrase: null })
    assert.deepEqual(moved.body.authConfig, { keyId: 'quay', key: MASK })
    assert.equal((await put(system.id, { config: { lane: 6 } })).status, 200)
  })

  // Red when a schema without marked addresses counts as one without addresses.
  test('without a marked address, each part counts as one', async ({ assert }) => {
    const system = await connectDepot()
    const reply = await put(system.id, { authConfig: { keyId: 'another' } })
    assert.equal(reply.status, 422)
    assert.deepEqual(fieldsOf(reply), ['config', 'authConfig'])
  })

  // Red when changeConfigs() ignores a change of the connector.
  test('nor to another connector', async ({ assert }) => {
    const system = await connect(app, acme.admin, {
      authType: 'basic',
      baseUrl: partner.url,
      authConfig: { username: 'ada', password: 's3cret' },
    })
    const config = { depot: 'elsewhere.example' }
    const reply = await put(system.id, { systemType: 'parcel_depot', config })
    assert.equal(reply.status, 422)
    assert.deepEqual(fieldsOf(reply), ['authConfig'])
    assert.equal((await put(system.id, { systemType: 'sync_client' })).status, 422)
    const webhook = await put(system.id, { systemType: 'webhook' })
    assert.deepInclude(webhook.body.authConfig, { username: 'ada', password: MASK })

    const depot = await connectDepot()
    // Red when the compatibility of connector and authentication is checked only for new systems.
    const unfit = await put(depot.id, { authType: 'bearer', authConfig: { accessToken: 'x' } })
    assert.deepEqual(fieldsOf(unfit), ['authType'])
    // Red when parts that the other kind does not have are kept: the system could not be changed at all.
    const authConfig = { username: 'ada', password: 'new' }
    const other = await put(depot.id, { systemType: 'api', authType: 'basic', authConfig })
    assert.equal(other.status, 200, JSON.stringify(other.body))
    assert.notProperty(other.body.config, 'depot')
    assert.notProperty(other.body.authConfig, 'keyId')
  })

  test('whose plugin is gone: the system is shown, renamed, repaired and deleted', async ({
    assert,
  }) => {
    const system = await connectDepot()
    const endpoint = await addEndpoint(app, acme.admin, system.id)
    await change(system.id, { system_type: 'gone', auth_type: 'gone_too' })
    const path = `${systems}/${system.id}`
    const shown = await app.ok<ShownSystem>('GET', path, { as: acme.admin })
    assert.deepEqual(shown.config, { depot: depotOf(), lane: 4, passphrase: MASK })
    assert.deepEqual(shown.authConfig, { keyId: 'quay', key: MASK })
    const tried = await tryOut(endpoint.id)
    assert.isFalse(tried.success)
    assert.include(tried.message, 'no connector for the system type gone is installed')
    assert.equal((await put(system.id, { ...shown, name: 'Renamed' })).status, 200)
    const refused = await put(system.id, { config: { lane: 2 }, authConfig: { key: 'x' } })
    assert.deepEqual(fieldsOf(refused), ['systemType', 'authType'])
    const repaired = await put(system.id, {
      systemType: 'parcel_depot',
      authType: 'signed',
      config: { depot: depotOf(), passphrase: null },
      authConfig: { keyId: 'quay', key: 'new' },
    })
    assert.equal(repaired.status, 200, JSON.stringify(repaired.body))
    assert.equal((await app.call('DELETE', path, { as: acme.admin })).status, 204)
  })

  // Red when openSystem() does not validate what it opens.
  test('whose schema has changed: the system is shown and repaired, and not called', async ({
    assert,
  }) => {
    const system = await connectDepot()
    const endpoint = await addEndpoint(app, acme.admin, system.id)
    await change(system.id, { config: JSON.stringify({ pier: 7 }) })
    const shown = await app.ok<ShownSystem>('GET', `${systems}/${system.id}`, { as: acme.admin })
    assert.deepEqual(shown.config, { depot: null, lane: null, passphrase: null, pier: 7 })
    partner.answersJson({})
    const tried = await tryOut(endpoint.id)
    assert.isFalse(tried.success)
    assert.include(tried.message, 'does not fit Parcel depot any more (config.pier')
    assert.lengthOf(partner.received, 0)
    assert.equal((await put(system.id, { ...shown, name: 'Renamed' })).status, 200)
    const repaired = await put(system.id, {
      config: { pier: null, depot: depotOf() },
      authConfig: { keyId: 'quay', key: secrets.key },
    })
    assert.equal(repaired.status, 200, JSON.stringify(repaired.body))
    assert.isTrue((await tryOut(endpoint.id)).success)
    // Red when openSystem() does not check the connector's authentication types.
    await change(system.id, { auth_type: 'bearer', auth_config: null })
    assert.include((await tryOut(endpoint.id)).message, 'does not know the authentication bearer')
  })

  // Red when opening a step keeps only the fields of its type's schema.
  test('gets the time limit of its step for a call', async ({ assert }) => {
    const system = await connectDepot()
    const { id: endpointId } = await addEndpoint(app, acme.admin, system.id)
    partner.answersJson({})
    const step = { id: 's', type: 'api_call', endpointId, order: 1, config: { timeoutMs: 240_000 } }
    const body = { name: 'W', triggerType: 'manual', triggerConfig: {}, steps: [step] }
    const path = '/api/integrations/workflows'
    const flow = await app.ok<{ id: string }>('POST', path, { as: acme.admin, body })
    const given = { as: acme.editor, body: { flowId: flow.id } }
    depotTimeouts.splice(0)
    await app.ok('POST', '/api/flow-executions/trigger', given)
    const last = await until('the call', async () => depotTimeouts.at(-1))
    assert.equal(last, 240_000)
  })

  // Red when a connector's error about an unanswered call counts as an internal error.
  test('reports a call without an answer', async ({ assert }) => {
    const system = await connectDepot({ config: { depot: '10.0.0.1' } })
    const endpoint = await addEndpoint(app, acme.admin, system.id)
    assert.include((await tryOut(endpoint.id)).message, 'the operator has not opened')
    const bad = await addEndpoint(app, acme.admin, system.id, { path: '/{order}' })
    assert.include((await tryOut(bad.id)).message, '{order} and has none')
  })
})
