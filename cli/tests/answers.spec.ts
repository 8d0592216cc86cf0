// onOneDatabase: the command line uses the server only over HTTP
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { ScriptedServer } from './scripted_server.js'
import { selfSigned } from './self_signed.js'
import { Shell } from './shell.js'

test.group('CLI and answers of servers', (group) => {
  let shell: Shell
  group.each.setup(async () => {
    shell = await Shell.open()
    return () => shell.close()
  })

  // Red when the answer's hasCode is ignored.
  test('asks for the link when the mail has no code', async ({ assert, cleanup }) => {
    const message = 'Very many mails were asked for. Use the newest link in your email.'
    const server = await ScriptedServer.start((_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ message, hasCode: false }))
    })
    cleanup(() => server.stop())
    const who = ['--email', 'ops@acme.example', '--organization', 'acme']
    const { code, stderr } = await shell.run(['login', '--server', server.url, ...who])
    assert.equal(code, 2)
    assert.include(stderr, message)
    assert.include(stderr, '--code "<link>"')
    assert.notInclude(stderr, 'code was mailed')
  })

  const whoamiAt = (url: string) =>
    shell.run(['whoami'], { env: { CROSSDOCK_SERVER: url, CROSSDOCK_TOKEN: 'cdk_any' } })

  const problem = (body: object) => JSON.stringify(body)

  test('{name}')
    .with([
      {
        name: 'a limit: 8, with the time to wait',
        status: 429,
        headers: { 'retry-after': '17' },
        body: problem({ message: 'Too many requests.', requestId: 'req-1' }),
        code: 8,
        says: ['Too many requests.', 'Try again in 17 s.', 'request id: req-1'],
      },
      {
        name: 'refused values: 6, one line per field, no repetition',
        status: 422,
        headers: {},
        body: problem({
          message: 'Valid email address is required',
          errors: [
            { field: 'adminEmail', rule: 'email', message: 'Valid email address is required' },
            { field: 'name', rule: 'required', message: 'Tenant name is required' },
          ],
        }),
        code: 6,
        says: [
          'error: The server refused these values:\n' +
            '  adminEmail: Valid email address is required\n' +
            '  name: Tenant name is required\n',
        ],
      },
      {
        name: 'a failure: 1, with its request id',
        status: 500,
        headers: {},
        body: problem({ message: 'Something went wrong.', requestId: 'req-2' }),
        code: 1,
        says: ['Something went wrong.', 'request id: req-2'],
      },
      {
        name: 'a proxy without its server: 7',
        status: 503,
        headers: { 'x-request-id': 'req-3' },
        body: '<h1>Service Unavailable</h1>',
        code: 7,
        says: ['503', '/api/auth/me', 'request id: req-3'],
      },
      {
        name: 'a redirect: 7, with the new address',
        status: 301,
        headers: { location: 'https://crossdock.acme.example/api/auth/me' },
        body: '',
        code: 7,
        says: ['--server https://crossdock.acme.example'],
      },
      {
        name: 'a page instead of JSON: 1',
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<h1>Welcome</h1>',
        code: 1,
        says: ['did not return JSON', 'names a Crossdock server'],
      },
    ])
    .run(async ({ assert }, { status, headers, body, code, says }) => {
      const server = await ScriptedServer.start((_request, response) => {
        response.writeHead(status, headers).end(body)
      })
      try {
        const outcome = await whoamiAt(server.url)
        assert.equal(outcome.code, code, outcome.stderr)
        for (const text of says) assert.include(outcome.stderr, text)
        assert.equal(outcome.stdout, '')
      } finally {
        await server.stop()
      }
    })

  test('a refused connection: 7, with the address', async ({ assert }) => {
    const server = await ScriptedServer.start(() => undefined)
    const { url } = server
    await server.stop()
    const { code, stderr } = await whoamiAt(url)

    assert.equal(code, 7)
    assert.include(stderr, `Cannot reach ${url}: the connection was refused.`)
  })

  // Red when the message of Node.js is printed: it names an option that the command line does not have.
  test('a certificate of an unknown authority: 7, with the way to trust it', async ({
    assert,
    cleanup,
  }) => {
    const server = createServer(selfSigned).listen(0, '127.0.0.1')
    cleanup(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { code, stderr } = await whoamiAt(`https://127.0.0.1:${port}`)
    assert.equal(code, 7)
    assert.include(stderr, 'its certificate comes from an unknown authority.')
    assert.include(stderr, 'export NODE_EXTRA_CA_CERTS=')
    assert.notInclude(stderr, '--use-system-ca')
  })

  test('reports why an upload was refused before it was read', async ({ assert }) => {
    const server = await ScriptedServer.start((_request, response) => {
      response.writeHead(413).end(problem({ message: 'scan.bin is larger than 10 MB.' }))
    })
    try {
      await writeFile(shell.path('scan.bin'), Buffer.alloc(20_000_000))
      const { code, stderr } = await shell.run(['assets', 'put', 'scan.bin'], {
        env: { CROSSDOCK_SERVER: server.url, CROSSDOCK_TOKEN: 'cdk_any' },
      })
      assert.equal(code, 6, stderr)
      assert.include(stderr, 'scan.bin is larger than 10 MB.')
    } finally {
      await server.stop()
    }
  })

  test('text from the server cannot control the terminal', async ({ assert }) => {
    const server = await ScriptedServer.start((_request, response) => {
      response.writeHead(403).end(problem({ message: 'No\u001b[2J\u001b]0;owned\u0007' }))
    })
    try {
      const { code, stderr } = await whoamiAt(server.url)
      assert.equal(code, 3)
      assert.notInclude(stderr, '\u001b')
    } finally {
      await server.stop()
    }
  })
})
