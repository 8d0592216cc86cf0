import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { Caller } from '@crossdock/kernel/testing'

interface Token {
  id: string
  token: string
  parentId: string | null
  scopes: string[]
  expiresAt: string | null
  isActive: boolean
  message: string
}

const bearer = ({ token }: { token: string }): Caller => ({
  headers: { authorization: `Bearer ${token}` },
})
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const alter = (table: string, where: object, values: object) =>
  asOperator('a test changes what is stored', async () =>
    unscoped().from(table).where(where).update(values)
  )

test.group('No caller grants more than they have', (group) => {
  let app: TestApp
  let acme: TestTenant
  const ask = (as: Caller, body: object) =>
    app.call<Token>('POST', '/api/api-tokens', { as, body: { name: 'made', ...body } })
  const make = (as: Caller, body: object = {}) =>
    app.ok<Token>('POST', '/api/api-tokens', { as, body: { name: 'made', ...body } })
  const invite = (as: Caller, role: string) =>
    app.call<{ message: string; code: string }>('POST', '/api/users', {
      as,
      body: { email: `${crypto.randomUUID()}@acme.example`, role },
    })
  const status = async (token: Token, path = '/api/users') =>
    (await app.call('GET', path, { as: bearer(token) })).status
  const listed = async () => app.ok<Token[]>('GET', '/api/api-tokens?limit=100', { as: acme.admin })

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  // Red when inviteUser does not call assertMayGrant.
  test('a role with more permissions than the caller is refused, with the missing ones named', async ({
    assert,
  }) => {
    const narrow = bearer(await make(acme.admin, { scopes: ['users.write', 'dashboard.read'] }))
    for (const role of ['admin', 'editor', 'viewer', 'user']) {
      const { status: answered, body } = await invite(narrow, role)
      assert.equal(answered, 403, role)
      assert.equal(body.code, 'E_GRANT')
      assert.include(body.message, `the role "${role}" holds`)
      assert.include(body.message, 'flows.read')
      assert.notInclude(body.message, 'dashboard.read')
    }
    const people = await app.ok<{ email: string }[]>('GET', '/api/users', { as: acme.admin })
    assert.lengthOf(people, 3)
    const me = await app.ok<{ permissions: string[] }>('GET', '/api/auth/me', { as: acme.viewer })
    const enough = bearer(await make(acme.admin, { scopes: ['users.write', ...me.permissions] }))
    assert.equal((await invite(enough, 'viewer')).status, 201)
    assert.equal((await invite(enough, 'admin')).status, 403)
    assert.equal((await invite(bearer(await make(acme.admin)), 'admin')).status, 201)
  })

  test('a scope that the caller lacks is refused, and an unknown one is an error', async ({
    assert,
  }) => {
    const parent = bearer(await make(acme.admin, { scopes: ['users.read', 'tokens.write'] }))
    const refused = await ask(parent, { scopes: ['users.read', 'users.write'] })
    assert.equal(refused.status, 403)
    assert.include(refused.body.message, 'users.write')
    assert.equal((await ask(parent, { scopes: ['no.match'] })).status, 422)
    assert.sameMembers((await make(parent)).scopes, ['users.read', 'tokens.write'])
  })

  // Red when createToken passes no expiresAt to assertMayGrant, or defaults to null.
  test('a child ends no later than its parent', async ({ assert }) => {
    const parent = await make(acme.admin, { expiresAt: inMinutes(10) })
    const as = bearer(parent)
    for (const expiresAt of [null, inMinutes(11)]) {
      const refused = await ask(as, { expiresAt })
      assert.equal(refused.status, 403)
      assert.include(refused.body.message, parent.expiresAt!)
    }
    const child = await make(as)
    assert.equal(child.expiresAt, parent.expiresAt)
    assert.equal(child.parentId, parent.id)
    const soon = inMinutes(5)
    assert.equal((await make(as, { expiresAt: soon })).expiresAt, soon)
  })

  // Red when a role is granted without an environment.
  test('a token of one environment gives no roles, which apply in all', async ({ assert }) => {
    const [environment] = await app.ok<{ id: string }[]>('GET', '/api/tenant/environments', {
      as: acme.admin,
    })
    const as = bearer(await make(acme.admin, { environment: environment!.id }))
    const body = { email: 'confined@acme.example', role: 'viewer' }
    const refused = await app.call<{ code: string; message: string }>('POST', '/api/users', {
      as,
      body,
    })
    assert.deepEqual([refused.status, refused.body.code], [403, 'E_GRANT'])
    assert.include(refused.body.message, environment!.id)
  })

  // Red when revokeToken does not call revokeDescendants, or drops only the token itself from the cache.
  test('revoking ends children and their children immediately', async ({ assert }) => {
    const parent = await make(acme.admin)
    const child = await make(bearer(parent))
    const grandchild = await make(bearer(child))
    const bystander = await make(acme.admin)
    for (const token of [parent, child, grandchild, bystander]) {
      assert.equal(await status(token), 200)
    }
    await app.ok('DELETE', `/api/api-tokens/${parent.id}`, { as: acme.admin })
    for (const token of [parent, child, grandchild]) assert.equal(await status(token), 401)
    assert.equal(await status(bystander), 200)
    const tokens = await listed()
    for (const { id } of [parent, child, grandchild]) {
      assert.isFalse(tokens.find((token) => token.id === id)!.isActive)
    }
    const ids = await asOperator('a test looks at what is stored', async () => {
      const rows: { target_id: string }[] = await unscoped()
        .from('middleware_events')
        .where('event_type', 'api_token_revoked')
      return rows.map((row) => row.target_id)
    })
    assert.includeMembers(ids, [parent.id, child.id, grandchild.id])
  })

  // Red when findToken checks only the token itself.
  test('whatever ends or limits a token reaches its descendants', async ({ assert }) => {
    const parent = await make(acme.admin)
    const child = await make(bearer(parent))
    assert.equal(await status(child), 200)
    await alter('api_tokens', { id: parent.id }, { expires_at: inMinutes(-1) })
    await until('the child to end', async () => (await status(child)) === 401)
    await alter('api_tokens', { id: parent.id }, { expires_at: null, is_active: false })
    assert.equal(await status(child), 401)
    const scopes = JSON.stringify(['tokens.read'])
    await alter('api_tokens', { id: parent.id }, { is_active: true, scopes })
    assert.equal(await status(child), 403)
    assert.equal(await status(child, '/api/api-tokens'), 200)
  })

  // Red when findToken uses the permissions of the owner's former role.
  test("a child has the current permissions of its owner, and ends with the owner's account", async ({
    assert,
  }) => {
    const email = 'second@acme.example'
    await app.ok('POST', '/api/users', { as: acme.admin, body: { email, role: 'admin' } })
    const child = await make(bearer(await make(await app.signIn(email, 'acme'))))
    assert.equal(await status(child), 200)
    await alter('users', { email }, { role: 'viewer' })
    await until('the rights to be gone', async () => (await status(child)) === 403)
    await alter('users', { email }, { is_active: false })
    await until('the child to end', async () => (await status(child)) === 401)
  })

  test('no child survives a parent that is revoked while it creates children', async ({
    assert,
  }) => {
    const parent = await make(acme.admin)
    const making = Array.from({ length: 12 }, () => ask(bearer(parent), {}))
    const revoking = app.ok('DELETE', `/api/api-tokens/${parent.id}`, { as: acme.admin })
    const made = await Promise.all(making)
    await revoking
    for (const { status: answered, body } of made) {
      assert.include([201, 401], answered)
      if (answered === 201) assert.equal(await status(body), 401)
    }
    const children = (await listed()).filter(({ parentId }) => parentId === parent.id)
    assert.isFalse(children.some(({ isActive }) => isActive))
  })

  // Red when holdParent does not check is_active.
  test('a token that another process has just revoked creates no more tokens', async ({
    assert,
  }) => {
    const parent = await make(acme.admin)
    assert.equal(await status(parent), 200)
    await alter('api_tokens', { id: parent.id }, { is_active: false })
    const refused = await ask(bearer(parent), {})
    assert.equal(refused.status, 401)
    assert.isFalse((await listed()).some(({ parentId }) => parentId === parent.id))
  })

  // Red when generations are not counted.
  test('a line of tokens has a limit', async ({ assert }) => {
    let last = await make(acme.admin)
    for (let generation = 2; generation <= 8; generation++) last = await make(bearer(last))
    const refused = await ask(bearer(last), {})
    assert.equal(refused.status, 403)
    assert.include(refused.body.message, 'generations')
  })

  test("a super administrator's token gives its power over tenants to no child", async ({
    assert,
  }) => {
    const wide = await make(await app.superAdmin())
    assert.equal(await status(wide, '/api/tenants'), 200)
    const child = await make(bearer(wide))
    assert.equal(await status(child, '/api/tenants'), 403)
    const inside = await app.ok<Token>('POST', '/api/api-tokens', {
      as: { headers: { ...bearer(wide).headers, 'x-tenant': 'acme' } },
      body: { name: 'inside' },
    })
    assert.equal(await status(inside), 200)
    assert.include(
      (await listed()).map(({ id }) => id),
      inside.id
    )
    await app.ok('DELETE', `/api/api-tokens/${wide.id}`, { as: await app.superAdmin() })
    for (const token of [wide, child, inside]) assert.equal(await status(token), 401)
  })
})
