// onBothDatabases: rows without a value sort first on one database and last on the other
import { hash } from 'node:crypto'
import { bootApp, type Caller, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { environmentResolver, inTenant } from '@crossdock/kernel/tenancy'
import { pluginHost } from '@crossdock/kernel/plugin'
import { size, testDatabase } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import { fill, kindOf } from './matrix/named.js'
import { furnishedTenant, startSystem } from './matrix/furnished_tenant.js'

interface Page {
  data: { id: string; name: string }[]
  nextCursor: string | null
}

interface Refusal {
  code: string
  message: string
}

const production = (tenantId: string) =>
  inTenant(tenantId, () => environmentResolver.use().resolve(tenantId, null))

function query(values: Record<string, unknown>): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue
    given.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return given.toString()
}

test.group('The API for programs', (group) => {
  let app: TestApp
  let acme: TestTenant
  let as: Caller

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    as = acme.admin
    return () => app.stop()
  })
  // Every test may send as many requests as a minute allows.
  group.each.setup(() => app.clock.advance(61_000))

  const page = (path: string, values: Record<string, unknown> = {}, who = as) =>
    app.ok<Page>('GET', `/api/v2/${path}?${query(values)}`, { as: who })
  const folder = (name: string, parentId?: string) =>
    app.ok<{ data: { id: string } }>('POST', '/api/v2/assets', {
      as,
      body: { name, type: 'folder', ...(parentId ? { parentId } : {}) },
    })

  async function pages(path: string, values: Record<string, unknown>, between = async () => {}) {
    const names: string[] = []
    let cursor: string | null = null
    do {
      const read: Page = await page(path, { ...values, cursor })
      names.push(...read.data.map(({ name, id }) => name ?? id))
      cursor = read.nextCursor
      if (cursor) await between()
    } while (cursor)
    return names
  }

  test('a token is exchanged for a bearer token that ends after an hour, or with its token', async ({
    assert,
  }) => {
    const made = await app.ok<{ id: string; token: string }>('POST', '/api/api-tokens', {
      as,
      body: { name: 'program' },
    })
    const trade = (headers: Record<string, string>, body?: object) =>
      app.call<Record<string, string>>('POST', '/api/v2/auth/token', { headers, body })
    const { status, body } = await trade({ authorization: `Bearer ${made.token}` })
    assert.equal(status, 200)
    assert.deepInclude(body, { tokenType: 'Bearer', expiresIn: 3600 })
    const inBody = await trade({}, { token: made.token })
    assert.equal(inBody.status, 200)
    const list = ({ accessToken = '' }) =>
      app.call<Refusal>('GET', '/api/v2/assets', {
        headers: { authorization: `Bearer ${accessToken}` },
      })
    assert.equal((await list(body)).status, 200)
    const forged = `${body.accessToken!.slice(0, -2)}aa`
    assert.equal((await list({ accessToken: forged })).status, 401)
    assert.equal((await trade({}, { token: 'cdk_wrong' })).status, 401)
    app.clock.advance(3_600_001)
    const late = await list(body)
    assert.equal(late.status, 401)
    assert.match(late.body.message, /POST \/api\/v2\/auth\/token/)
    const fresh = await trade({}, { token: made.token })
    assert.equal((await list(fresh.body)).status, 200)
    const own = { authorization: `Bearer ${made.token}` }
    await app.ok('DELETE', `/api/api-tokens/${made.id}`, { headers: own })
    assert.equal((await list(fresh.body)).status, 401)
  })

  test('a list that changes between pages shows each remaining row once', async ({ assert }) => {
    const { data: home } = await folder('Paged')
    for (const name of ['b', 'd', 'f', 'h', 'j']) await folder(name, home.id)
    let turn = 0
    const names = await pages(
      'assets',
      { filter: { parent: home.id }, sort: ['name', 'ASC'], limit: 2 },
      async () => void (turn++ === 0 && (await folder('a', home.id)))
    )
    assert.deepEqual(names, ['b', 'd', 'f', 'h', 'j'])
  })

  for (const direction of ['ASC', 'DESC']) {
    test(`rows without the sort value are shown, too: ${direction}`, async ({ assert }) => {
      const all = await pages('users', { sort: ['email', 'ASC'], limit: 100 })
      const sorted = await pages('users', { sort: ['lastLoginAt', direction], limit: 2 })
      assert.deepEqual(sorted.toSorted(), all.toSorted())
      assert.isAbove(all.length, 2)
    }).setup(async () => {
      for (const person of ['one', 'two', 'three']) {
        await app.call('POST', '/api/users', {
          as,
          body: { email: `${person}-${direction.toLowerCase()}@acme.example`, role: 'viewer' },
        })
      }
    })
  }

  test('a cursor is valid only for its list and organization', async ({ assert }) => {
    const { data: home } = await folder('Cursors')
    for (const name of ['1', '2', '3']) await folder(name, home.id)
    const filter = { parent: home.id }
    const { nextCursor } = await page('assets', { filter, limit: 1 })
    const refused = async (path: string, values: Record<string, unknown>, who = as) => {
      const { status, body } = await app.call<Refusal>('GET', `/api/v2/${path}?${query(values)}`, {
        as: who,
      })
      assert.equal(status, 400)
      return `${body.code} ${body.message}`
    }
    const cursor = nextCursor!
    const other = await app.tenant('other')
    assert.match(
      await refused('assets', { filter, cursor }, other.admin),
      /E_CURSOR .*another list/
    )
    assert.match(await refused('users', { cursor }), /E_CURSOR .*another list/)
    assert.match(await refused('assets', { cursor }), /E_CURSOR .*filter/)
    assert.match(await refused('assets', { filter, cursor: cursor.slice(0, -4) }), /cut short/)
    assert.match(await refused('assets', { filter, cursor: `c2${cursor.slice(2)}` }), /version/)
    assert.match(await refused('assets', { filter, cursor: 'page2' }), /nextCursor/)
    // Red when the code of a cursor needs no key: its content would reach the database unchecked.
    const [check, said] = [43, Buffer.from(cursor.slice(3), 'base64url').toString()]
    const edited = `${said.slice(0, check)}[0,{"$gt":""},"x"]`
    const context = await app.inside(async () => {
      const mark = JSON.stringify([
        '/api/v2/assets',
        {},
        acme.id,
        await production(acme.id),
        { parentId: home.id },
        { field: 'name', direction: 'asc' },
      ])
      return `crossdock cursor\n${mark}\n[0,{"$gt":""},"x"]`
    })
    const unsigned = `${hash('sha256', context, 'base64url')}[0,{"$gt":""},"x"]`
    for (const text of [edited, unsigned]) {
      const forged = `c1_${Buffer.from(text).toString('base64url')}`
      assert.match(await refused('assets', { filter, cursor: forged }), /E_CURSOR/)
    }
    assert.match(await refused('assets', { limit: 101 }), /E_LIST .*1 to 100/)
    assert.match(await refused('assets', { range: [0, 9] }), /cursor/)
  })

  // Red when the signature of a cursor lacks the ids in its address, or the environment.
  test('a cursor is valid only for its nested list and environment', async ({ assert }) => {
    const as = acme.token
    const webhooks: string[] = []
    for (const name of ['first', 'second']) {
      const body = { name, url: 'https://partner.example/', eventTypes: ['file_upload'] }
      const made = await app.ok<{ data: { id: string } }>('POST', '/api/v2/webhooks', {
        as,
        body: { ...body, isActive: false },
      })
      webhooks.push(made.data.id)
    }
    const [first, second] = webhooks
    for (let number = 0; number < 2; number++) {
      const body = { eventType: 'file_upload' }
      await app.ok('POST', `/api/v2/webhooks/${first}/example`, { as, body })
    }
    const deliveries = await page(`webhooks/${first}/deliveries`, { limit: 1 }, as)
    assert.isString(deliveries.nextCursor)
    const list = await page('webhooks', { limit: 1 }, as)
    await app.ok('POST', '/api/admin/environments', {
      as: await app.superAdmin(),
      headers: { 'x-tenant': 'acme' },
      body: { name: 'testing', displayName: 'Testing', tenantId: acme.id },
    })
    const ask = (path: string, cursor: string | null, headers = {}) =>
      app.call<Refusal>('GET', `/api/v2/${path}?${query({ limit: 1, cursor })}`, { as, headers })
    const own = await ask(`webhooks/${first}/deliveries`, deliveries.nextCursor)
    assert.equal(own.status, 200)
    const other = await ask(`webhooks/${second}/deliveries`, deliveries.nextCursor)
    const elsewhere = await ask('webhooks', list.nextCursor, { 'x-environment': 'testing' })
    for (const { status, body } of [other, elsewhere])
      assert.deepEqual([status, body.code], [400, 'E_CURSOR'])
  })

  test('an object has the same ETag, and a repeated key the same answer, under /api/v2', async ({
    assert,
  }) => {
    const headers = { 'idempotency-key': 'v2-once' }
    const body = { name: 'Once', type: 'folder' }
    const first = await app.call<{ data: { id: string } }>('POST', '/api/v2/assets', {
      as,
      body,
      headers,
    })
    assert.equal(first.status, 201)
    const { id } = first.body.data
    assert.equal(first.headers.get('location'), `/api/v2/assets/${id}`)
    const again = await app.call('POST', '/api/v2/assets', { as, body, headers })
    assert.deepEqual(again.body, first.body)
    const one = await app.call<{ data: object }>('GET', `/api/v2/assets/${id}`, { as })
    const plain = await app.call<object>('GET', `/api/assets/${id}`, { as })
    assert.deepEqual(one.body.data, plain.body)
    const etag = one.headers.get('etag')!
    assert.equal(etag, plain.headers.get('etag'))
    const rename = (tag: string) =>
      app.call('PUT', `/api/v2/assets/${id}`, {
        as,
        body: { name: 'Twice' },
        headers: { 'if-match': tag },
      })
    assert.equal((await rename('"other"')).status, 412)
    assert.equal((await rename(etag)).status, 200)
  })

  // Red when /api/v2 drops a permission, or is served without its tenant.
  test('each route refuses the same callers as under /api', async ({ assert }) => {
    const system = await startSystem()
    try {
      const owner = await furnishedTenant(app, 'owner', system.url)
      await app.tenant('stranger')
      const callers: Record<string, Caller | undefined> = {
        stranger: undefined,
        viewer: owner.viewer,
      }
      const operations = await pluginHost.use().publicOperations()
      const step = size({ quick: 7, full: 1 })
      const walked = operations.filter((_, index) => index % step === 0)
      for (const [turn, operation] of walked.entries()) {
        // A session may send 100 requests a minute.
        if (turn % 90 === 0)
          callers.stranger = await app.signIn('admin@stranger.example', 'stranger')
        const plain = operation.path.replace('/v2', '')
        const id = plain.includes('{') ? owner.ids[kindOf({ ...operation, path: plain })] : ''
        for (const [name, caller] of Object.entries(callers)) {
          // An accepted request of a viewer would change the results of later ones.
          if (name === 'viewer' && operation.method !== 'GET') continue
          const ask = async (path: string) => {
            const body = operation.method === 'GET' ? undefined : {}
            const sent = fill(path, id ?? '')
            const reply = await app.call<Refusal>(operation.method, sent, { as: caller, body })
            return `${reply.status} ${reply.status < 400 ? '' : reply.body.code}`
          }
          assert.equal(await ask(operation.path), await ask(plain), `${name}: ${operation.route}`)
        }
      }
    } finally {
      system.close()
    }
  }).skip(testDatabase !== 'sqlite', 'SQLite is sufficient')

  test('every list returns the same rows in pages as in one answer', async ({ assert }) => {
    const system = await startSystem()
    try {
      const tenant = await furnishedTenant(app, 'furnished', system.url)
      const lists = (await pluginHost.use().publicOperations()).filter(
        ({ method, list, response, path, access }) =>
          method === 'GET' && list && response && !path.includes('{') && access !== 'operator'
      )
      assert.isAbove(lists.length, 15)
      for (const { path } of lists) {
        app.clock.advance(61_000)
        const who = { as: tenant.admin }
        const whole = await app.ok<object[]>('GET', `${path.replace('/v2', '')}?limit=50`, who)
        const read: object[] = []
        let cursor: string | null = ''
        for (let turn = 0; cursor !== null && turn < 30; turn++) {
          const values = query({ limit: '3', cursor: cursor || undefined })
          const body: { data: object[]; nextCursor: string | null } = await app.ok(
            ...(['GET', `${path}?${values}`, who] as const)
          )
          read.push(...body.data)
          cursor = body.nextCursor
        }
        // Newer rows may have been added in front.
        const known = new Set(whole.map(idOf))
        const found = read.map(idOf).filter((id) => known.has(id))
        assert.deepEqual(found, whole.map(idOf), path)
      }
    } finally {
      system.close()
    }
  }).skip(testDatabase !== 'sqlite', 'SQLite is sufficient')

  // Red when a value of the query reaches the database unchecked.
  test('no list answers a hostile query with a server error', async ({ assert }) => {
    const lists = (await pluginHost.use().publicOperations()).filter(({ list }) => list)
    const step = size({ quick: 5, full: 1 })
    let who = as
    for (const [turn, { path }] of lists.filter((_, at) => at % step === 0).entries()) {
      // A session may send 100 requests a minute.
      if (turn % 8 === 0) who = await app.signIn('admin@acme.example', 'acme')
      const address = fill(path, '00000000-0000-7000-8000-000000000000')
      for (const hostile of hostileQueries) {
        const { status, body } = await app.call<Refusal>('GET', `${address}?${hostile}`, {
          as: who,
        })
        assert.include([200, 400, 403, 404, 422], status, `${address}?${hostile}`)
        if (status !== 200) assert.match(body.code, /^E_/)
      }
    }
  }).skip(testDatabase !== 'sqlite', 'SQLite is sufficient')

  test('a caller may send 100 requests a minute', async ({ assert }) => {
    const other = await app.tenant('busy')
    const ask = () => app.call<Refusal>('GET', '/api/v2/roles?limit=1', { as: other.admin })
    const answers = await Promise.all(Array.from({ length: 101 }, ask))
    const refused = answers.filter(({ status }) => status === 429)
    assert.lengthOf(refused, 1)
    assert.match(refused[0]!.body.message, /100 requests a minute/)
    assert.exists(refused[0]!.headers.get('retry-after'))
    assert.equal((await page('roles', { limit: 1 })).data.length, 1)
    const [first] = answers
    assert.include(first!.headers.get('ratelimit-policy'), '"v2-minute";q=100;w=60, "v2-hour"')
    assert.match(first!.headers.get('ratelimit')!, /"v2-minute";r=\d+;t=\d+, "v2-hour";r=9\d\d;/)
  })

  test('the description contains both schemas and the parameters of a list', async ({ assert }) => {
    interface Description {
      paths: Record<string, Record<string, { parameters: { name?: string }[]; tags: string[] }>>
    }
    const { paths } = await app.ok<Description>('GET', '/api/v2/openapi.json')
    const names = paths['/api/v2/assets']!.get!.parameters.map(({ name }) => name)
    assert.includeMembers(names, ['filter', 'sort', 'cursor', 'limit'])
    assert.notInclude(names, 'range')
    assert.exists(paths['/api/v2/auth/token'])
    const tags = new Set(Object.values(paths).flatMap((path) => Object.values(path)[0]!.tags))
    assert.includeMembers([...tags], ['assets', 'users', 'workflows', 'integrations', 'sync'])
  })
})

/** A forged cursor with content that no list created. */
const forged = `c1_${Buffer.from(`${'a'.repeat(16)}[0,{"$gt":""},"x"]`).toString('base64url')}`
const hostileQueries = [
  'limit=NaN',
  'limit=-1&cursor=',
  'limit=1e2',
  'limit=1&limit=2',
  `cursor=${forged}`,
  'cursor=%00&cursor[]=x',
  'filter={"id":{"$gt":""}}',
  'filter=[[[[]]]]&sort=["id"]',
  'sort=["id;drop table users","ASC"]',
  '__proto__=1&constructor[prototype]=x',
]

const idOf = (row: object) => ('id' in row ? row.id : JSON.stringify(row))
