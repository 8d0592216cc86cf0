// onBothDatabases: the first spec of its domain
import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { DriverTrace, type Caller } from '@crossdock/kernel/testing'

interface Token {
  userId: string
  id: string
  name: string
  token: string
  owner: string | null
  status: string
  lastUsedAt: string | null
  lastUsedIp: string | null
}

const day = 24 * 60 * 60_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

test.group('The last use of a token', (group) => {
  let app: TestApp
  let acme: TestTenant
  const stored = <T>(work: () => Promise<T>) =>
    app.inside(() => asOperator('a test changes what is stored', work))
  const make = (name: string, as: Caller = acme.admin, body: object = {}) =>
    app.ok<Token>('POST', '/api/api-tokens', { as, body: { name, ...body } })
  const use = ({ token }: Token, from: string) =>
    app.call('GET', '/api/auth/me', {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from },
    })
  const list = (query = '', as: Caller = acme.admin) =>
    app.ok<Token[]>('GET', `/api/api-tokens?limit=1000${query}`, { as })
  const shown = async ({ id }: Token, as: Caller = acme.admin) => (await list(`&id=${id}`, as))[0]!
  const alter = ({ id }: Token, values: object) =>
    stored(async () => unscoped().from('api_tokens').where({ id }).update(values))

  group.setup(async () => {
    app = await bootApp({ settings: { TRUST_PROXY: true } })
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  // Red when the guard stores no address, or one of a use it does not store.
  test('has a time and an address, at most once a minute', async ({ assert }) => {
    const token = await make('used')
    assert.isNull(token.lastUsedIp)
    await use(token, '203.0.113.7')
    const first = await shown(token)
    assert.equal(first.lastUsedIp, '203.0.113.7')
    assert.closeTo(Date.parse(first.lastUsedAt!), Date.now(), 60_000)
    // Red when noteUse queries the database for each use.
    const trace = new DriverTrace()
    try {
      for (let turn = 0; turn < 5; turn++) await use(token, '203.0.113.8')
    } finally {
      trace.stop()
    }
    const writes = trace.asked.filter(({ text }) => /update .?api_tokens/i.test(text))
    assert.deepEqual(writes, [])
    assert.deepEqual(await shown(token), first)
    await alter(token, { last_used_at: new Date(Date.now() - 61_000).toISOString() })
    await until('the next stored use', async () => {
      await use(token, '2001:db8::9')
      return (await shown(token)).lastUsedIp === '2001:db8::9'
    })
  })

  // Red when noteUse stores the text of the proxy.
  test('a client without an address counts as the proxy', async ({ assert }) => {
    const token = await make('behind a proxy')
    await use(token, '<script>')
    const { lastUsedAt, lastUsedIp } = await shown(token)
    assert.isString(lastUsedAt)
    assert.equal(lastUsedIp, '127.0.0.1')
  })

  // Red when noteUse does not check the stored time.
  test('a use that another process has just stored stays unchanged', async ({ assert }) => {
    const token = await make('used elsewhere')
    // The cached token shows no use, because a refused request does not count as one.
    await alter(token, { expires_at: inDays(-1) })
    assert.equal((await use(token, '203.0.113.1')).status, 401)
    assert.isNull((await shown(token)).lastUsedAt)
    const noted = new Date(Date.now() - 30_000).toISOString()
    await alter(token, { expires_at: null, last_used_at: noted, last_used_ip: '203.0.113.2' })
    assert.equal((await use(token, '203.0.113.3')).status, 200)
    assert.equal((await shown(token)).lastUsedIp, '203.0.113.2')
  })

  // Red when showTokens names owners to everyone.
  test('owners are shown to callers who may read people', async ({ assert }) => {
    const theirs = await make('of the viewer', acme.viewer)
    assert.equal((await shown(theirs)).owner, 'viewer@acme.example')
    await app.ok('PUT', `/api/users/${theirs.userId}`, {
      as: acme.admin,
      body: { firstName: 'Vera', lastName: 'Brandt' },
    })
    assert.equal((await shown(theirs)).owner, 'Vera Brandt')
    assert.isNull((await shown(theirs, acme.viewer)).owner)
    const reader = await make('reads tokens', acme.admin, { scopes: ['tokens.read'] })
    const as = { headers: { authorization: `Bearer ${reader.token}` } }
    assert.isNull((await shown(theirs, as)).owner)
  })

  // Red when listTokens does not use inStatus, or one of its conditions is missing.
  test('the list separates active, expiring, expired and revoked tokens', async ({ assert }) => {
    const [live, soon, over, ended] = [
      await make('live', acme.editor, { expiresAt: inDays(30) }),
      await make('soon', acme.editor, { expiresAt: inDays(6) }),
      await make('over', acme.editor, { expiresAt: inDays(6) }),
      await make('ended', acme.editor),
    ]
    await alter(over, { expires_at: inDays(-1) })
    await app.ok('DELETE', `/api/api-tokens/${ended.id}`, { as: acme.editor })
    const named = async (filter: string) =>
      (await list(`&filter=${encodeURIComponent(filter)}`, acme.editor))
        .map(({ name, status }) => `${name}: ${status}`)
        .sort()
    assert.deepEqual(await named('{"status":"active"}'), ['live: active', 'soon: active'])
    assert.deepEqual(await named('{"status":"expiring"}'), ['soon: active'])
    assert.deepEqual(await named('{"status":["expired","revoked"]}'), [
      'ended: revoked',
      'over: expired',
    ])
    assert.deepEqual(await named('{"status":[]}'), [])
    const wrong = await app.call('GET', '/api/api-tokens?status=gone', { as: acme.editor })
    assert.equal(wrong.status, 400)
    assert.lengthOf(await list(`&userId=${live.id}`), 0)
    const { user } = await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', {
      as: acme.editor,
    })
    const theirs = await list(`&userId=${user.id}&status=active`)
    assert.sameMembers(
      theirs.map(({ name }) => name),
      [live.name, soon.name]
    )
  })

  // Red when whereDescendants ends at the children, or includes the token itself.
  test('all descendants of a token are found', async ({ assert }) => {
    const by = ({ token }: Token): Caller => ({ headers: { authorization: `Bearer ${token}` } })
    const parent = await make('parent')
    const child = await make('child', by(parent))
    const grandchild = await make('grandchild', by(child))
    await make('bystander')
    const below = async (token: Token, as?: Caller) =>
      (await list(`&ancestorId=${token.id}`, as)).map(({ id }) => id)
    assert.sameMembers(await below(parent), [child.id, grandchild.id])
    assert.deepEqual(await below(child), [grandchild.id])
    assert.deepEqual(await below(grandchild), [])
    assert.deepEqual(await below(parent, acme.viewer), [])
  })
})
