// onOneDatabase: no database takes part
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'

const most = 4_096
const long = 'k'.repeat(1_000_000)
/** As much as fits in the head of a request. */
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

  // Red when foreign.ts repeats the whole path, or a Problem the whole of what its sentence names
  // or every item of a list.
  test('stay short whatever the body holds: {name}')
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

  // Red when a Problem repeats the whole of what its sentence names.
  test('stay short whatever the address holds: {name}')
    .with([
      { name: 'a prototype', path: `/api/assets?${word}[__proto__]=1` },
      { name: 'a filter', path: filter({ [word]: 1 }) },
      { name: 'a plain filter', path: `/api/assets?${word}=1` },
      { name: 'a filter no column holds', path: filter({ [word]: '\0' }) },
      { name: 'a sort', path: `/api/assets?sort=["${word}","ASC"]` },
      { name: 'an id', path: `/api/assets/${word}` },
      { name: 'nothing', path: `/api/${word}` },
    ])
    .run(async ({ assert }, { path }) => {
      const reply = await app.call('GET', path, { as: acme.editor })
      assert.include([400, 404, 422], reply.status)
      assert.isBelow(length(reply), most)
    })

  test('stay short whatever the head holds', async ({ assert }) => {
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
