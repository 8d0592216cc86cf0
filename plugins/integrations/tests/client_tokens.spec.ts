// onBothDatabases: conditional statements decide, and PostgreSQL has several processes
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { testDatabase } from '@crossdock/kernel/testing'
import { addEndpoint, connect } from './fixtures.js'
import type { Partner } from './partner.js'
import { partnerSettings, withPartner } from './with_partner.js'

const systems = '/api/integrations/systems'
/** Number of calls in each process that find no valid token. */
const atOnce = 20

test.group('Tokens of OAuth 2.0 clients', (group) => {
  let apps: TestApp[]
  let app: TestApp
  let acme: TestTenant
  let partner: Partner
  let issued = 0
  /** The valid client secret, and the token that the system accepts. */
  let secret = 'first'
  let accepted = ''

  group.setup(async () => {
    const made = await withPartner()
    ;({ app, acme, partner } = made)
    const second =
      testDatabase === 'pg'
        ? await bootApp({ settings: partnerSettings, database: app.database })
        : undefined
    apps = second ? [app, second] : [app]
    return async () => {
      await second?.stop()
      await made.stop()
    }
  })

  async function lab(part: object = {}) {
    issued = 0
    secret = 'first'
    partner.answers(({ url, headers }, response) => {
      response.setHeader('Content-Type', 'application/json')
      if (url !== '/oauth/token') {
        response.statusCode = headers.authorization === `Bearer ${accepted}` ? 200 : 401
        return response.end('{}')
      }
      const pair = Buffer.from(headers.authorization?.split(' ')[1] ?? '', 'base64').toString()
      if (pair !== `shop:${secret}`) {
        response.statusCode = 401
        return response.end('{"error":"invalid_client"}')
      }
      accepted = `t0ken-${secret}-${++issued}`
      response.end(JSON.stringify({ access_token: accepted, expires_in: 60 }))
    })
    const { admin: as } = acme
    const body = {
      baseUrl: partner.url,
      authType: 'oauth2',
      authConfig: { clientId: 'shop', clientSecret: 'first', ...part },
    }
    const { id } = await connect(app, as, body)
    const endpoint = await addEndpoint(app, as, id)
    const tryOut = (at = app) =>
      at.ok<{ success: boolean; message: string }>(
        'POST',
        `/api/integrations/endpoints/${endpoint.id}/test`,
        { as }
      )
    const all = () =>
      Promise.all(apps.flatMap((one) => Array.from({ length: atOnce }, () => tryOut(one))))
    return { id, tryOut, all }
  }

  // Red without claimRenewal(): each call, or each process, requests a token.
  test('all calls of all processes request one token, and one more after it expires', async ({
    assert,
  }) => {
    const { all } = await lab()
    assert.isTrue((await all()).every(({ success }) => success))
    assert.equal(issued, 1)
    app.clock.advance(45_000)
    assert.isTrue((await all()).every(({ success }) => success))
    assert.equal(issued, 2)
  })

  test('after a 401 the next call requests a new token, and tokens are sealed', async ({
    assert,
  }) => {
    const { id, tryOut } = await lab()
    assert.isTrue((await tryOut()).success)
    accepted = 'another'
    assert.isFalse((await tryOut()).success)
    assert.isTrue((await tryOut()).success)
    assert.equal(issued, 2)
    const rows = await app.inside(() =>
      asOperator('test', async () => unscoped().from('system_grants').where('system_id', id))
    )
    assert.lengthOf(rows, 1)
    assert.notInclude(JSON.stringify(rows), 't0ken')
    assert.match(String(rows[0].access_token), /^s1\./)
    // The token of a client is not a grant of a person.
    const grant = await app.ok('GET', `${systems}/${id}/oauth`, { as: acme.admin })
    assert.deepInclude(grant, { state: 'none' })
  })

  // Red when the stored token is not bound to its settings.
  test('a changed secret or audience does not use the former token', async ({ assert }) => {
    const { id, tryOut } = await lab()
    await tryOut()
    const change = (authConfig: object) =>
      app.ok('PUT', `${systems}/${id}`, { as: acme.admin, body: { authConfig } })
    secret = 'second'
    assert.isTrue((await tryOut()).success)
    assert.equal(issued, 1)
    await change({ clientSecret: 'wrong' })
    assert.include((await tryOut()).message, 'invalid_client')
    await change({ clientSecret: 'second' })
    assert.isTrue((await tryOut()).success)
    assert.equal(accepted, 't0ken-second-2')
    await change({ audience: 'orders' })
    assert.isTrue((await tryOut()).success)
    assert.equal(issued, 3)
  })

  // Red when the test of a draft stores its token with the saved system.
  test('the test of a draft does not change the stored token', async ({ assert }) => {
    const { id, tryOut } = await lab()
    await tryOut()
    const mine = accepted
    const body = { systemId: id, authConfig: { scope: 'orders' } }
    await app.ok('POST', `${systems}/test`, { as: acme.admin, body })
    assert.equal(issued, 2)
    accepted = mine
    assert.isTrue((await tryOut()).success)
    assert.equal(issued, 2)
  })
})
