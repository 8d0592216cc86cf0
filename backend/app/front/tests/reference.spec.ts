// onOneDatabase: no database takes part
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { errorCodes } from '../reference/error_codes.js'
import { meanings } from '../reference/error_meanings.js'
import { read } from './support.js'

type Described = Record<string, Record<string, { summary: string; operationId: string }>>

const decoded = (markup: string) =>
  markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

test.group('The API reference', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  test('has the nine sections, the figures and the links of the specification', async ({
    assert,
  }) => {
    const { status, text } = await read(app, '/api-docs')
    assert.equal(status, 200)
    const sections = [...text.matchAll(/<summary>.*?<\/svg\s*>([^<]+)<\/summary/gs)].map(
      ([, name]) => name!.trim()
    )
    assert.deepEqual(sections, [
      'Authentication',
      'Tenants',
      'Users and roles',
      'Assets',
      'Workflows',
      'Integrations',
      'Sync and agents',
      'Analytics',
      'Webhooks',
    ])
    for (const words of ['v2.1', '/api/v2</code>', 'Bearer authentication', '3600 seconds'])
      assert.include(text, words)
    assert.include(
      text,
      '1,000 requests an hour, 10,000 with the plan Enterprise, and 100 a minute'
    )
    assert.include(text, 'at most 100 rows (limit)')
    for (const path of ['changelog', 'errors', 'events', 'rate-limits'])
      assert.include(text, `href="/api-docs/${path}"`)
    assert.include(text, 'href="/api/v2/openapi.json"')
    const landing = await read(app, '/')
    assert.lengthOf([...landing.text.matchAll(/href="\/api-docs"/g)], 2)
  })

  // Red when an operation is missing in the navigation, or its page shows another one.
  test('has a page for every operation of the description', async ({ assert }) => {
    const { paths } = await app.ok<{ paths: Described }>('GET', '/api/v2/openapi.json')
    const { text } = await read(app, '/api-docs')
    const links = [
      ...text.matchAll(/href="(\/api-docs\/[a-z]+\/[a-z0-9-]+)"\s+data-path="([^"]+)"/g),
    ].map(([, address, path]) => ({ address: address!, path: `/api/v2${path}` }))
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { summary }]) => ({ path, method, summary }))
    )
    assert.isAbove(operations.length, 150)
    assert.lengthOf(new Set(links.map(({ address }) => address)), operations.length)
    for (const { address, path } of links) {
      const page = await read(app, address)
      assert.equal(page.status, 200, address)
      const [, title = ''] = /<h1 lang="en"[^>]*>([^<]*)<\/h1>/.exec(page.text) ?? []
      const method = /data-method="([A-Z]+)"/.exec(page.text)?.[1]?.toLowerCase()
      const found = operations.find((one) => one.path === path && one.method === method)
      assert.equal(decoded(title), found?.summary, address)
      for (const words of ['curl ', 'await fetch(', 'crossdock ', `${path}</code>`])
        assert.include(page.text, words, address)
    }
  }).timeout(120_000)

  test('shows the fields, limits, permission and errors of an operation', async ({ assert }) => {
    const { text } = await read(app, '/api-docs/assets/get-assets')
    assert.include(text, 'Scope assets.read')
    assert.match(text, /<code>limit<\/code>\s*<span>query, integer/)
    assert.include(text, 'From 1 to 100')
    assert.include(text, 'href="/api-docs/errors#E_CURSOR"')
    assert.match(text, /<code>data\[\]\.name<\/code>/)
    const made = await read(app, '/api-docs/assets/post-assets')
    assert.match(made.text, /<code>name<\/code>\s*<span>string<\/span>\s*<b>Required<\/b>/)
    assert.match(made.text, /<code>file<\/code>\s*<span>binary<\/span>/)
    assert.include(made.text, 'crossdock api POST /api/v2/assets')
  })

  test('finds operations without a script, by words and by address', async ({ assert }) => {
    const { text } = await read(app, '/api-docs?search=trash+DELETE')
    assert.match(text, /Operations with &quot;trash DELETE&quot;: [1-9]/)
    assert.include(text, 'Move a file or folder to the trash')
    const none = await read(app, '/api-docs?search=%3Cscript%3Ealert(1)%3C%2Fscript%3E')
    assert.equal(none.status, 200)
    assert.include(none.text, 'No operation has')
    assert.notInclude(none.text, '<script>alert')
  })

  test('answers 404 as a page of the reference, for any address', async ({ assert }) => {
    for (const path of [
      'nothing',
      'assets/nothing',
      'assets/get-assets/more',
      'constructor',
      '__proto__',
      'assets/__proto__',
      'assets/toString',
      'ASSETS',
      '%00',
      '..%2F..%2Fetc',
      '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
      `assets/${'a'.repeat(2_000)}`,
    ]) {
      const { status, text, headers } = await read(app, `/api-docs/${path}`)
      assert.equal(status, 404, path)
      assert.notInclude(text, 'alert(1)', path)
      assert.match(headers.get('content-type')!, /html/, path)
      assert.include(text, 'id="sections"', path)
    }
    for (const query of ['search[]=a&search[]=b', 'search[x]=1', `search=${'b'.repeat(5_000)}`]) {
      const { status } = await read(app, `/api-docs?${query}`)
      assert.oneOf(status, [200, 414, 422], query.slice(0, 20))
    }
    const json = await app.call<{ code: string }>('GET', '/api-docs/nothing')
    assert.deepEqual([json.status, json.body.code], [404, 'E_NOT_FOUND'])
  })

  // Red when a page queries the database for its reader.
  test('shows no data of a tenant, and the same to every reader', async ({ assert }) => {
    for (const path of ['/api-docs', '/api-docs/assets/get-assets', '/api-docs/events']) {
      const stranger = await read(app, path)
      const inside = await read(app, path, acme.admin.headers)
      for (const word of ['acme', acme.id, 'admin@']) {
        assert.notInclude(inside.text.replaceAll('ada@acme.example', ''), word)
      }
      // Only the initial state of the request builder depends on a session.
      const without = (markup: string) =>
        markup.replace(/<form\s+class="card try"[\s\S]*?<\/form>/, '').replaceAll(/\s+/g, ' ')
      assert.equal(without(inside.text), without(stranger.text))
    }
  })

  test('runs and loads only what its policy allows, and is small', async ({ assert }) => {
    const { text, headers } = await read(app, '/api-docs/assets/post-assets')
    const policy = headers.get('content-security-policy')!
    for (const [, , content] of text.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g))
      assert.include(policy, createHash('sha256').update(content!).digest('base64'))
    assert.notMatch(text, / style=| on\w+=/)
    assert.notInclude(policy, 'unsafe')
    assert.include(policy, "connect-src 'self'")
    const { gzipSync } = await import('node:zlib')
    const size = (content: string | Buffer) => gzipSync(content).length
    assert.isBelow(size(text) + size(readFileSync('admin/public/api-docs.js')), 60_000)
  })

  test('is in German when the public pages are', async ({ assert }) => {
    const { text } = await read(app, '/api-docs/users/get-users', { 'accept-language': 'de' })
    assert.match(text, /<html lang="de">/)
    for (const words of ['Benutzer und Rollen', 'Ausprobieren', 'Fehlercodes', 'Grenzen für'])
      assert.include(text, words)
    assert.include(text, '<h1 lang="en"')
    const errors = await read(app, '/api-docs/errors', { 'accept-language': 'de' })
    assert.include(errors.text, 'Der Inhalt ist größer, als diese Operation erlaubt.')
    assert.include(errors.text, '1.000 Anfragen in der Stunde')
    const start = await read(app, '/api-docs', { 'accept-language': 'de' })
    assert.include(
      start.text,
      '1.000 Anfragen in der Stunde senden, mit dem Tarif Enterprise 10.000'
    )
  })

  test('has every event with its schema from the description', async ({ assert }) => {
    const { webhooks } = await app.ok<{ webhooks: Record<string, object> }>(
      'GET',
      '/api/v2/openapi.json'
    )
    const { text } = await read(app, '/api-docs/events')
    const shown = [...text.matchAll(/<details id="([a-z_]+)"/g)].map(([, name]) => name)
    assert.sameMembers(shown, Object.keys(webhooks))
    assert.includeMembers(shown, ['file_upload', 'user_invited'])
    const schema = { properties: { type: { const: 'file_upload' } } }
    assert.containSubset(webhooks.file_upload, {
      post: { requestBody: { content: { 'application/json': { schema } } } },
    })
  })

  test('every code of the catalog is explained', async ({ assert }) => {
    const { text } = await read(app, '/api-docs/errors')
    for (const [code, { statuses, sentences }] of Object.entries(errorCodes)) {
      assert.include(text, `id="${code}"`)
      assert.isNotEmpty(statuses, code)
      assert.isTrue(sentences.length > 0 || code in meanings, `${code} says nothing`)
    }
    for (const code of Object.keys(meanings)) assert.property(errorCodes, code)
  })

  /** Codes that only logs, commands and process failures use, never an answer. */
  const notAnswered = [
    'E_CANCELLED',
    'E_FAILED',
    'E_NOT_INSTALLED',
    'E_RESULT_TOO_LARGE',
    'E_ROUTE_NOT_FOUND',
    'E_SECRET_DAMAGED',
    'E_SECRET_KEY',
    'E_SECRET_UNKNOWN_KEY',
    'E_SERVER_FULL',
    'E_SLOW_READER',
    'E_STATE_COPIED',
    'E_TOO_MANY_CONNECTIONS',
  ]

  // Red when the sources refuse with a code that is not in the catalog.
  test('every code of the sources is in the catalog, or known not to be an answer', ({
    assert,
  }) => {
    const files = globSync('{backend/{kernel,app},plugins/*}/**/*.ts').filter(
      (file) =>
        !/node_modules|\/(tests|testing|admin|texts|program)\/|error_codes\.ts$|error_meanings\.ts$/.test(
          file
        )
    )
    assert.isAbove(files.length, 500)
    const used = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/'(E_[A-Z_0-9]+)'/g)].map(([, code]) => code!)
    )
    const unknown = [...new Set(used)].filter(
      (code) => !(code in errorCodes) && !notAnswered.includes(code)
    )
    assert.deepEqual(unknown, [])
  })
})

// Red when an organization's address shows the operator's brand, or hides the reference.
test('At the address of an organization the API reference has no brand', async ({
  assert,
  cleanup,
}) => {
  const app = await bootApp({ settings: { TRUST_PROXY: true, APP_URL: 'http://dock.example' } })
  cleanup(() => app.stop())
  await app.tenant('acme')
  const as = await app.superAdmin()
  await app.ok('PUT', '/api/public-pages', { as, body: { productName: 'Dock & Co' } })
  const host = (name: string) => ({ 'x-forwarded-host': name })
  const own = await read(app, '/api-docs', host('acme.dock.example'))
  assert.equal(own.status, 200)
  assert.include(own.text, '<code>http://acme.dock.example/api/v2</code>')
  assert.notInclude(own.text, 'Dock &amp; Co')
  const main = await read(app, '/api-docs', host('dock.example'))
  assert.include(main.text, 'Dock &amp; Co API')
})
