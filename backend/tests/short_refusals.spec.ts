// onOneDatabase: no database takes part
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'

const most = 4_096
const long = 'k'.repeat(1_000_000)
/** As much as fits into the head of a request. */
const word = 'w'.repeat(10_000)
const filter = (value: object) => `/api/assets?filter=${encodeURIComponent(JSON.stringify(value))}`

test.group('Refusals', (group) => {
  let app: TestApp
  let acme: TestTenant
  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  const length = ({ body }: { body: unknown }) => JSON.stringify(body).length

  // Red when refuseForeign repeats the whole path, or a Problem repeats a whole value or every item of a list.
  test('stay short for any body: {name}')
    .with([
      { name: 'NUL under a long key', body: `{"${long}":"\\u0000"}` },
      { name: 'a long key with a NUL', body: `{"${long}\\u0000":1}` },
      { name: 'many long keys', body: `{"${word}":{"${word}":{"${word}":"\\ud800"}}}` },
      { name: 'a prototype under a long key', body: `{"${long}":{"__proto__":1}}` },
      { name: 'depth', body: `{"${long}":${'['.repeat(100)}${']'.repeat(100)}}` },
      { name: 'a long scope', body: `{"name":"x","scopes":["${long}"]}` },
      { name: 'a long date', body: `{"name":"x","expiresAt":"${long}"}` },
      { name: 'many wrong items', body: `{"name":"x","scopes":[${Array(200_000).fill(0)}]}` },
      { name: 'many wrong texts', body: `{"name":"x","scopes":[${Array(50).fill('0')}]}` },
      { name: 'a long name', body: `{"name":"${long}"}` },
    ])
    .run(async ({ assert }, { body }) => {
      const reply = await app.call('POST', '/api/api-tokens', {
        as: acme.editor,
        body,
        headers: { 'content-type': 'application/json' },
      })
      assert.include([403, 422], reply.status)
      assert.isBelow(length(reply), most)
    })

  // Red without `onBadUrl`: AdonisJS answers these addresses with plain text.
  test('are problem documents for an address that cannot be decoded', async ({ assert }) => {
    for (const path of ['/api/users/%ED%A0%80', '/%E0%A4%A']) {
      const reply = await fetch(app.url + path)
      assert.equal(reply.status, 400)
      assert.match(reply.headers.get('content-type')!, /^application\/problem\+json/)
      assert.containSubset(await reply.json(), { status: 400, code: 'E_REQUEST', instance: path })
    }
  })

  // Red when a Problem repeats a whole value.
  test('stay short for any address: {name}')
    .with([
      { name: 'a prototype', path: `/api/assets?${word}[__proto__]=1` },
      { name: 'a filter', path: filter({ [word]: 1 }) },
      { name: 'a plain filter', path: `/api/assets?${word}=1` },
      { name: 'a filter that no column can store', path: filter({ [word]: '\0' }) },
      { name: 'a sort', path: `/api/assets?sort=["${word}","ASC"]` },
      { name: 'an id', path: `/api/assets/${word}` },
      { name: 'nothing', path: `/api/${word}` },
    ])
    .run(async ({ assert }, { path }) => {
      const reply = await app.call('GET', path, { as: acme.editor })
      assert.include([400, 404, 422], reply.status)
      assert.isBelow(length(reply), most)
    })

  test('stay short for any head', async ({ assert }) => {
    for (const name of ['x-tenant', 'content-type', 'origin', 'if-match', 'idempotency-key']) {
      const reply = await app.call('POST', '/api/assets', {
        as: acme.editor,
        headers: { 'content-type': 'application/json', [name]: word },
        body: { name: 'x' },
      })
      assert.isAtLeast(reply.status, 400, name)
      assert.isBelow(length(reply), most, name)
    }
  })
})
