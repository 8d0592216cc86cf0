import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'

interface Row {
  id: string
  email?: string
  name?: string
  action?: string
}

test.group('two tenants', (group) => {
  let app: TestApp
  let acme: TestTenant
  let bolt: TestTenant
  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    bolt = await app.tenant('bolt')
    return () => app.stop()
  })

  test('see only their own people, tokens and activity', async ({ assert }) => {
    for (const [mine, other] of [
      [acme, bolt],
      [bolt, acme],
    ] as const) {
      for (const as of [mine.admin, mine.token]) {
        const people = await app.ok<Row[]>('GET', '/api/users', { as })
        assert.lengthOf(people, 3)
        for (const { email } of people) assert.match(email!, new RegExp(`@${mine.subdomain}\\.`))
        assert.lengthOf(await app.ok<Row[]>('GET', '/api/api-tokens', { as }), 1)
        const feed = await until('the feed', async () => {
          const rows = await app.ok<Row[]>('GET', '/api/activity', { as })
          return rows.some(({ action }) => action?.startsWith('Created the API token')) && rows
        })
        assert.notInclude(JSON.stringify(feed), other.subdomain)
        assert.notInclude(
          JSON.stringify(await app.ok('GET', '/api/dashboard/activity', { as })),
          other.subdomain
        )
        const metrics = await app.ok('GET', '/api/dashboard/metrics', { as })
        assert.containsSubset(metrics, { activeUsers: 3, invitedUsers: 0 })
      }
    }
  })

  test('an id of the other tenant is answered like an unknown one', async ({ assert }) => {
    const [theirs] = await app.ok<Row[]>('GET', '/api/api-tokens', { as: bolt.admin })
    const foreign = await app.call<{ code: string }>('DELETE', `/api/api-tokens/${theirs!.id}`, {
      as: acme.admin,
    })
    const missing = await app.call<{ code: string }>('DELETE', '/api/api-tokens/none', {
      as: acme.admin,
    })
    assert.deepEqual([foreign.status, missing.status], [404, 404])
    assert.equal(foreign.body.code, missing.body.code)
    assert.equal((await app.call('GET', '/api/users', { as: bolt.token })).status, 200)
    const listed = await app.ok<Row[]>('GET', `/api/users?filter={"id":"${theirs!.id}"}`, {
      as: acme.admin,
    })
    assert.lengthOf(listed, 0)
  })

  test('naming the other tenant is refused, in query, body and header', async ({ assert }) => {
    const as = acme.admin
    const calls = [
      app.call('GET', `/api/users?tenantId=${bolt.id}`, { as }),
      app.call('GET', '/api/users', { as, headers: { 'x-tenant': bolt.id } }),
      app.call('POST', '/api/users', {
        as,
        body: { email: 'spy@acme.example', tenantId: bolt.id },
      }),
      app.call('POST', '/api/api-tokens', { as, body: { name: 'spy', tenantId: bolt.id } }),
    ]
    for (const { status } of await Promise.all(calls)) assert.equal(status, 403)
    const own = await app.call('GET', `/api/users?tenantId=${acme.id}`, { as })
    assert.equal(own.status, 200)
  })

  // Red when scope.ts compares the named tenant only with the id.
  test('the own tenant can be named by id or subdomain, in all places together', async ({
    assert,
  }) => {
    for (const as of [acme.admin, acme.token]) {
      for (const own of [acme.id, 'acme', 'ACME']) {
        const headers = { 'x-tenant': own }
        for (const path of ['/api/users', '/api/users?tenantId=acme']) {
          assert.equal((await app.call('GET', path, { as, headers })).status, 200)
        }
      }
    }
    const differing = await app.call('GET', `/api/users?tenantId=${acme.id}`, {
      as: acme.admin,
      headers: { 'x-tenant': 'bolt' },
    })
    assert.equal(differing.status, 403)
  })

  // Red when refuseForeignTenant compares only with the id.
  test('a folder and an upload can name the own tenant by subdomain, but no other', async ({
    assert,
  }) => {
    const upload = (tenantId: string) => {
      const form = new FormData()
      form.set('tenantId', tenantId)
      form.set('file', new Blob(['x']), 'named.txt')
      return form
    }
    const folder = (tenantId: string) => ({ name: 'Named', type: 'folder', tenantId })
    for (const bodyOf of [upload, folder]) {
      const answers = []
      for (const tenantId of ['bolt', 'missing', bolt.id, 'acme']) {
        const body = bodyOf(tenantId)
        answers.push((await app.call('POST', '/api/assets', { as: acme.token, body })).status)
      }
      assert.deepEqual(answers, [403, 403, 403, 201])
    }
  })

  // Red when an unknown tenant is answered with 404, or when the error does not name the place.
  test('a foreign and an unknown tenant get the same error, which names the place', async ({
    assert,
  }) => {
    const as = acme.token
    const refusals = async (value: string) => {
      const replies = [
        await app.call<{ message: string }>('GET', '/api/users', {
          as,
          headers: { 'x-tenant': value },
        }),
        await app.call<{ message: string }>('GET', `/api/users?tenantId=${value}`, { as }),
        await app.call<{ message: string }>('POST', '/api/users', {
          as,
          body: { email: 'spy@acme.example', tenantId: value },
        }),
      ]
      return replies.map(({ status, body }) => `${status} ${body.message.replace(value, '…')}`)
    }
    const foreign = await refusals('bolt')
    assert.deepEqual(await refusals('missing'), foreign)
    assert.deepEqual(
      foreign.map((text) => text.split(' names')[0]),
      ['403 The X-Tenant header', '403 The tenantId in the address', '403 The tenantId in the body']
    )
  })

  test('a super administrator chooses one, or sees the totals of all', async ({ assert }) => {
    const as = await app.superAdmin()
    assert.equal((await app.call('GET', '/api/users', { as })).status, 403)
    const people = await app.ok<Row[]>('GET', '/api/users', { as, headers: { 'x-tenant': 'bolt' } })
    assert.lengthOf(people, 3)
    const missing = await app.call('GET', '/api/users', { as, headers: { 'x-tenant': 'missing' } })
    assert.equal(missing.status, 404)
    const metrics = await app.ok('GET', '/api/dashboard/metrics', { as })
    assert.containsSubset(metrics, { activeUsers: 6 })
  })

  test('one address can belong to both', async ({ assert }) => {
    const email = 'courier@both.example'
    for (const { admin } of [acme, bolt]) {
      await app.ok('POST', '/api/users', { as: admin, body: { email, role: 'editor' } })
    }
    for (const { id, subdomain } of [acme, bolt]) {
      const as = await app.signIn(email, subdomain)
      assert.containsSubset(await app.ok('GET', '/api/auth/me', { as }), { user: { tenantId: id } })
    }
  })
})
