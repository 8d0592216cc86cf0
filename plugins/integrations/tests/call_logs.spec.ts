// onBothDatabases: contents are found by SQL statements
import { test } from '@japa/runner'
import type { TestApp, TestTenant } from '@crossdock/backend/testing'
import { contentStore } from '@crossdock/kernel/storage'
import { inTenant } from '@crossdock/kernel/tenancy'
import { contentsOfLogs } from '../calls/stored_bodies.js'
import { keptCalls } from '../actions/kept_calls.js'
import { addEnvironment } from '../../environments/tests/add_environment.js'
import { addEndpoint, connect, makeFolder, putFile, type ShownLog } from './fixtures.js'
import type { Partner } from './partner.js'
import { withPartner } from './with_partner.js'

const logs = '/api/integrations/logs'
const secret = 'partner-s3cret-0815'

interface Cut {
  body: { truncated: boolean; size: number; preview: string }
}

test.group('Logged calls', (group) => {
  let app: TestApp
  let acme: TestTenant
  let partner: Partner
  const accessToken = secret

  group.setup(async () => {
    const made = await withPartner()
    ;({ app, acme, partner } = made)
    return made.stop
  })

  const system = (part: object = {}) =>
    connect(app, acme.admin, { baseUrl: partner.url, authConfig: { accessToken }, ...part })

  /** Calls an endpoint of a new system and returns the row of the call. */
  async function called(part: object = {}, trial: object = {}) {
    const { id: systemId } = await system()
    const endpoint = await addEndpoint(app, acme.admin, systemId, part)
    const path = `/api/integrations/endpoints/${endpoint.id}/test`
    await app.ok('POST', path, { as: acme.admin, body: trial })
    const [log] = await app.ok<ShownLog[]>('GET', `${logs}?endpointId=${endpoint.id}`, {
      as: acme.admin,
    })
    return { systemId, endpointId: endpoint.id, log: log! }
  }

  const replay = (id: string, as = acme.admin) =>
    app.call<ShownLog & { error: string; message: string }>('POST', `${logs}/${id}/replay`, { as })

  // Red when the body is stored unmasked, or no row references it.
  test('a long body is stored completely and masked, and released with its row', async ({
    assert,
  }) => {
    const items = Array.from({ length: 3_000 }, (_, at) => ({ at, note: `it is ${secret}` }))
    partner.answersJson({ items, token: 'a-word-by-its-name' })
    const { log } = await called({ requestSchema: { body: { items: items.slice(0, 1_000) } } })
    assert.deepEqual(log.storedBodies, ['request', 'response'])
    const cut = log.responseData as unknown as Cut
    assert.isTrue(cut.body.truncated)
    assert.isAtMost(cut.body.preview.length, 16 * 1024)

    const path = `${logs}/${log.id}/bodies/response`
    const reply = await app.call<string>('GET', path, { as: acme.editor })
    assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.include(reply.headers.get('content-disposition'), `call-${log.id}-response.json`)
    const whole = (typeof reply.body === 'string' ? JSON.parse(reply.body) : reply.body) as {
      items: { note: string }[]
      token: string
    }
    assert.lengthOf(whole.items, 3_000)
    assert.notInclude(JSON.stringify(whole), secret)
    assert.notInclude(JSON.stringify(whole), 'a-word-by-its-name')

    assert.equal((await app.call('GET', path, { as: acme.viewer })).status, 403)
    const { admin: other } = await app.tenant('globex')
    assert.equal((await app.call('GET', path, { as: other })).status, 404)
    const none = `${logs}/${log.id}/bodies/other`
    assert.equal((await app.call('GET', none, { as: acme.editor })).status, 404)

    const names = () =>
      app.inside(() =>
        inTenant(acme.id, async () => {
          const { IntegrationLog } = await import('../models/integration_log.js')
          const row = await IntegrationLog.find(log.id)
          const ids = row ? [row.requestContentId!, row.responseContentId!] : known
          known = ids
          for (const id of ids) await contentStore.use().size(id)
          return (await contentsOfLogs([...ids, 'unknown'])).length
        })
      )
    let known: string[] = []
    assert.equal(await names(), 2)
    const tomorrow = new Date(Date.parse(log.createdAt) + 1_000).toISOString()
    await app.inside(() => inTenant(acme.id, () => keptCalls.prune(tomorrow, 1_000)))
    assert.equal(await names(), 0)
  })

  test('a body about a file in a closed folder is hidden', async ({ assert }) => {
    partner.answersJson({ text: 'x'.repeat(20_000) })
    const folder = await makeFolder(app, acme.admin, 'Payroll')
    const assetId = await putFile(app, acme.admin, 'pay.txt', folder)
    const { log } = await called({}, { assetId })
    const path = `${logs}/${log.id}/bodies/response`
    assert.equal((await app.call('GET', path, { as: acme.editor })).status, 200)
    await app.ok('PUT', `/api/assets/${folder}/permissions`, {
      as: acme.admin,
      body: { everyone: 'none', grants: [] },
    })
    assert.equal((await app.call('GET', path, { as: acme.editor })).status, 404)
  })

  // Red when the masked credentials are sent, or those of the original call.
  test('a call is repeated unchanged, with the present credentials', async ({ assert }) => {
    const texts = { braces: '{not.a.place} {{x}}', big: 'y'.repeat(20_000) }
    for (const note of ['short', texts.big]) {
      partner.answersJson({ ok: true })
      const { log, systemId, endpointId } = await called(
        { path: '/orders/{order}?a=1', requestSchema: { body: { note: '{note}', n: 1.5 } } },
        { params: { order: 'A 1', note: `${texts.braces} ${note}` } }
      )
      await app.ok('PUT', `/api/integrations/systems/${systemId}`, {
        as: acme.admin,
        body: { authConfig: { accessToken: 'today-t0ken-4711' } },
      })
      // Later changes of the endpoint do not affect the repeated call.
      await app.ok('PUT', `/api/integrations/endpoints/${endpointId}`, {
        as: acme.admin,
        body: { requestSchema: { body: { other: true } } },
      })
      const { status, body: again } = await replay(log.id)
      assert.equal(status, 200, JSON.stringify(again))
      const [first, second] = partner.received
      assert.equal(second!.url, first!.url)
      assert.equal(String(second!.body), String(first!.body))
      assert.equal(second!.headers.authorization, 'Bearer today-t0ken-4711')
      assert.notEqual(second!.headers['idempotency-key'], first!.headers['idempotency-key'])
      assert.deepInclude(again, { replayOf: log.id, status: 'success' })
      assert.notEqual(again.executionId, log.executionId)
      assert.notInclude(JSON.stringify(again), 'today-t0ken')
    }
  })

  test('a masked request is built from the endpoint, or refused with a reason', async ({
    assert,
  }) => {
    const variables = '/api/environments/production/variables'
    const variable = await app.ok<{ id: string }>('POST', variables, {
      as: acme.admin,
      body: { name: 'DOOR', value: 'd00r-key-of-then', isSecret: true },
    })
    partner.answersJson({})
    const { log } = await called(
      { requestSchema: { headers: { 'X-Door': '{variables.DOOR}' }, body: { n: '{n}' } } },
      { params: { n: 7 } }
    )
    await app.ok('PUT', `${variables}/${variable.id}`, {
      as: acme.admin,
      body: { value: 'd00r-key-of-today' },
    })
    assert.equal((await replay(log.id)).status, 200)
    assert.equal(partner.received[1]!.headers['x-door'], 'd00r-key-of-today')
    assert.equal(String(partner.received[1]!.body), '{"n":7}')

    const masked = await called(
      { requestSchema: { body: { pin: '{pin}' } } },
      { params: { pin: 'p1n-of-a-person' } }
    )
    const refused = await replay(masked.log.id)
    assert.equal(refused.status, 409)
    assert.include(JSON.stringify(refused.body), 'a secret in its parameters')
    await app.ok('DELETE', `/api/integrations/systems/${masked.systemId}`, { as: acme.admin })
    assert.include(JSON.stringify((await replay(masked.log.id)).body), 'system was deleted')
  })

  test('a file is sent again while it is unchanged', async ({ assert }) => {
    partner.answersJson({})
    const assetId = await putFile(app, acme.admin, 'order.txt')
    const { log } = await called({ method: 'PUT' }, { assetId, sendFile: 'body' })
    assert.equal((await replay(log.id)).status, 200)
    assert.equal(String(partner.received[1]!.body), 'hello')
    const put = await fetch(`${app.url}/api/assets/${assetId}/content`, {
      method: 'PUT',
      headers: { ...acme.token.headers, 'content-type': 'text/plain' },
      body: 'hello again',
    })
    assert.equal(put.status, 200)
    const changed = await replay(log.id)
    assert.equal(changed.status, 409)
    assert.include(JSON.stringify(changed.body), 'has changed')
    await app.ok('DELETE', `/api/assets/${assetId}`, { as: acme.admin })
    await app.ok('POST', `/api/assets/${assetId}/purge`, { as: acme.admin })
    const gone = await replay(log.id)
    assert.equal(gone.status, 409, JSON.stringify(gone.body))
    assert.include(JSON.stringify(gone.body), 'was deleted')
    assert.lengthOf(partner.received, 2)
  })

  // Red without callEndpoint(), or with integrations.read alone.
  test('pauses and permissions apply to a repeated call', async ({ assert }) => {
    partner.answersJson({})
    const { log, systemId } = await called()
    assert.equal((await replay(log.id, acme.editor)).status, 403)
    assert.equal((await replay(log.id, (await app.tenant('umbrella')).admin)).status, 404)
    await app.ok('POST', `/api/integrations/systems/${systemId}/circuit`, {
      as: acme.admin,
      body: { state: 'open' },
    })
    const paused = await replay(log.id)
    assert.equal(paused.status, 409)
    assert.include(JSON.stringify(paused.body), 'E_SYSTEM_PAUSED')
    assert.lengthOf(partner.received, 1)
  })

  test('a call of another environment is not repeated', async ({ assert }) => {
    partner.answersJson({})
    const { log } = await called()
    await app.inside(() => addEnvironment(acme.id, 'testing'))
    const reply = await app.call('POST', `${logs}/${log.id}/replay`, {
      as: { headers: { ...acme.admin.headers, 'x-environment': 'testing' } },
    })
    assert.equal(reply.status, 404, JSON.stringify(reply.body))
    assert.lengthOf(partner.received, 1)
  })
})
