import { test } from '@japa/runner'
import { bootApp, type Caller, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { MASK } from '@crossdock/kernel/secrets'
import { asOperator } from '@crossdock/kernel/tenancy'
import { addEndpoint, connect, type ShownEndpoint, type ShownLog } from './fixtures.js'
import { Partner } from './partner.js'

const endpoints = '/api/integrations/endpoints'

interface Warning {
  field: string
  message: string
}

interface Preview {
  request: Record<string, unknown> | null
  problem: string | null
  sources: { map: string; source: string; value: unknown }[]
  warnings: Warning[]
}

interface Tried {
  success: boolean
  message: string
  requestData: Record<string, unknown>
  warnings: Warning[]
}

interface Refusal {
  message: string
  errors: { field: string; message: string }[]
}

test.group('Mapping and preview', (group) => {
  let app: TestApp
  let acme: TestTenant
  let partner: Partner
  let systemId: string

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    partner = await Partner.start()
    systemId = (
      await connect(app, acme.admin, {
        baseUrl: partner.url,
        authConfig: { accessToken: 't0ken-of-the-partner', headers: { 'X-Site': 's1te-secret' } },
      })
    ).id
    return async () => {
      await app.stop()
      await partner.stop()
    }
  })

  async function upload(name: string, metadata: object = {}): Promise<string> {
    const body = new FormData()
    body.set('parentId', '')
    body.set('file', new File(['hello'], name, { type: 'text/plain' }))
    const { id } = await app.ok<{ id: string }>('POST', '/api/assets', { as: acme.admin, body })
    await app.ok('PUT', `/api/assets/${id}`, { as: acme.admin, body: { metadata } })
    return id
  }

  const preview = (part: object, as: Caller = acme.admin, headers = {}) =>
    app.call<Preview & Refusal>('POST', `${endpoints}/preview`, {
      as,
      body: { systemId, path: '/orders', method: 'POST', ...part },
      headers,
    })
  const tryOut = (id: string, body?: object) =>
    app.ok<Tried>('POST', `${endpoints}/${id}/test`, {
      as: acme.admin,
      ...(body ? { body } : {}),
    })

  const misspelled = {
    userMetadata: { 'sender.mail': 'emial' },
    systemFields: { run: 'execution' },
  }

  // Red when createEndpoint() or updateEndpoint() does not validate the sources.
  test('unknown sources of people and runs are refused at their key', async ({ assert }) => {
    const endpoint = await addEndpoint(app, acme.admin, systemId)
    const own = `/api/integrations/systems/${systemId}/endpoints`
    const body = { ...endpoint, name: 'E', fieldMapping: misspelled }
    const replies = [
      await app.call<Refusal>('POST', own, { as: acme.admin, body }),
      await app.call<Refusal>('PUT', `${endpoints}/${endpoint.id}`, { as: acme.admin, body }),
      await preview({ fieldMapping: misspelled }),
    ]
    for (const { status, body } of replies) {
      assert.equal(status, 422)
      assert.deepEqual(
        body.errors.map(({ field }) => field),
        ['fieldMapping.userMetadata.sender.mail', 'fieldMapping.systemFields.run']
      )
      assert.include(body.message, 'Known: email, name, id, role.')
    }
  })

  // Red when the last of two maps silently wins.
  test('a field that two maps fill is refused at the second map', async ({ assert }) => {
    const fieldMapping = { fileMetadata: { 'doc.by': 'name' }, userMetadata: { 'doc.by': 'email' } }
    const { status, body } = await preview({ fieldMapping })
    assert.equal(status, 422)
    assert.deepEqual(
      body.errors.map(({ field }) => field),
      ['fieldMapping.userMetadata.doc.by']
    )
    assert.include(body.message, 'fileMetadata')
  })

  // Red when the preview shows a header that the call refuses to send.
  test('a header with a line break from a file is a problem, not a request', async ({ assert }) => {
    const assetId = await upload('lines.txt', { note: 'a\r\nX-More: b' })
    const requestSchema = { headers: { 'X-Note': '{file.metadata.note}' } }
    const { body } = await preview({ requestSchema, assetId })
    assert.isNull(body.request)
    assert.include(body.problem, '"X-Note"')
  })

  test('an earlier invalid mapping may be sent back as read', async ({ assert }) => {
    const endpoint = await addEndpoint(app, acme.admin, systemId)
    await asOperator('as an earlier version', async () =>
      unscoped()
        .from('api_endpoints')
        .where('id', endpoint.id)
        .update({ field_mapping: JSON.stringify(misspelled) })
    )
    const body = { ...endpoint, fieldMapping: misspelled, isActive: false }
    const path = `${endpoints}/${endpoint.id}`
    const changed = await app.ok<ShownEndpoint>('PUT', path, { as: acme.admin, body })
    assert.deepInclude(changed, { isActive: false, fieldMapping: misspelled })
  })

  test('a file test sends the previewed request; the preview masks credentials', async ({
    assert,
  }) => {
    const assetId = await upload('invoice.txt', { order: { number: 'PO-7' } })
    const draft = {
      requestSchema: { body: { kind: 'invoice' }, queryParams: { size: '{file.size}' } },
      fieldMapping: {
        fileMetadata: { 'doc.name': 'name', 'doc.order': 'order.number' },
        userMetadata: { by: 'email' },
      },
    }
    const { body: shown } = await preview({ ...draft, assetId })
    assert.isNull(shown.problem)
    assert.deepEqual(shown.warnings, [])
    const sent = { kind: 'invoice', doc: { name: 'invoice.txt', order: 'PO-7' } }
    assert.deepInclude(shown.request?.body, sent)
    const valueOf = (name: string) => shown.sources.find(({ source }) => source === name)?.value
    assert.deepEqual(['name', 'size', 'order.number', 'email'].map(valueOf), [
      'invoice.txt',
      5,
      'PO-7',
      'admin@acme.example',
    ])

    const endpoint = await addEndpoint(app, acme.admin, systemId, draft)
    partner.answersJson({})
    const tried = await tryOut(endpoint.id, { assetId })
    assert.isTrue(tried.success, tried.message)
    // The ids of runs differ.
    const same = (request: Record<string, unknown> | null) =>
      JSON.stringify(request).replace(/[\w-]{20,}:test/g, 'run')
    assert.equal(same(tried.requestData), same(shown.request))
    const [received] = partner.received
    assert.equal(received?.url, '/orders?size=5')
    assert.deepInclude(JSON.parse(String(received?.body)), sent)
    assert.equal(received?.headers.authorization, 'Bearer t0ken-of-the-partner')
    assert.notMatch(JSON.stringify([shown, tried]), /t0ken-of-the-partner|s1te-secret/)
    const filter = JSON.stringify({ endpointId: endpoint.id })
    const [row] = await app.ok<ShownLog[]>('GET', `/api/integrations/logs?filter=${filter}`, {
      as: acme.admin,
    })
    assert.equal(row?.assetId, assetId)
  })

  // Red when text is cut before it is masked, or secrets are masked one after the other. Headers that repeat a
  // secret, or begin like another one, would reveal its key to people who change a system.
  test('no header makes a part of a secret readable', async ({ assert }) => {
    const apiKey = 'k3y-of-the-partner-0123456789'
    const { id } = await connect(app, acme.admin, {
      baseUrl: partner.url,
      authType: 'apikey',
      authConfig: { apiKey },
    })
    const shownWith = async (headers: object) => {
      const body = { authConfig: { apiKey: MASK, headers } }
      await app.ok('PUT', `/api/integrations/systems/${id}`, { as: acme.admin, body })
      return JSON.stringify((await preview({ systemId: id })).body.request)
    }
    const before = 'Q'.repeat(60)
    const shown = [
      await shownWith({ 'X-Long': '{apiKey}'.repeat(2_000) }),
      await shownWith({ 'X-One': `${before}{apiKey}`, 'X-Two': `${before}k3` }),
    ]
    for (const text of shown) {
      assert.include(text, MASK)
      assert.notMatch(text, /k3y|y-of-the|0123/)
    }
  })

  // Red when checkConfig() passes null on in a map: both requests were answered with 500.
  test('a header with the value null is omitted', async ({ assert }) => {
    const authConfig = { accessToken: 't0ken', headers: { 'X-None': null, 'X-Site': 'here' } }
    const { id } = await connect(app, acme.admin, { baseUrl: partner.url, authConfig })
    const { status, body: shown } = await preview({ systemId: id })
    assert.equal(status, 200)
    assert.includeMembers(Object.keys(shown.request!.headers as object), ['X-Site'])
    partner.answersJson({})
    const tried = await tryOut((await addEndpoint(app, acme.admin, id)).id)
    assert.isTrue(tried.success, tried.message)
  })

  test('with the file itself where it is asked for', async ({ assert }) => {
    const assetId = await upload('bytes.txt')
    const endpoint = await addEndpoint(app, acme.admin, systemId)
    const { body: shown } = await preview({ assetId, sendFile: 'body' })
    partner.answersJson({})
    const tried = await tryOut(endpoint.id, { assetId, sendFile: 'body' })
    assert.deepEqual(tried.requestData.body, shown.request?.body)
    assert.equal(partner.received[0]?.body.toString(), 'hello')
  })

  // Red when the preview, the test or the log omits mappingWarnings().
  test('custom metadata that none of the newest files has is a warning', async ({ assert }) => {
    const assetId = await upload('with.txt', { order: { number: 'PO-8' } })
    const fieldMapping = {
      fileMetadata: { a: 'order.numer', b: 'order.number', c: 'name', d: 'trashedAt' },
    }
    const { body: shown } = await preview({ fieldMapping })
    assert.deepEqual(
      shown.warnings.map(({ field }) => field),
      ['fieldMapping.fileMetadata.a']
    )
    assert.match(shown.warnings[0]!.message, /files has "order\.numer"/)
    // Red when all readers get warnings in English.
    const german = await preview({ fieldMapping }, acme.admin, { 'accept-language': 'de' })
    assert.match(german.body.warnings[0]!.message, /^Keine der letzten \d+ Dateien/)
    const offered = shown.sources.find(({ source }) => source === 'order.number')
    assert.deepEqual(offered, { map: 'fileMetadata', source: 'order.number', value: 'PO-8' })
    const endpoint = await addEndpoint(app, acme.admin, systemId, { fieldMapping })
    partner.answersJson({})
    const tried = await tryOut(endpoint.id, { assetId })
    assert.isTrue(tried.success)
    // Red when a selected file counts as one of the newest.
    const { body: forFile } = await preview({ fieldMapping, assetId })
    assert.match(forFile.warnings[0]!.message, /^Neither this file nor any of the last \d+ has/)
    assert.deepEqual(tried.warnings, forFile.warnings)
    assert.deepEqual(tried.requestData.warnings, forFile.warnings)
  })

  // Red when unknownNames() ignores JSON that is sent as text.
  test('an unknown name is also refused in a text area', async ({ assert }) => {
    const { status, body } = await preview({ requestSchema: '{"heders": {}}' })
    assert.equal(status, 422)
    assert.equal(body.errors[0]?.field, 'requestSchema.heders')
  })

  test('the reason for a missing request is reported', async ({ assert }) => {
    const { body } = await preview({ path: '/{order}' })
    assert.isNull(body.request)
    assert.include(body.problem, '{order} and has none')
  })

  // Red when trialCall() or newestFiles() does not require assets.read.
  test('requires the permission to read files', async ({ assert }) => {
    const assetId = await upload('secret.txt', { plan: 'b' })
    const owner = acme.admin
    const body = { name: 'deploy', scopes: ['integrations.write', 'integrations.read'] }
    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: owner,
      body,
    })
    const as: Caller = { headers: { authorization: `Bearer ${token}` } }
    const refused = await preview({ assetId }, as)
    assert.equal(refused.status, 403)
    const fieldMapping = { fileMetadata: { a: 'not.there' } }
    const { body: shown } = await preview({ fieldMapping }, as)
    assert.deepEqual(shown.warnings, [])
    assert.notInclude(
      shown.sources.map(({ source }) => source),
      'plan'
    )
  })

  test('a file or a system that does not exist, or is of another tenant', async ({ assert }) => {
    const globex = await app.tenant('globex')
    const foreign = await connect(app, globex.admin)
    const missing = await preview({ assetId: foreign.id })
    assert.equal(missing.status, 422)
    assert.equal(missing.body.errors[0]?.field, 'assetId')
    assert.equal((await preview({ systemId: foreign.id })).status, 404)
  })
})
