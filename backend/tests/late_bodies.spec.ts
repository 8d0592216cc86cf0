import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from '@japa/runner'
import { bootApp, type Caller, type TestApp, type TestTenant } from '@crossdock/backend/testing'

const tus = {
  'tus-resumable': '1.0.0',
  'upload-metadata': `filename ${Buffer.from('late.bin').toString('base64')}`,
}
/** Success statuses of requests that create nothing. */
const counted: Record<string, number> = { '/api/assets/batch': 200, PUT: 200, PATCH: 204 }
const json = 'application/json'
const form = 'multipart/form-data; boundary=x'
const file = (name: string, content: string) =>
  `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}\r\n--x--\r\n`

test.group('a body that arrives late', (group) => {
  let app: TestApp
  let acme: TestTenant
  let clerk: Caller
  let clerkId: string
  let count = 0

  group.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })

  group.each.setup(async () => {
    acme = await app.tenant(`acme${++count}`)
    const body = { email: `clerk@${acme.subdomain}.example`, role: 'admin' }
    const { id } = await app.ok<{ id: string }>('POST', '/api/users', { as: acme.admin, body })
    clerkId = id
    clerk = await app.signIn(body.email, acme.subdomain)
    const of = new FormData()
    of.set('file', new Blob(['present']), 'present.txt')
    const { id: FILE } = await app.ok<{ id: string }>('POST', '/api/assets', {
      as: clerk,
      body: of,
    })
    const upload = await app.call('POST', '/api/uploads', {
      as: { headers: { ...clerk.headers, ...tus, 'upload-length': '11' } },
    })
    made = { FILE, UPLOAD: upload.headers.get('location')!.split('/').at(-1)! }
  })

  /** Sends the head and the start of a request, and returns a function that completes it. */
  async function open([method, path, type, body]: readonly [string, string, string, string]) {
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    const all = { ...clerk.headers, ...tus, 'upload-offset': '0' }
    const headers = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(
      `${method} ${path.replace(/[A-Z]{4,}/, (name) => made[name as keyof typeof made])} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${app.url}\r\n${headers.join('')}` +
        `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`
    )
    socket.write(body.slice(0, 5))
    // Answered after the earlier data, so the head has been read by then.
    await app.ok('GET', '/api/auth/me', { as: clerk })
    return async () => {
      socket.write(body.slice(5))
      return Number(/^HTTP\/1.1 (\d+)/.exec(await text(socket))![1])
    }
  }

  const requests = [
    ['POST', '/api/roles', json, '{"name":"Late","permissions":["assets.read"]}'],
    ['POST', '/api/api-tokens', json, '{"name":"late"}'],
    ['POST', '/api/assets', form, file('late.txt', 'late')],
    ['POST', '/api/users/import', form, file('late.csv', 'email\nlate@acme.example')],
    ['POST', '/api/assets/batch', form, file('late/late.txt', 'late')],
    ['PUT', '/api/assets/FILE/content', 'text/plain', 'very late'],
    ['PATCH', '/api/uploads/UPLOAD', 'application/offset+octet-stream', 'very late'],
  ] as const
  /** The ids of existing objects. */
  let made: Record<'FILE' | 'UPLOAD', string>

  const takings = {
    'was deactivated': [() => change({ isActive: false }), 401],
    'was given another role': [() => change({ role: 'viewer' }), 403],
    'was signed out': [() => app.ok('POST', '/api/auth/logout', { as: clerk }), 401],
  } as const
  const change = (body: object) => app.ok('PUT', `/api/users/${clerkId}`, { as: acme.admin, body })

  for (const [how, [take, status]] of Object.entries(takings)) {
    // Red when serve() does not identify the caller again after the body, or UploadForm.end() does not call
    // assertAllowed().
    test(`has no effect when its sender ${how} before it arrived`, async ({ assert }) => {
      // Everyone may create their own tokens, with any role.
      const refused = requests.filter(([, path]) => status === 401 || !path.endsWith('tokens'))
      const ends = await Promise.all(refused.map(open))
      await take()
      for (const [at, end] of ends.entries()) assert.equal(await end(), status, refused[at]![1])
    })
  }

  test('is accepted when its sender has the same permissions', async ({ assert }) => {
    for (const request of requests) {
      const end = await open(request)
      assert.equal(await end(), counted[request[1]] ?? counted[request[0]] ?? 201, request[1])
    }
  })
})
