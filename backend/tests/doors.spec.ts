// onOneDatabase: no database takes part
import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { door, httpStages, type Input, type StageName } from '@crossdock/kernel/http'
import { Problem, text } from '@crossdock/kernel/ground'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { currentContext } from '@crossdock/kernel/tenancy'

const order: string[] = []

const form = vine.create({ city: vine.string(), tag: vine.array(vine.string()).optional() })
const echo = vine.create({ said: vine.string() })

class Echo {
  hook({ params, body }: Input<Buffer, undefined, 'token'>) {
    order.push('act')
    return { said: `${params.token}: ${body.length}` }
  }

  form({ body }: Input<typeof form>) {
    return { said: `${body.city} ${body.tag?.join('+') ?? ''}` }
  }

  tail({ params }: Input<Buffer, undefined, 'path'>) {
    return { said: `${currentContext().tenantId ?? 'none'} ${params.path}` }
  }
}

const around = (name: string, at: StageName) => ({
  at,
  async around(_: unknown, next: () => Promise<void>) {
    order.push(`${name} in`)
    await next()
    order.push(`${name} out`)
  },
})

const echoes = async () => ({ default: Echo })
const opened = definePlugin({
  name: 'opened',
  version: '1.0.0',
  compatibility: '^0.1',
  contributes: [
    contribute(httpStages, (stages) => {
      stages.add('outer', around('admit', 'admit'))
      stages.add('inner', around('act', 'act'))
      stages.add('last', around('answer', 'answer'))
      stages.add('shut', {
        at: 'admit',
        async around({ operation, http }, next) {
          if (operation.path.startsWith('/opened-hooks') && http.params.token === 'shut') {
            throw new Problem(429, 'E_SHUT', text('Nothing is taken here at the moment.'))
          }
          await next()
        },
      })
    }),
  ],
  operations: async () => ({
    default: [
      door(
        'POST /opened-hooks/{token}',
        { summary: 'A hook', access: 'public', reads: 'raw', maxBytes: 100, response: echo },
        echoes,
        'hook'
      ),
      door(
        'POST /forms',
        { summary: 'A form', access: 'public', reads: 'form', body: form, response: echo },
        echoes,
        'form'
      ),
      door(
        'PROPFIND /dav/{path*}',
        { summary: 'A tree', reads: 'raw', response: echo },
        echoes,
        'tail'
      ),
    ],
  }),
})

test.group('Raw routes and stages', (group) => {
  let app: TestApp
  group.setup(async () => {
    app = await bootApp({ plugins: [opened] })
    return () => app.stop()
  })

  const ask = async (method: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(app.url + path, { method, ...init })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') && text !== ''
    return {
      ...response,
      status: response.status,
      headers: response.headers,
      body: json ? JSON.parse(text) : text,
    }
  }

  test('bytes are passed on unchanged, up to a limit', async ({ assert }) => {
    const hook = (body: string) =>
      ask('POST', '/opened-hooks/abc', { body, headers: { 'content-type': 'text/plain' } })
    assert.deepEqual((await hook('{"__proto__": 1')).body, { said: 'abc: 15' })
    const refused = await hook('x'.repeat(101))
    assert.equal(refused.status, 413)
    assert.include(refused.body.message, '100 bytes')
  })

  test('a form is validated like JSON', async ({ assert }) => {
    const send = (body: string, type = 'application/x-www-form-urlencoded') =>
      ask('POST', '/forms', { body, headers: { 'content-type': type } })
    assert.equal((await send('city=K%C3%B6ln&tag=a&tag=b')).body.said, 'Köln a+b')
    assert.equal((await send('tag=a&tag=b')).body.errors[0].field, 'city')
    assert.equal((await send('city=x&__proto__=y')).status, 422)
    assert.equal((await send('city=%00')).status, 422)
    const json = await send('{}', 'application/json')
    assert.equal(json.status, 415)
    assert.include(json.body.message, 'application/x-www-form-urlencoded')
  })

  // Red when tailOf treats an encoded slash (%2f) as a path separator.
  test('any method and path tail works, with the same callers', async ({ assert }) => {
    const { id, token } = await app.tenant('acme')
    const find = (path: string, init?: RequestInit) => ask('PROPFIND', path, init)
    assert.equal((await find('/dav/a/b%20c/d')).status, 401)
    const { headers } = token
    assert.equal((await find('/dav/a/b%20c/d', { headers })).body.said, `${id} a/b c/d`)
    for (const path of ['/dav/a%2f..%2fb', '/dav/a%00', `/dav/${'x'.repeat(5000)}`]) {
      assert.equal((await find(path, { headers })).status, 404, path)
    }
  })

  // Red when `through` skips a stage, or `answer` runs inside of `act`.
  test('plugins wrap admit, act and answer', async ({ assert }) => {
    order.length = 0
    await ask('POST', '/opened-hooks/abc', { body: 'x' })
    const inside = ['admit in', 'act in', 'act', 'act out', 'admit out']
    assert.deepEqual(order, [...inside, 'answer in', 'answer out'])
    order.length = 0
    const shut = await ask('POST', '/opened-hooks/shut', { body: 'x' })
    assert.equal(shut.body.code, 'E_SHUT')
    assert.notInclude(order, 'act')
  })

  test('a wrong method differs from an unknown address', async ({ assert }) => {
    const put = await ask('PUT', '/api/tenants')
    assert.equal(put.status, 405)
    assert.equal(put.headers.get('allow'), 'GET, HEAD, POST, OPTIONS')
    assert.include(put.body.message, 'PUT')
    const options = await ask('OPTIONS', '/api/tenants/1')
    assert.equal(options.status, 204)
    assert.equal(options.headers.get('allow'), 'GET, HEAD, PUT, DELETE, OPTIONS')
    assert.equal((await ask('GET', '/opened-hooks/abc')).status, 405)
    assert.equal((await ask('PUT', '/api/unknown')).status, 404)
  })

  test('refusals say how to sign in; created objects say where they are', async ({ assert }) => {
    const stranger = await ask('GET', '/api/assets')
    assert.match(stranger.headers.get('www-authenticate')!, /^Bearer realm=/)
    const { token } = await app.tenant('birch')
    const body = { name: 'Letters', type: 'folder' }
    const made = await app.call<{ id: string }>('POST', '/api/assets', { as: token, body })
    const location = made.headers.get('location')!
    assert.equal(location, `/api/assets/${made.body.id}`)
    assert.equal((await app.call('GET', location, { as: token })).status, 200)
  })

  test('the server describes the installed plugins', async ({ assert }) => {
    const { token } = await app.tenant('cedar')
    const { body } = await app.call<{ paths: Record<string, Record<string, object>> }>(
      'GET',
      '/api/openapi.json',
      { as: token }
    )
    assert.containsSubset(body.paths['/opened-hooks/{token}'], {
      post: { requestBody: { content: { '*/*': {} } } },
    })
    assert.notProperty(body.paths, '/dav/{path}')
    assert.containsSubset(body.paths['/api/assets'], {
      post: { requestBody: { content: { 'application/json': {}, 'multipart/form-data': {} } } },
    })
  })
})
