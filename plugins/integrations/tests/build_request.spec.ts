// onOneDatabase: uses no database
import { test } from '@japa/runner'
import { CallRefused } from '../placeholders/call_refused.js'
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
      assert.equal(buildRequest(call).url, url)
    })

  test('placeholders are filled and encoded in the path, and cannot leave it', ({ assert }) => {
    const path = '/orders/{orderId}/files/{file.name}?run={system.executionId}'
    const url = (orderId: unknown) =>
      buildRequest(callOf({ endpoint: { path }, values: { params: { orderId } } })).url
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
      '/..%2fadmin',
      '/..%2Fadmin',
      '/..%5cadmin',
      '/a/%2e%2e/b',
      '/%2e%2e%2fadmin',
      '/.%2e/x',
      '/..\\admin',
      '/%252e%252e%252fadmin',
      '/..%25252fadmin',
      '/..;/admin',
      '/..%3bx=1/a',
      '..',
      '/%u002e%u002e/x',
      '/%c0%ae%c0%ae/x',
      '/%25c0%25ae./x',
      '/%e0%80%ae./x',
      '/.%00./x',
      '/..%09/x',
      '/..%20/x',
      '/..%00/x',
      '/..%3f/x',
      '/..%23/x',
      '/.. /x',
    ])
    .run(({ assert }, path) => {
      assert.throws(() => buildRequest(callOf({ endpoint: { path } })), /leaves its base URL/)
    })

  // Red when holdsControl() is not called: the URL parser would silently clean the address.
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
      assert.include(buildRequest(callOf({ endpoint: { path } })).url, path)
    }
  })

  test('a placeholder without a value is named', ({ assert }) => {
    const call = callOf({ endpoint: { path: '/orders/{orderId}' } })
    assert.throws(() => buildRequest(call), /\{orderId\} and has none/)
    // Red when valueAt() reads inherited properties.
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

  test('without a body, mapped fields go into the query', ({ assert }) => {
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
    assert.match(url, /[?]page=2&q=invoice%200412.pdf&filter.size=1284$/)
  })

  test('endpoint headers override system headers, ignoring case', ({ assert }) => {
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

  // Red when the query passes through URLSearchParams or URL, or is cut at the second "?".
  test('the query "{query}" is sent as typed')
    .with([
      { query: '?wsdl', sent: '?wsdl' },
      { query: '?', sent: '?' },
      { query: '?a', sent: '?a' },
      { query: '?a=&b', sent: '?a=&b' },
      {
        query: '?next=https://h.test/a?b=1&c=2',
        sent: '?next=https://h.test/a?b=1&c=2',
      },
      {
        query: "?$filter=name eq 'A'&$select=a,b;c:d",
        sent: "?$filter=name%20eq%20'A'&$select=a,b;c:d",
      },
      { query: '?q=a+b%20c%2Bd', sent: '?q=a+b%20c%2Bd' },
      { query: '?sig=aGk=&t=2026-01-01T00:00:00Z', sent: '?sig=aGk=&t=2026-01-01T00:00:00Z' },
      { query: '?share=100%&x=%zz', sent: '?share=100%25&x=%25zz' },
      { query: '?q=Zoë|x"<>\\^`[1]', sent: '?q=Zo%C3%AB%7Cx%22%3C%3E%5C%5E%60%5B1%5D' },
      { query: '?a=1&&a=2&', sent: '?a=1&&a=2&' },
      { query: ';v=1/x?b', sent: ';v=1/x?b' },
    ])
    .run(({ assert }, { query, sent }) => {
      const endpoint = { path: `/orders${query}`, method: 'GET' as const }
      const { url } = buildRequest(callOf({ endpoint }))
      assert.equal(url, `https://erp.northwind.example/api/v1/orders${sent}`)
      // The base URL may have its own query.
      const system = { baseUrl: `https://a.example/orders${query}#x` }
      const based = buildRequest(callOf({ system, endpoint: { path: '', method: 'GET' } }))
      assert.equal(based.url, `https://a.example/orders${sent}`)
    })

  // Red when a character of a value counts as part of the surrounding query.
  test('values in a query are fully encoded, the typed text around them is not', ({ assert }) => {
    const name = "a&b=c;d,e+f#g'h?%20\u0001ü"
    const value = "a%26b%3Dc%3Bd%2Ce%2Bf%23g'h%3F%2520%01%C3%BC"
    const call = callOf({
      endpoint: {
        path: "/orders?$filter=name eq '{params.name}'",
        method: 'GET',
        requestSchema: {
          queryParams: { $top: 5, q: 'x,{params.name};50% + 1&c', 'a=b&c': true, list: ['{n}'] },
        },
        fieldMapping: { fileMetadata: { 'file,name': 'name' } },
      },
      values: { params: { name, n: 'a,b' } },
    })
    assert.equal(
      buildRequest(call).url.split('?').slice(1).join('?'),
      `$filter=name%20eq%20'${value}'&$top=5&q=x,${value};50%25%20%2B%201%26c&a%3Db%26c=true&list=%5B%22a%2Cb%22%5D&file,name=invoice%200412.pdf`
    )
  })

  test('a parameter replaces one of the same name', ({ assert }) => {
    const call = callOf({
      system: { baseUrl: 'https://a.example/?v=1&k%20e=2&x' },
      endpoint: {
        path: '/x?y=3',
        method: 'GET',
        requestSchema: { queryParams: { v: 2, 'k e': 3 } },
      },
    })
    assert.equal(buildRequest(call).url, 'https://a.example/x?x&y=3&v=2&k%20e=3')
  })

  test('half of a surrogate pair is refused in a path, a query and a body', ({ assert }) => {
    for (const endpoint of [
      { path: '/{params.name}' },
      { path: '/x?a={params.name}' },
      { requestSchema: { queryParams: { a: '{params.name}' } } },
      {
        requestSchema: { headers: { 'Content-Type': 'text/plain' }, body: '{params.name}' },
      },
    ]) {
      const call = callOf({ endpoint, values: { params: { name: 'a\ud800' } } })
      assert.throws(() => buildRequest(call), /surrogate/)
    }
  })

  // Red when a body is always sent in UTF-8.
  test('a body is sent in the charset of its type, or is refused: {type}')
    .with([
      { type: 'application/json; charset=ISO-8859-1', body: { n: 'ë' }, sent: '{"n":"\xeb"}' },
      { type: 'text/plain;charset="windows-1252"', body: '5 €', sent: '5 \x80' },
      {
        type: 'text/xml',
        body: '<?xml version="1.0" encoding="ISO-8859-1"?><n>ë</n>',
        sent: '<?xml version="1.0" encoding="ISO-8859-1"?><n>\xeb</n>',
      },
      {
        type: 'application/x-www-form-urlencoded; charset=iso-8859-1',
        body: { 'na me': 'Zoë & Co*' },
        sent: 'na+me=Zo%EB+%26+Co*',
      },
      { type: 'application/x-www-form-urlencoded', body: { a: 'ë~' }, sent: 'a=%C3%AB%7E' },
      { type: 'application/json; charset=ISO-8859-1', body: { n: '€' }, says: /has no "€"/ },
      { type: 'application/x-www-form-urlencoded;charset=latin1', body: { n: '€' }, says: /"€"/ },
      { type: 'text/plain; charset=klingon', body: 'a', says: /"klingon"/ },
    ])
    .run(({ assert }, { type, body, sent, says }) => {
      const requestSchema = { headers: { 'Content-Type': type }, body }
      const build = () => buildRequest(callOf({ endpoint: { requestSchema } }))
      if (says) assert.throws(build, says)
      else assert.equal(Buffer.from(build().body as string | Buffer).toString('latin1'), sent)
    })

  test('a text without a type declares its charset', ({ assert }) => {
    const xml = '<?xml version="1.0" encoding="iso-8859-1"?><n>ë</n>'
    const request = buildRequest(callOf({ endpoint: { requestSchema: { body: xml } } }))
    assert.equal(request.headers.get('content-type'), 'text/plain; charset=iso-8859-1')
    assert.deepEqual(request.body, Buffer.from(xml, 'latin1'))
  })

  test('a request that cannot be sent is refused with a message: {says}')
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
