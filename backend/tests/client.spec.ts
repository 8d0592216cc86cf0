import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { createClient, CrossdockError, rows } from '@crossdock/client/v2'
import { test } from '@japa/runner'

/** The part of the description that these tests use. The package contains the complete one. */
interface Paths {
  '/api/v2/assets': {
    get: {
      parameters: { query?: { limit?: number; cursor?: string; search?: string } }
      responses: {
        200: {
          content: { 'application/json': { data: { name: string }[]; nextCursor: string | null } }
        }
      }
    }
    post: {
      parameters: object
      requestBody: { content: { 'application/json': { name: string; type: 'folder' } } }
      responses: { 201: { content: { 'application/json': { data: { id: string } } } } }
    }
  }
}

test.group('The client for programs', (group) => {
  let app: TestApp
  let token: string
  group.setup(async () => {
    app = await bootApp()
    const acme = await app.tenant('acme')
    const body = { name: 'program' }
    ;({ token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: acme.admin,
      body,
    }))
    return () => app.stop()
  })

  test('creates objects, and reads all pages of a list', async ({ assert }) => {
    const api = createClient<Paths>({ server: `${app.url}/`, token })
    const names = Array.from({ length: 5 }, (_, at) => `folder ${at}`)
    for (const name of names) {
      const { data, error } = await api.POST('/api/v2/assets', { body: { name, type: 'folder' } })
      assert.isUndefined(error)
      assert.isString(data?.data.id)
    }
    const read: string[] = []
    for await (const { name } of rows(api, '/api/v2/assets', { query: { limit: 2 } })) {
      read.push(name)
    }
    assert.deepEqual(read.sort(), names)
  })

  test('returns the sentence of a refusal', async ({ assert }) => {
    const api = createClient<Paths>({ server: app.url, token: 'cdk_unknown' })
    const { error, response } = await api.GET('/api/v2/assets')
    assert.equal(response.status, 401)
    assert.isString(error?.['message'])
    const all = async () => {
      for await (const row of rows(api, '/api/v2/assets')) return row
    }
    const thrown = (await all().catch((caught: unknown) => caught)) as CrossdockError
    assert.instanceOf(thrown, CrossdockError)
    assert.equal(thrown.status, 401)
    assert.match(thrown.code!, /^E_/)
  })

  // Red when each attempt has a new key.
  test('repeats a request to a busy server with the same key, and gives up in time', async ({
    assert,
  }) => {
    const keys: (string | null)[] = []
    let refusals = 1
    const busy: typeof fetch = async (request, init) => {
      keys.push((request as Request).headers.get('idempotency-key'))
      if (refusals-- > 0)
        return new Response(null, { status: 503, headers: { 'retry-after': '0' } })
      return fetch(request, init)
    }
    const options = { server: app.url, token, fetch: busy }
    const body = { name: 'once', type: 'folder' } as const
    const made = await createClient<Paths>(options).POST('/api/v2/assets', { body })
    assert.equal(made.response.status, 201)
    assert.lengthOf(new Set(keys), 1)
    assert.lengthOf(keys, 2)
    refusals = 1
    const hasty = createClient<Paths>({ ...options, waitSeconds: 0 })
    assert.equal((await hasty.GET('/api/v2/assets')).response.status, 503)
  })

  // Red when redirects are followed.
  test('sends the token to no other address', async ({ assert }) => {
    const send: typeof fetch = async (request) => {
      assert.equal((request as Request).redirect, 'error')
      return Response.json({ data: [], nextCursor: null })
    }
    await createClient<Paths>({ server: app.url, token, fetch: send }).GET('/api/v2/assets')
    assert.throws(() => createClient({ server: 'ftp://files.example.com', token }), /http or https/)
  })
})
