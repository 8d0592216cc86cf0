// onOneDatabase: the command line uses the server only over HTTP
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { ExternalSystem, User } from '@crossdock/client'
import { ScriptedServer } from './scripted_server.js'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'

const UNUSED = { CROSSDOCK_SERVER: 'http://127.0.0.1:9', CROSSDOCK_TOKEN: 'cdk_nobody' }

test.group('CLI api', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    return async () => {
      await shell.close()
      await app.stop()
    }
  })

  const api = <T>(...args: string[]) => shell.json<T>(['api', ...args])

  // Red when the command line parses or writes JSON with JSON.parse alone.
  test('numbers are sent and printed exactly as written', async ({ assert }) => {
    const number = '7615917337495251231'
    const body = { name: 'Numbers', type: 'folder', parentId: null }
    const { id } = await app.ok<{ id: string }>('POST', '/api/assets', { as: acme.admin, body })
    const path = `/api/assets/${id}`
    const input = `{"metadata":{"a":${number}}}`
    const put = await shell.run(['api', 'PUT', path, '--input', '-'], { input })
    assert.match(put.stdout, new RegExp(`"a": ?${number}`))
    const typed = await shell.run(['api', 'PUT', path, '-F', `metadata[b]=${number}`])
    assert.match(typed.stdout, new RegExp(`"b": ?${number}`))
  })

  test('fields go into the body or the URL', async ({ assert }) => {
    await writeFile(shell.path('about.txt'), 'Cranes\nand ships')
    const system = await api<ExternalSystem>(
      'POST',
      '/api/integrations/systems',
      '-f',
      'name=7',
      '-f',
      'systemType=api',
      '-f',
      'baseUrl=https://quay.example',
      '-f',
      'authType=bearer',
      '-f',
      'authConfig[accessToken]=s3cret',
      '-F',
      'isActive=false',
      '-F',
      'description=@about.txt',
      '-f',
      'capabilities[]=send',
      '-f',
      'capabilities[]=receive'
    )
    assert.equal(system.name, '7')
    assert.isFalse(system.isActive)
    assert.equal(system.description, 'Cranes\nand ships')
    assert.deepEqual(system.capabilities, ['send', 'receive'])

    const renamed = await shell.json<ExternalSystem>(
      ['api', 'put', `api/integrations/systems/${system.id}`, '--input', '-'],
      { input: '{"name":"Quay"}' }
    )
    assert.equal(renamed.name, 'Quay')

    const active = (value: boolean) =>
      api<ExternalSystem[]>(
        'GET',
        '/api/integrations/systems',
        '-F',
        `filter={"isActive":${value}}`
      )
    assert.lengthOf(await active(false), 1)
    assert.lengthOf(await active(true), 0)

    const gone = await shell.run(['api', 'DELETE', `/api/integrations/systems/${system.id}`])
    assert.deepEqual(gone, { code: 0, stdout: '', stderr: '' })
  })

  // Red when only the first page is read, or --query gets single pages.
  test('--paginate reads all pages, and --query selects from the result', async ({ assert }) => {
    const pages: string[] = []
    const server = await ScriptedServer.start((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://server')
      const [from = 0, to = 0] = JSON.parse(searchParams.get('range') ?? '[]') as number[]
      pages.push(`${from}-${to} ${searchParams.get('sort')}`)
      const count = Math.min(to + 1, 1500) - from
      const rows = Array.from({ length: count }, (_, at) => ({ name: `n${from + at}` }))
      response.setHeader('content-range', `users ${from}-${from + count - 1}/1500`)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(rows))
    })
    try {
      const env = { CROSSDOCK_SERVER: server.url, CROSSDOCK_TOKEN: 'cdk_any' }
      const { code, stdout, stderr } = await shell.run(
        ['api', 'GET', '/api/users', '-f', 'sort=x', '--paginate', '--query', '[].name'],
        { env }
      )
      assert.equal(code, 0, stderr)
      assert.deepEqual(pages, ['0-999 x', '1000-1999 x'])
      const names = stdout.trimEnd().split('\n')
      assert.lengthOf(names, 1500)
      assert.equal(names.at(-1), 'n1499')
    } finally {
      await server.stop()
    }
  })

  test('--query works with every command, one plain value per line', async ({ assert }) => {
    const emails = await shell.run(['api', 'GET', '/api/users', '--query', '[].email'])
    const users = await api<User[]>('GET', '/api/users')
    assert.equal(emails.stdout, users.map(({ email }) => `${email}\n`).join(''))
    const one = await shell.run(['whoami', '--query', 'tenant.{name: name, up: status}'])
    assert.deepEqual(JSON.parse(one.stdout), { name: acme.name, up: null })
    assert.equal((await shell.run(['whoami', '--query', 'nothing.there'])).stdout, '')
  })

  test('bytes are unchanged, and --include shows the headers before them', async ({ assert }) => {
    const content = randomBytes(150_000).toString('hex')
    await writeFile(shell.path('a.bin'), content)
    const { id } = await shell.json<{ id: string }>(['assets', 'put', 'a.bin'])
    const got = await shell.run(['api', 'GET', `/api/assets/${id}/content`])
    assert.isTrue(got.stdout === content, `${got.stdout.length} of ${content.length} characters`)

    const { stdout } = await shell.run(['api', 'GET', '/api/auth/me', '--include'])
    assert.match(stdout, /^HTTP 200 OK\n/)
    assert.match(stdout, /^content-type: application\/json/m)
    assert.equal(JSON.parse(stdout.split('\n\n')[1] ?? '').tenant.id, acme.id)
  })

  test('a refusal is a sentence and an exit code; --include prints the whole answer', async ({
    assert,
  }) => {
    const path = '/api/assets/019a0000-0000-7000-8000-000000000000'
    const missing = await shell.run(['api', 'GET', path])
    assert.equal(missing.code, 5)
    assert.equal(missing.stdout, '')
    assert.match(missing.stderr, /^error: There is no .*019a0000/)
    const whole = await shell.run(['api', 'GET', path, '-i', '-H', 'Accept-Language: de'])
    assert.equal(whole.code, 5)
    assert.match(whole.stdout, /^HTTP 404[^]*"code": "E_NOT_FOUND"/)
  })

  test('reports wrong usage before the request: {says}')
    .with([
      { args: ['FETCH', '/x'], says: '"FETCH" is not an HTTP method' },
      { args: ['GET', 'https://other.example/x'], says: 'full URL' },
      { args: ['GET', '/x', '-H', 'no header'], says: '"no header" is not a header' },
      { args: ['POST', '/x', '-f', 'name'], says: 'The field "name" has no value' },
      { args: ['POST', '/x', '-f', 'a[b=1'], says: 'The key "a[b" is malformed' },
      {
        args: ['POST', '/x', '-f', 'a=1', '-f', 'a[b]=2'],
        says: 'conflicts with an earlier field',
      },
      { args: ['POST', '/x', '-f', 'a=1', '-f', 'a=2'], says: 'is given twice' },
      { args: ['POST', '/x', '--paginate'], says: '--paginate reads lists' },
      { args: ['GET', '/x?limit=5', '--paginate'], says: 'leave out "limit"' },
      { args: ['GET', '/x', '--input', 'a.json'], says: 'GET requests have none' },
      { args: ['GET', '/x', '--query', '[].{'], says: '--query "[].{" is invalid' },
    ])
    .run(async ({ assert }, { args, says }) => {
      const { code, stdout, stderr } = await shell.run(['api', ...args], { env: UNUSED })
      assert.equal(code, 2, stderr)
      assert.include(stderr, says)
      assert.equal(stdout, '')
    })

  // Red when the fields are stored in an object with a prototype.
  test('a key may have any name', async ({ assert }) => {
    const server = await ScriptedServer.start((request, response) => request.pipe(response))
    try {
      const env = { CROSSDOCK_SERVER: server.url, CROSSDOCK_TOKEN: 'cdk_any' }
      const args = ['api', 'POST', '/echo', '-f', '__proto__[a]=1', '-f', 'constructor=2']
      const { code, stdout, stderr } = await shell.run(args, { env })
      assert.equal(code, 0, stderr)
      assert.equal(stdout, '{"__proto__":{"a":"1"},"constructor":"2"}')
    } finally {
      await server.stop()
    }
  })

  test('a file is sent unchanged', async ({ assert }) => {
    const path = new URL('../package.json', import.meta.url)
    const server = await ScriptedServer.start((request, response) => request.pipe(response))
    try {
      const env = { CROSSDOCK_SERVER: server.url, CROSSDOCK_TOKEN: 'cdk_any' }
      const args = ['api', 'POST', '/echo?a=1', '--input', path.pathname, '-f', 'b=2']
      const { stdout } = await shell.run([...args, '-H', 'Content-Type: text/x'], { env })
      assert.equal(stdout, await readFile(path, 'utf8'))
      const [request] = server.requests
      assert.equal(request?.url, '/echo?a=1&b=2')
      assert.equal(request?.headers['content-type'], 'text/x')
    } finally {
      await server.stop()
    }
  })
})
