// onOneDatabase: no database takes part
import { test } from '@japa/runner'
import { CallRefused } from '../calls/call_refused.js'
import { buildRequest } from '../connectors/rest/build_request.js'
import { callOf } from './call.js'

test.group('REST request', () => {
  test('joins base URL "{base}" and path "{path}"')
    .with([
      { base: 'https://a.example', path: '/orders', url: 'https://a.example/orders' },
      { base: 'https://a.example/api/', path: 'orders/', url: 'https://a.example/api/orders/' },
      { base: 'https://a.example/api', path: '/', url: 'https://a.example/api' },
      { base: 'https://a.example/?k=1', path: '/x?y=2', url: 'https://a.example/x?k=1&y=2' },
      {
        base: 'https://a.example/api',
        path: '//evil.example/x',
        url: 'https://a.example/api/evil.example/x',
      },
      { base: 'https://a.example/api', path: '/a b/ü', url: 'https://a.example/api/a%20b/%C3%BC' },
    ])
    .run(({ assert }, { base, path, url }) => {
      const call = callOf({ system: { baseUrl: base }, endpoint: { path, method: 'GET' } })
      assert.equal(buildRequest(call).url.href, url)
    })

  test('placeholders are filled and encoded in the path, and cannot leave it', ({ assert }) => {
    const path = '/orders/{orderId}/files/{file.name}?run={system.executionId}'
    const url = (orderId: unknown) =>
      buildRequest(callOf({ endpoint: { path }, values: { params: { orderId } } })).url.href
    assert.equal(
      url('7/8?x#y'),
      'https://erp.northwind.example/api/v1/orders/7%2F8%3Fx%23y/files/invoice%200412.pdf?run=exec-1'
    )
    assert.include(url(42), '/orders/42/')
    for (const orderId of ['..', '.', '%2e%2E']) {
      assert.throws(() => url(orderId), /leaves its base URL/)
    }
  })

  // Red when leavesBase() does not decode, decodes once, or forgets backslashes, parameters or overlong bytes.
  test('the path {$self} cannot leave the base path, however it is written')
    .with([
      ...['/..%2fadmin', '/..%2Fadmin', '/..%5cadmin', '/a/%2e%2e/b', '/%2e%2e%2fadmin', '/.%2e/x'],
      ...[
        '/..\\admin',
        '/%252e%252e%252fadmin',
        '/..%25252fadmin',
        '/..;/admin',
        '/..%3bx=1/a',
        '..',
      ],
      ...['/%u002e%u002e/x', '/%c0%ae%c0%ae/x', '/%25c0%25ae./x', '/%e0%80%ae./x', '/.%00./x'],
      ...['/..%09/x', '/..%20/x', '/..%00/x', '/..%3f/x', '/..%23/x', '/.. /x'],
    ])
    .run(({ assert }, path) => {
      assert.throws(() => buildRequest(callOf({ endpoint: { path } })), /leaves its base URL/)
    })

  // Red when holdsControl() is not asked: the address would be cleaned without a word.
  test('a line end in a path is refused, not dropped', ({ assert }) => {
    for (const path of ['/orders\r\n/x', '/or\tders', '/orders?a=\n1']) {
      assert.throws(() => buildRequest(callOf({ endpoint: { path } })), /line end/)
    }
  })

  test('dots and percent signs inside names are fine', ({ assert }) => {
    for (const path of [
      '/v1..2/x',
      '/...',
      '/a%20b/100%25.pdf',
      '/.well-known/x',
      '/7%2F8',
      '/.%C3%A9t/x',
      '/50%25up',
    ]) {
      assert.include(buildRequest(callOf({ endpoint: { path } })).url.href, path)
    }
  })

  test('a placeholder without a value is named', ({ assert }) => {
    const call = callOf({ endpoint: { path: '/orders/{orderId}' } })
    assert.throws(() => buildRequest(call), /\{orderId\} and has none/)
    // Red when valueAt() reads what all objects have.
    for (const name of ['constructor.name', 'constructor', '__proto__']) {
      const inherited = callOf({ endpoint: { path: `/{params.${name}}` } })
      assert.throws(() => buildRequest(inherited), /has none/)
    }
  })

  test('fields are mapped target from source, dotted on both sides', ({ assert }) => {
    const request = buildRequest(
      callOf({
        endpoint: {
          requestSchema: {
            body: {
              kind: 'invoice',
              document: { lang: 'en' },
              run: '{system.executionId}',
              bytes: '{file.size}',
            },
          },
          fieldMapping: {
            fileMetadata: {
              'document.title': 'name',
              'document.order': 'order.number',
              gone: 'nothing.here',
            },
            userMetadata: { 'sender.email': 'email' },
            systemFields: { event: 'eventType' },
          },
        },
      })
    )
    assert.deepEqual(JSON.parse(String(request.body)), {
      kind: 'invoice',
      run: 'exec-1',
      bytes: 1284,
      document: { lang: 'en', title: 'invoice 0412.pdf', order: 'PO-7' },
      sender: { email: 'dana@acme.example' },
      event: 'file_upload',
    })
    assert.equal(request.headers.get('content-type'), 'application/json')
    assert.equal(request.headers.get('idempotency-key'), 'exec-1:step-1')
  })

  test('a mapping cannot reach the prototype', ({ assert }) => {
    const request = buildRequest(
      callOf({ endpoint: { fieldMapping: { fileMetadata: { '__proto__.polluted': 'name' } } } })
    )
    assert.equal(request.body, '{"__proto__":{"polluted":"invoice 0412.pdf"}}')
    assert.isUndefined(({} as Record<string, unknown>).polluted)
  })

  test('without a body of its own, mapped fields go into the query', ({ assert }) => {
    const { url, body } = buildRequest(
      callOf({
        endpoint: {
          method: 'GET',
          requestSchema: { queryParams: { page: 2, q: '{file.name}' } },
          fieldMapping: { fileMetadata: { 'filter.size': 'size' } },
        },
      })
    )
    assert.isUndefined(body)
    assert.equal(url.search, '?page=2&q=invoice+0412.pdf&filter.size=1284')
  })

  test('endpoint headers win over the system headers, whatever their case', ({ assert }) => {
    const request = buildRequest(
      callOf({
        system: { auth: { headers: { accept: 'text/csv', 'X-Site': 'hamburg' } } },
        endpoint: {
          requestSchema: { headers: { ACCEPT: 'application/xml', 'X-File': '{file.id}' } },
        },
      })
    )
    assert.equal(request.headers.get('Accept'), 'application/xml')
    assert.equal(request.headers.get('x-site'), 'hamburg')
    assert.equal(request.headers.get('x-file'), 'asset-1')
  })

  test('a form is sent as a form', ({ assert }) => {
    const request = buildRequest(
      callOf({
        endpoint: {
          requestSchema: {
            headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
            body: { name: '{file.name}', n: 1 },
          },
        },
      })
    )
    assert.equal(request.body, 'name=invoice+0412.pdf&n=1')
  })

  test('what cannot be sent is refused with a sentence: {says}')
    .with([
      { says: 'no base URL', call: { system: { baseUrl: null } } },
      { says: 'has none', call: { sendFile: 'body' as const } },
      {
        says: 'cannot carry a file',
        call: { sendFile: 'body' as const, endpoint: { method: 'GET' as const }, withFile: true },
      },
      {
        says: 'JSON object to write into',
        call: {
          endpoint: { requestSchema: { body: [1] }, fieldMapping: { fileMetadata: { a: 'name' } } },
        },
      },
    ])
    .run(({ assert }, { says, call }) => {
      const { withFile, ...parts } = call as typeof call & { withFile?: boolean }
      const file = withFile
        ? { name: 'a', mimeType: 'text/plain', size: 0, open: async function* () {} }
        : null
      try {
        buildRequest(callOf({ ...parts, file }))
        assert.fail('It was built')
      } catch (error) {
        assert.instanceOf(error, CallRefused)
        assert.include((error as Error).message, says)
      }
    })
})
