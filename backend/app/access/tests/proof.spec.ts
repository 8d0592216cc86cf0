import { test } from '@japa/runner'
import { bootApp, withCode, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import type { Caller } from '@crossdock/kernel/testing'
import { alter, anotherCode, Browser, minutesAgo, rows } from './support.js'

interface Refusal {
  code: string
  message: string
  errors: { field: string }[]
}

test.group('Fresh proof', (group) => {
  let app: TestApp
  let acme: TestTenant
  let turn = 0

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  async function person(role = 'admin') {
    const email = `prover-${++turn}@acme.example`
    const { id } = await app.ok<{ id: string }>('POST', '/api/users', {
      as: acme.admin,
      body: { email, role },
    })
    return { id, email, as: await app.signIn(email, 'acme') }
  }
  const grow = (userId: string, minutes: number) =>
    alter('sessions', { user_id: userId }, { proved_at: minutesAgo(minutes) })
  const makeToken = (as: Caller) =>
    app.call<Refusal>('POST', '/api/api-tokens', { as, body: { name: 'probe' } })
  const verify = (as: Caller, code: string) =>
    app.call<Refusal>('POST', '/api/auth/proof/verify', { as, body: { code } })
  const mailedCode = async (email: string, as: Caller) => {
    const asking = () => app.ok('POST', '/api/auth/proof', { as })
    const { text } = await app.mailTo(email, asking)
    assertNoLink(text)
    return withCode.exec(text)![0]
  }
  function assertNoLink(text: string) {
    if (text.includes('/login?token=')) throw new Error(`A link that signs in: ${text}`)
  }

  // Red when scopeOf does not call assertProved, or assertProved compares nothing.
  test('is required 15 minutes after sign-in, and nothing happens without it', async ({
    assert,
  }) => {
    const { id, as } = await person()
    await grow(id, 14)
    assert.equal((await makeToken(as)).status, 201)
    await grow(id, 15)
    const refused = await makeToken(as)
    assert.equal(refused.status, 403)
    assert.equal(refused.body.code, 'E_FRESH_PROOF_NEEDED')
    assert.match(refused.body.message, /^Confirm that it is you/)
    assert.lengthOf(await rows('api_tokens', { user_id: id }), 1)
    const [made] = await rows<{ id: string }>('api_tokens', { user_id: id })
    const ending = await app.call<Refusal>('DELETE', `/api/api-tokens/${made!.id}`, { as })
    assert.equal(ending.body.code, 'E_FRESH_PROOF_NEEDED')
    const system = await app.call<Refusal>('POST', '/api/integrations/systems', { as, body: {} })
    assert.equal(system.body.code, 'E_FRESH_PROOF_NEEDED')
    assert.equal((await app.call('GET', '/api/api-tokens', { as })).status, 200)
    // Red when assertProved accepts a session without a proof.
    await alter('sessions', { user_id: id }, { proved_at: null })
    assert.equal((await makeToken(as)).body.code, 'E_FRESH_PROOF_NEEDED')
  })

  // Red when the action requires a proof for every change, or for none.
  test('is required for a system only when its address or credentials change', async ({
    assert,
  }) => {
    const { id, as } = await person()
    const baseUrl = 'https://erp.proof.example/api'
    const made = await app.ok<{ id: string }>('POST', '/api/integrations/systems', {
      as,
      body: {
        name: 'ERP',
        systemType: 'api',
        authType: 'bearer',
        capabilities: ['send'],
        baseUrl,
        authConfig: { accessToken: 's3cr3t' },
      },
    })
    const path = `/api/integrations/systems/${made.id}`
    await grow(id, 60)
    const change = async (body: object) => {
      const reply = await app.call<Partial<Refusal>>('PUT', path, { as, body })
      return reply.body.code ?? reply.status
    }
    const whole = await app.ok<{ name: string }>('GET', path, { as })
    assert.equal(await change({ description: 'Orders' }), 200)
    assert.equal(await change({ isActive: false }), 200)
    assert.equal(await change({ name: 'Our ERP', capabilities: ['send', 'receive'] }), 200)
    // The body is the unchanged answer of GET.
    assert.equal(await change(whole), 200)
    for (const body of [
      { authConfig: { accessToken: 'another' } },
      { authConfig: { accessToken: null } },
      { authConfig: null },
      { authType: 'basic', authConfig: { username: 'u', password: 'p' } },
      { systemType: 'webhook' },
      { baseUrl: `${baseUrl}/v2` },
      { name: 'Other', baseUrl: `${baseUrl}/v2` },
    ]) {
      assert.equal(await change(body), 'E_FRESH_PROOF_NEEDED', JSON.stringify(body))
    }
    assert.containsSubset(await app.ok('GET', path, { as }), {
      name: whole.name,
      baseUrl,
      authType: 'bearer',
      systemType: 'api',
    })
    await grow(id, 1)
    assert.equal(await change({ name: 'Other', baseUrl: `${baseUrl}/v2` }), 200)
  })

  test('is not required from callers without the permission, nor from tokens', async ({
    assert,
  }) => {
    const { id, as } = await person('viewer')
    const made = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as,
      body: { name: 'own' },
    })
    await grow(id, 60)
    const system = await app.call<Refusal>('POST', '/api/integrations/systems', { as, body: {} })
    assert.equal(system.body.code, 'E_FORBIDDEN')
    const token = { headers: { authorization: `Bearer ${made.token}` } }
    const [row] = await rows<{ id: string }>('api_tokens', { user_id: id })
    assert.equal(
      (await app.call('DELETE', `/api/api-tokens/${row!.id}`, { as: token })).status,
      204
    )
  })

  // Red when noteProof records no event: the cached session stays unproved.
  test('is given by a mailed code, once, for that session', async ({ assert }) => {
    const { id, email, as } = await person()
    const elsewhere = await app.signIn(email, 'acme')
    await grow(id, 60)
    const code = await mailedCode(email, as)
    assert.equal((await verify(as, code)).status, 204)
    assert.equal((await makeToken(as)).status, 201)
    assert.equal((await makeToken(elsewhere)).body.code, 'E_FRESH_PROOF_NEEDED')
    const again = await verify(as, code)
    assert.equal(again.status, 403)
    assert.equal(again.body.code, 'E_PROOF')
    assert.equal(again.body.errors[0]!.field, 'code')
    const [event] = await rows<{ event_type: string; actor: unknown }>('middleware_events', {
      event_type: 'session_proved',
    })
    assert.exists(event)
  })

  // Red when the code is bound to the address or the browser instead of the session.
  test('of one session does not work in another, and cannot sign in', async ({ assert }) => {
    const { id, email, as } = await person()
    const other = await app.signIn(email, 'acme')
    await grow(id, 60)
    const code = await mailedCode(email, as)
    assert.equal((await verify(other, code)).body.code, 'E_PROOF')
    const browser = new Browser(app)
    await browser.requestMail(email, 'acme')
    assert.equal((await browser.code(email, code, 'acme')).status, 401)
    const { code: signIn } = await browser.mail(email, 'acme')
    assert.equal((await verify(as, signIn)).body.code, 'E_PROOF')
    assert.equal((await verify(as, code)).status, 204)
  })

  // Red without countWrongCode or countAttempt.
  test('cannot be guessed: a mail allows five wrong codes, a session ten', async ({ assert }) => {
    const { id, email, as } = await person()
    await grow(id, 60)
    const code = await mailedCode(email, as)
    for (let at = 0; at < 5; at++) {
      assert.equal((await verify(as, anotherCode(code))).status, 403)
    }
    assert.equal((await verify(as, code)).body.code, 'E_PROOF')
    for (let at = 0; at < 4; at++) await verify(as, anotherCode(code))
    const next = await mailedCode(email, as)
    const limited = await verify(as, next)
    assert.equal(limited.status, 429)
    assert.exists(limited.headers.get('retry-after'))
    const newSession = await app.signIn(email, 'acme')
    assert.equal((await makeToken(newSession)).status, 201)
  })

  // Red when the mails are not counted.
  test('is mailed at most ten times in ten minutes to one session', async ({ assert }) => {
    const { as } = await person()
    const ask = async () => (await app.call('POST', '/api/auth/proof', { as })).status
    for (let at = 0; at < 10; at++) assert.equal(await ask(), 200)
    assert.equal(await ask(), 429)
  })

  test('cannot be given by a token', async ({ assert }) => {
    for (const path of ['/api/auth/proof', '/api/auth/proof/verify']) {
      const body = path.endsWith('verify') ? { code: '123456' } : undefined
      const refused = await app.call<Refusal>('POST', path, { as: acme.token, body })
      assert.equal(refused.status, 403)
      assert.equal(refused.body.code, 'E_NO_SESSION')
      assert.include(refused.body.message, 'test is not')
    }
  })

  test('works the same for a super administrator', async ({ assert }) => {
    const email = 'operator@crossdock.example'
    const as = await app.signIn(email)
    const [user] = await rows<{ id: string }>('users', { email })
    await grow(user!.id, 60)
    assert.equal((await makeToken(as)).body.code, 'E_FRESH_PROOF_NEEDED')
    assert.equal((await verify(as, await mailedCode(email, as))).status, 204)
    assert.equal((await makeToken(as)).status, 201)
  })

  test('is in the API description', async ({ assert }) => {
    const api = await app.ok<{ paths: Record<string, Record<string, Record<string, unknown>>> }>(
      'GET',
      '/api/openapi.json',
      { as: acme.admin }
    )
    const { 'x-proof': proof, description, responses } = api.paths['/api/api-tokens']!.post!
    assert.equal(proof, 'fresh')
    assert.include(String(description), 'E_FRESH_PROOF_NEEDED')
    assert.property(responses, '403')
    assert.notProperty(api.paths['/api/api-tokens']!.get, 'x-proof')
  })
})
