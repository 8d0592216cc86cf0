import { test } from '@japa/runner'
import type { TestApp, TestTenant } from '@crossdock/backend/testing'
import { connect, type ShownLog } from './fixtures.js'
import type { Partner } from './partner.js'
import { withPartner } from './with_partner.js'

const systems = '/api/integrations/systems'

interface Tested {
  success: boolean
  reachable: boolean
  trusted: boolean | null
  authenticated: boolean | null
  statusCode: number | null
  message: string
  advice: string | null
  logId: string | null
  errors?: { field: string }[]
}

test.group('Test connection', (group) => {
  let app: TestApp
  let acme: TestTenant
  let partner: Partner

  group.setup(async () => {
    const made = await withPartner()
    ;({ app, acme, partner } = made)
    return made.stop
  })

  const check = (path: string, body: object = {}) =>
    app.call<Tested>('POST', `${systems}/${path}`, { as: acme.admin, body })
  const answerTo = (token: string) =>
    partner.answers((request, response) => {
      response.statusCode = request.headers.authorization === `Bearer ${token}` ? 200 : 401
      response.end()
    })

  test('a saved system: the answer reports the error, and the log has one row', async ({
    assert,
  }) => {
    const { id } = await connect(app, acme.admin, {
      baseUrl: `${partner.url}/v1`,
      authConfig: { accessToken: 't0ken-that-is-secret' },
      isActive: false,
    })
    answerTo('t0ken-that-is-secret')
    const { body: good } = await check(`${id}/test`, { path: '/me?fields=id', method: 'HEAD' })
    assert.deepInclude(good, {
      success: true,
      reachable: true,
      trusted: null,
      authenticated: true,
      statusCode: 200,
      advice: null,
    })
    assert.deepInclude(partner.received[0], { method: 'HEAD', url: '/v1/me?fields=id' })
    const log = await app.ok<ShownLog>('GET', `/api/integrations/logs/${good.logId}`, {
      as: acme.admin,
    })
    assert.deepInclude(log, { status: 'success', systemId: id, endpointId: null })
    assert.notInclude(JSON.stringify(log), 't0ken')

    answerTo('another one')
    const { body: refused } = await check(`${id}/test`)
    assert.deepInclude(refused, { success: false, reachable: true, authenticated: false })
    assert.include(refused.advice, 'Enter the credentials again')

    for (const [status, known] of [
      [404, { success: true, authenticated: null }],
      [403, { success: false, authenticated: null }],
      [302, { success: false, authenticated: null }],
      [500, { success: false, authenticated: null, reachable: true }],
    ] as const) {
      partner.answersJson({}, status, { Location: 'https://elsewhere.example/' })
      const { body } = await check(`${id}/test`)
      assert.deepInclude(body, known, String(status))
      assert.isString(body.advice)
    }
    assert.equal((await check(`${id}/test`, { path: 'https://evil.example' })).status, 422)
    assert.equal((await check(`${id}/test`, { method: 'POST' })).status, 422)
  })

  // Red when a draft is saved, or sends stored secrets to another address.
  test('a draft: new, or of a saved system with its stored secrets', async ({ assert }) => {
    const before = await app.ok<unknown[]>('GET', systems, { as: acme.admin })
    answerTo('typed')
    const draft = { name: 'New', systemType: 'api', authType: 'bearer', capabilities: ['send'] }
    const typed = { ...draft, baseUrl: partner.url, authConfig: { accessToken: 'typed' } }
    assert.deepInclude((await check('test', typed)).body, { success: true, logId: null })
    assert.deepEqual(await app.ok('GET', systems, { as: acme.admin }), before)
    const { status, body } = await check('test', { ...typed, authType: 'unheard' })
    assert.equal(status, 422)
    assert.equal(body.errors?.[0]?.field, 'authType')

    const saved = await connect(app, acme.admin, {
      baseUrl: partner.url,
      authConfig: { accessToken: 'stored' },
    })
    answerTo('stored')
    const changed = { systemId: saved.id, description: 'Other words' }
    assert.isTrue((await check('test', changed)).body.success)
    const shown = await app.ok('GET', `${systems}/${saved.id}`, { as: acme.admin })
    assert.deepEqual(shown, saved)
    partner.answersJson({})
    assert.equal((await check('test', { ...changed, baseUrl: 'http://127.0.0.1:1/' })).status, 422)
    assert.lengthOf(partner.received, 0)
  })

  test('an address without an answer, and a refused token', async ({ assert }) => {
    const draft = { name: 'New', systemType: 'api', authType: 'none', capabilities: ['send'] }
    const { body: gone } = await check('test', { ...draft, baseUrl: 'https://127.0.0.1:1' })
    assert.deepInclude(gone, { success: false, reachable: false, trusted: null })
    assert.include(gone.advice, 'Check the base URL')
    const { body: plain } = await check('test', {
      ...draft,
      baseUrl: partner.url.replace('http:', 'https:'),
    })
    assert.deepInclude(plain, { success: false, reachable: false, trusted: false })
    // Red when credentials count as refused although there are none.
    for (const [status, success, advice] of [
      [401, false, 'Choose a kind of authentication and enter credentials.'],
      [403, false, 'Choose a kind of authentication and enter credentials.'],
      [404, true, null],
    ] as const) {
      partner.answersJson({}, status)
      const { body } = await check('test', { ...draft, baseUrl: partner.url })
      assert.deepInclude(body, { success, authenticated: null, advice }, String(status))
    }
    partner.answersJson({ error: 'invalid_client' }, 401)
    const { body: token } = await check('test', {
      ...draft,
      authType: 'oauth2',
      baseUrl: partner.url,
      authConfig: { clientId: 'c', clientSecret: 's' },
    })
    assert.deepInclude(token, { success: false, reachable: null, authenticated: false })
    assert.include(token.advice, 'client secret')
    // Red when credentials count as accepted although they were not requested.
    partner.answersJson({})
    const { body: open } = await check('test', {
      ...draft,
      authType: 'digest',
      baseUrl: partner.url,
      authConfig: { username: 'ada', password: 'p' },
    })
    assert.deepInclude(open, { success: true, authenticated: null })
    const { body: client } = await check('test', { ...draft, systemType: 'sync_client' })
    assert.isFalse(client.success)
    assert.include(client.message, 'names no desktop agent')
  })
})
