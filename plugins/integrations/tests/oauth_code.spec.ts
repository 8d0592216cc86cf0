// onBothDatabases: conditional statements decide, and PostgreSQL has several processes
import { createHash } from 'node:crypto'
import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { size, testDatabase } from '@crossdock/kernel/testing'
import { addEndpoint, connect, type ShownLog } from './fixtures.js'
import type { Partner } from './partner.js'
import { partnerSettings, withPartner } from './with_partner.js'

const systems = '/api/integrations/systems'
/** Number of calls in each process that find an expired token. */
const atOnce = size({ quick: 8, full: 50 })

interface Grant {
  state: string
  reason: string | null
  grantedAt: string | null
}

test.group('OAuth 2.0 with an authorization code', (group) => {
  let apps: TestApp[]
  let app: TestApp
  let acme: TestTenant
  let partner: Partner
  /** The provider's state: the valid refresh token, and the number of requests. */
  let valid = ''
  let renewals = 0
  let challenge = ''
  let refuses = false
  let revoked = ''
  let lifetime = 60
  /** The provider answers once this promise resolves. */
  let gate = Promise.resolve()

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

  const answer = () =>
    partner.answers(async (request, response) => {
      response.setHeader('Content-Type', 'application/json')
      if (request.url !== '/token') {
        const token = `access-${valid}-s3cret`
        const accepted = token !== revoked && request.headers.authorization === `Bearer ${token}`
        response.statusCode = accepted ? 200 : 401
        return response.end(JSON.stringify({ repeated: `refresh-${valid}-s3cret` }))
      }
      const form = new URLSearchParams(request.body.toString())
      const verifier = createHash('sha256').update(form.get('code_verifier') ?? '')
      const fits =
        form.get('grant_type') === 'authorization_code'
          ? form.get('code') === 'the-code' && verifier.digest('base64url') === challenge
          : form.get('refresh_token') === `refresh-${valid}-s3cret`
      if (form.get('grant_type') === 'refresh_token') renewals++
      await gate
      if (!fits || refuses) {
        response.statusCode = 400
        return response.end(JSON.stringify({ error: 'invalid_grant' }))
      }
      valid = `${Number(valid || 0) + 1}`
      return response.end(
        JSON.stringify({
          access_token: `access-${valid}-s3cret`,
          refresh_token: `refresh-${valid}-s3cret`,
          expires_in: lifetime,
        })
      )
    })

  async function lab(part: object = {}) {
    const { admin: as } = acme
    const { id } = await connect(app, as, {
      baseUrl: partner.url,
      authType: 'oauth2_code',
      authConfig: {
        clientId: 'c',
        clientSecret: 's',
        scope: 'orders',
        authorizationUrl: 'https://id.partner.example/authorize?tenant=7',
        tokenUrl: `${partner.url}/token`,
        ...part,
      },
    })
    const endpoint = await addEndpoint(app, as, id)
    return {
      id,
      authorize: () => app.ok<{ url: string }>('POST', `${systems}/${id}/oauth/authorize`, { as }),
      tryOut: (at = app) =>
        at.ok<{ success: boolean; message: string }>(
          'POST',
          `/api/integrations/endpoints/${endpoint.id}/test`,
          { as }
        ),
      grant: () => app.ok<Grant>('GET', `${systems}/${id}/oauth`, { as }),
    }
  }

  const comeBack = async (query: string, as = acme.admin) => {
    const reply = await app.call('GET', `/oauth/callback?${query}`, { as })
    return reply.headers.get('location') ?? String(reply.status)
  }

  async function connected() {
    const made = await lab()
    answer()
    const url = new URL((await made.authorize()).url)
    challenge = url.searchParams.get('code_challenge') ?? ''
    const state = url.searchParams.get('state') ?? ''
    const back = await comeBack(`code=the-code&state=${state}`)
    return { ...made, url, state, back }
  }

  // Red when a state works twice, or for another person.
  test('access is granted once, only to the person who started', async ({ assert }) => {
    const { id, url, state, back, tryOut, grant } = await connected()
    assert.deepInclude(Object.fromEntries(url.searchParams), {
      tenant: '7',
      response_type: 'code',
      client_id: 'c',
      scope: 'orders',
      code_challenge_method: 'S256',
    })
    assert.match(url.searchParams.get('redirect_uri') ?? '', /\/oauth\/callback$/)
    assert.include(back, `/integrations/systems/${id}?oauth=connected`)
    assert.isTrue((await tryOut()).success)
    assert.deepInclude(await grant(), { state: 'connected', reason: null })
    assert.include(await comeBack(`code=the-code&state=${state}`), '?oauth=expired')

    const other = await lab()
    const begun = new URL((await other.authorize()).url).searchParams.get('state')
    assert.equal(await comeBack(`code=the-code&state=${begun}`, acme.viewer), '403')
    assert.include(await comeBack(`error=access_denied&state=${begun}`), '?oauth=refused')
    assert.deepInclude(await other.grant(), { state: 'none', grantedAt: null })
    assert.include((await other.tryOut()).message, 'not connected')
  })

  // Red when a person in a browser gets JSON.
  test('a person whose session has ended is sent to the sign-in', async ({ assert }) => {
    const back = (accept: string) =>
      fetch(`${app.url}/oauth/callback?code=the-code&state=x`, {
        headers: { accept },
        redirect: 'manual',
      })
    const reply = await back('text/html,*/*;q=0.8')
    assert.equal(reply.status, 302)
    const next = encodeURIComponent('/integrations?oauth=signedOut')
    assert.match(reply.headers.get('location') ?? '', new RegExp(`/login\\?next=${next}$`))
    assert.equal((await back('application/json')).status, 401)
  })

  // Red when tokens are stored or logged in plain text.
  test('tokens are sealed, and masked in all stored data', async ({ assert }) => {
    const { tryOut } = await connected()
    for (const one of apps) assert.isTrue((await tryOut(one)).success)
    const [rows, events] = await app.inside(() =>
      asOperator('test', async () => [
        await unscoped().from('system_grants'),
        await unscoped().from('middleware_events'),
      ])
    )
    const logs = await app.ok<ShownLog[]>('GET', '/api/integrations/logs?limit=1000', {
      as: acme.admin,
    })
    assert.notInclude(JSON.stringify([rows, events, logs]), 's3cret')
    assert.match(String(rows[0].access_token), /^s1\./)
  })

  // Red without claimRenewal(): each call, or each process, renews the token.
  test('an expired token is renewed once for all calls', async ({ assert }) => {
    const { tryOut, grant } = await connected()
    renewals = 0
    app.clock.advance(45_000)
    const all = await Promise.all(
      apps.flatMap((one) => Array.from({ length: atOnce }, () => tryOut(one)))
    )
    assert.deepEqual(
      [...new Set(all.map(({ message }) => message))],
      ['Endpoint responded successfully with status 200 OK.']
    )
    assert.equal(renewals, 1)
    assert.equal((await grant()).state, 'connected')

    // After a 401 the next call renews the token.
    revoked = `access-${valid}-s3cret`
    assert.isFalse((await tryOut()).success)
    assert.isTrue((await tryOut()).success)
    assert.equal(renewals, 2)
  })

  // Red when the row is deleted, or no event is recorded.
  test('an ended grant is shown as broken, and is kept', async ({ assert }) => {
    const { id, tryOut, grant } = await connected()
    app.clock.advance(45_000)
    refuses = true
    assert.include((await tryOut()).message, 'connected again')
    refuses = false
    const broken = await grant()
    assert.equal(broken.state, 'broken')
    assert.include(broken.reason, 'invalid_grant')
    assert.isFalse((await tryOut()).success)
    const recorded = await app.inside(() =>
      asOperator('test', async () =>
        unscoped()
          .from('middleware_events')
          .where({ event_type: 'system_grant_broken', target_id: id })
      )
    )
    assert.lengthOf(recorded, 1)
  })

  // Red when tokens follow a system to another address.
  test('tokens are sent only to the address that they were granted for', async ({ assert }) => {
    const { id, tryOut } = await connected()
    await app.ok('PUT', `${systems}/${id}`, {
      as: acme.admin,
      body: {
        baseUrl: partner.url.replace('127.0.0.1', 'localhost'),
        authConfig: { clientSecret: 's' },
      },
    })
    assert.include((await tryOut()).message, 'another address')
  })

  // Red when the renewal repeats until the token is valid: it would never stop.
  test('a token that expires immediately is renewed once per call', async ({ assert }) => {
    lifetime = 0.001
    const { tryOut } = await connected()
    renewals = 0
    app.clock.advance(1_000)
    assert.isTrue((await tryOut()).success)
    assert.equal(renewals, 1)
    // A lifetime beyond the calendar is stored as a long one.
    lifetime = 1e30
    assert.include((await connected()).back, '?oauth=connected')
    lifetime = 60
  })

  // Red when calls wait for a token by their system alone.
  test('a draft for another address does not get a token from a renewal in progress', async ({
    assert,
  }) => {
    const { id, tryOut } = await connected()
    renewals = 0
    app.clock.advance(45_000)
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    const call = tryOut()
    await until('the renewal', () => renewals === 1)
    const draft = await app.ok<{ message: string }>('POST', `${systems}/test`, {
      as: acme.admin,
      body: {
        systemId: id,
        baseUrl: partner.url.replace('127.0.0.1', 'localhost'),
        authConfig: { clientSecret: 's' },
      },
    })
    assert.include(draft.message, 'another address')
    resolve()
    assert.isTrue((await call).success)
  })
})
