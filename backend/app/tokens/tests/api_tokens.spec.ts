import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { Caller } from '@crossdock/kernel/testing'

interface Token {
  id: string
  name: string
  token: string
  prefix: string
  scopes: string[]
  isActive: boolean
  lastUsedAt: string | null
}

const bearer = (token: string): Caller => ({ headers: { authorization: `Bearer ${token}` } })

const table = <T = Record<string, string>>(name: string, where: object) =>
  asOperator('a test looks at what is stored', async () => {
    const found: T[] = await unscoped().from(name).where(where)
    return found
  })

const alter = (name: string, where: object, values: object) =>
  asOperator('a test makes time pass', async () =>
    unscoped().from(name).where(where).update(values)
  )

test.group('API tokens', (group) => {
  let app: TestApp
  let acme: TestTenant
  const create = (body: object, as = acme.admin) =>
    app.ok<Token>('POST', '/api/api-tokens', { as, body: { name: 'ci', ...body } })
  const status = async (token: string, path = '/api/users') =>
    (await app.call('GET', path, { as: bearer(token) })).status

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  // Red when the token is stored in plain text.
  test('a token is shown once and stored as a hash', async ({ assert }) => {
    const made = await create({ name: 'shown once' })
    assert.match(made.token, /^cdk_[\w-]{43}$/)
    assert.isTrue(made.token.startsWith(made.prefix))
    const list = await app.ok<Token[]>('GET', '/api/api-tokens', { as: acme.admin })
    const listed = list.find(({ id }) => id === made.id)!
    assert.notProperty(listed, 'token')
    assert.equal((listed as unknown as { tenantId: string }).tenantId, acme.id)
    const stored = JSON.stringify([
      await table('api_tokens', {}),
      await table('middleware_events', {}),
    ])
    assert.notInclude(stored, made.token)
  })

  test('a program uses it without cookies and without a CSRF token', async ({ assert }) => {
    const { token, id } = await create({})
    const reply = await app.call<Token>('POST', '/api/users', {
      as: bearer(token),
      body: { email: 'by-token@acme.example' },
    })
    assert.equal(reply.status, 201)
    assert.lengthOf(reply.headers.getSetCookie(), 0)
    const [event] = await table('middleware_events', {
      event_type: 'user_invited',
      actor_type: 'token',
    })
    assert.equal(event!.actor_id, id)
  })

  // Red when a request with a wrong token counts as anonymous.
  test('a wrong token is refused, not ignored', async ({ assert }) => {
    const reply = await app.call<{ code: string }>('GET', '/api/users', {
      as: bearer(`cdk_${'a'.repeat(43)}`),
    })
    assert.equal(reply.status, 401)
    assert.equal(reply.body.code, 'E_TOKEN')
    assert.match(reply.headers.get('www-authenticate')!, /^Bearer/)
    for (const value of ['', 'x', 'cdk_short']) assert.equal(await status(value), 401)
  })

  test('revoking ends a token immediately, even one that was just used', async ({ assert }) => {
    const { token, id } = await create({})
    assert.equal(await status(token), 200)
    const path = `/api/api-tokens/${id}`
    assert.equal((await app.call('DELETE', path, { as: acme.admin })).status, 204)
    assert.equal(await status(token), 401)
    const list = await app.ok<Token[]>('GET', '/api/api-tokens?isActive=false', { as: acme.admin })
    assert.include(
      list.map((listed) => listed.id),
      id
    )
    assert.equal((await app.call('DELETE', path, { as: acme.admin })).status, 204)
  })

  test('scopes limit its permissions, and it cannot extend them', async ({ assert }) => {
    const { token } = await create({ scopes: ['users.read', 'tokens.write'] })
    assert.equal(await status(token), 200)
    assert.equal(await status(token, '/api/activity'), 403)
    const call = (body: object) =>
      app.call<Token>('POST', '/api/api-tokens', {
        as: bearer(token),
        body: { name: 'x', ...body },
      })
    assert.equal((await call({ scopes: ['users.write'] })).status, 403)
    const child = await call({})
    assert.sameMembers(child.body.scopes, ['users.read', 'tokens.write'])
    assert.equal((await call({ scopes: ['no.match'] })).status, 422)
  })

  /** A token that was used before it expired; a slow machine needs a longer lifetime. */
  async function seenAlive(livesMs: number): Promise<{ token: string; end: number }> {
    const end = Date.now() + livesMs
    const { token } = await create({ expiresAt: new Date(end).toISOString() })
    return (await status(token)) === 200 ? { token, end } : seenAlive(livesMs * 3)
  }

  // Red when the cached identity of a token outlives the token.
  test('it expires', async ({ assert }) => {
    const past = new Date(Date.now() - 1000).toISOString()
    const reply = await app.call('POST', '/api/api-tokens', {
      as: acme.admin,
      body: { name: 'past', expiresAt: past },
    })
    assert.equal(reply.status, 422)
    const { token, end } = await seenAlive(700)
    await until('the token to expire', () => Date.now() > end)
    // Immediately, not only when its identity is loaded again.
    assert.equal(await status(token), 401)
  })

  test('its use is stored, at most once a minute', async ({ assert }) => {
    // A tenant of its own, because a suspension ends the sessions of all its people.
    const other = await app.tenant('resting')
    const { token, id } = await create({}, other.admin)
    const used = async () => (await table('api_tokens', { id }))[0]!.last_used_at
    assert.isNull(await used())
    await status(token)
    const first = await used()
    assert.closeTo(Date.parse(first!), Date.now(), 60_000)
    await alter('tenants', { id: other.id }, { status: 'suspended' })
    await until('the answer to be checked again', async () => (await status(token)) === 401)
    await alter('tenants', { id: other.id }, { status: 'active' })
    assert.equal(await status(token), 200)
    assert.equal(await used(), first)
    await alter('api_tokens', { id }, { last_used_at: new Date(Date.now() - 61_000).toISOString() })
    await until(
      'the stored use',
      async () => Date.parse((await used())!) > Date.now() - 60_000 || (await status(token), false)
    )
  })

  test("it ends with its owner's account", async ({ assert }) => {
    // The tenant was closed before, which ended all its sessions.
    const { token } = await create({}, await app.signIn('admin@acme.example', 'acme'))
    assert.equal(await status(token), 200)
    await alter('users', { email: 'admin@acme.example' }, { is_active: false })
    await until('the token to be refused', async () => (await status(token)) === 401)
    await alter('users', { email: 'admin@acme.example' }, { is_active: true })
    assert.equal(await status(token), 401, 'permanently')
  })

  test("a super administrator's token manages tenants; one created in a tenant stays there", async ({
    assert,
  }) => {
    const as = await app.superAdmin()
    const wide = await create({ name: 'operator' }, as)
    assert.equal(await status(wide.token, '/api/tenants'), 200)
    const inside = await app.ok<Token>('POST', '/api/api-tokens', {
      as,
      headers: { 'x-tenant': 'acme' },
      body: { name: 'inside' },
    })
    assert.equal(await status(inside.token, '/api/tenants'), 403)
    assert.equal(await status(inside.token), 200)
    const own = await app.ok<Token[]>('GET', '/api/api-tokens', { as })
    assert.deepEqual(
      own.map(({ name }) => name),
      ['operator']
    )
  })
})
