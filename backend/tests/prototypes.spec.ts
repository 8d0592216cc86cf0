import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import { bootApp, type Reply, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import type { Operation } from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'
import { encoded } from './matrix/encoded.js'
import { payloads, planted, sharedKeys } from './matrix/payloads.js'
import { sampleBody, withItem } from './matrix/sample.js'
import { fieldsOf } from './matrix/wrong_values.js'

interface ProblemBody {
  errors?: { field: string }[]
}

const run = promisify(execFile)
const before = sharedKeys()

test.group('Data and the prototypes of the program', (group) => {
  let app: TestApp
  let acme: TestTenant
  let operations: Operation[]

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    operations = (await pluginHost.use().operations()).filter(
      ({ route }) => route !== 'POST /auth/logout'
    )
    return () => app.stop()
  })

  const pathOf = ({ path }: Operation) => path.replace(/\{\w+\}/g, crypto.randomUUID())

  async function send(operation: Operation, body: unknown, path = pathOf(operation)) {
    const { access, method } = operation
    const as = access === 'operator' ? await app.superAdmin() : acme.admin
    const caller = access === 'public' ? undefined : as
    return app.call<ProblemBody>(method, path, { as: caller, ...encoded(operation, body) })
  }

  const isNamed = ({ status, body }: Reply<ProblemBody>, name: string) =>
    status === 422 && body.errors!.some(({ field }) => field.startsWith(name))

  // Red when readJson does not check keys, or prototypeKey lacks one of the three names.
  for (const share of [0, 1, 2]) {
    test(`prototype keys in any field of any body are a 422 that names the field: share ${share + 1} of 3`, async ({
      assert,
    }) => {
      const found: string[] = []
      const some = operations.filter(({ body }) => body).filter((_, at) => at % 3 === share)
      for (const operation of some) {
        const schema = operation.body!.toJSONSchema()
        const valid = sampleBody(schema, acme.id)
        const places = [['nonsense'], ...fieldsOf(schema).map(({ path }) => path)]
        for (const path of places) {
          for (const payload of payloads) {
            const reply = await send(operation, withItem(valid, path, payload))
            if (isNamed(reply, path.join('.'))) continue
            found.push(`${operation.route} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
          }
        }
      }
      assert.deepEqual(found, [])
      assert.equal(sharedKeys(), before)
    })
  }

  // Red when parseList does not check parsed values, or readInput does not check the names.
  test('prototype keys in a query string are refused', async ({ assert }) => {
    const found: string[] = []
    const queries = [
      ['filter={"__proto__":{"a":1}}', 'filter.__proto__'],
      ['filter={"constructor":{"prototype":{"a":1}}}', 'filter.constructor'],
      ['sort=[{"__proto__":1}]', 'sort.0.__proto__'],
      ['__proto__=x', '__proto__'],
      ['__proto__[a]=x', '__proto__[a]'],
      ['constructor[prototype][a]=x', 'constructor[prototype][a]'],
    ] as const
    for (const operation of operations.filter(({ list }) => list)) {
      for (const [query, field] of queries) {
        const reply = await send(operation, undefined, `${pathOf(operation)}?${query}`)
        if (!isNamed(reply, field)) found.push(`${operation.route}?${query}: ${reply.status}`)
      }
    }
    assert.deepEqual(found, [])
  })

  // Red when refuseForeignName() checks only paths to a prototype: the parser drops all these names.
  test('a parameter named like an object member is not dropped', async ({ assert }) => {
    const found: string[] = []
    const names = Object.getOwnPropertyNames(Object.prototype)
    for (const name of names) {
      for (const query of [name, `types[${name}]`, `types[][${name}]`, `targetType[a][${name}]`]) {
        const path = `/api/events/stream?types=file_upload&${encodeURIComponent(query)}=a`
        const reply = await app.call<ProblemBody>('GET', path, { as: acme.admin })
        if (!isNamed(reply, query)) found.push(`${query}: ${reply.status}`)
      }
    }
    assert.includeMembers(names, ['constructor', 'toString', 'hasOwnProperty'])
    assert.deepEqual(found, [])
  })

  // Red when serve() does not count parameters: the parser reads only the first 1,000.
  test('a parameter after many others is not dropped', async ({ assert }) => {
    const read = (before: number) => {
      const query = `${'a=1&'.repeat(before)}types=no_such_type`
      return app.call<ProblemBody & { code: string }>('GET', `/api/events/stream?${query}`, {
        as: acme.admin,
      })
    }
    assert.equal((await read(999)).status, 422)
    const refused = await read(1_000)
    assert.equal(refused.status, 422)
    assert.equal(refused.body.code, 'E_QUERY')
  })

  // Red when badText does not check the content of `filter`.
  test('a query string with texts that no column can store is refused', async ({ assert }) => {
    const found: string[] = []
    const texts = ['\\u0000', '\\ud800', 'a\\u0000b']
    for (const operation of operations.filter(({ list }) => list)) {
      const filters = ['id', 'search', ...Object.keys(operation.list!.filters)]
      const queries = texts.flatMap((text) => [
        ...filters.map((name) => `filter={"${name}":"${text}"}`),
        `filter={"id":["${text}"]}`,
        `filter={"${text}":"x"}`,
        `sort=["${text}","ASC"]`,
        `range=["${text}",1]`,
      ])
      for (const query of queries) {
        const reply = await send(operation, undefined, `${pathOf(operation)}?${query}`)
        if (reply.status !== 422) found.push(`${operation.route}?${query}: ${reply.status}`)
      }
    }
    assert.deepEqual(found, [])
  })

  test('an invalid name of a form field is refused', async ({ assert }) => {
    for (const name of ['__proto__', 'constructor[prototype][a]', 'a.__proto__.b']) {
      const form = new FormData()
      form.set(name, 'x')
      form.set('file', new Blob(['x']), 'x.txt')
      const reply = await app.call<ProblemBody>('POST', '/api/assets', {
        as: acme.editor,
        body: form,
      })
      assert.isTrue(isNamed(reply, name), `${name}: ${reply.status}`)
    }
  })

  test('JSON in a text area is checked like a body', async ({ assert }) => {
    const system = await app.ok<{ id: string }>('POST', '/api/integrations/systems', {
      as: acme.admin,
      body: {
        name: 'Depot',
        systemType: 'api',
        baseUrl: 'https://depot.example',
        authType: 'bearer',
        authConfig: {},
        capabilities: ['send'],
      },
    })
    const path = `/api/integrations/systems/${system.id}/endpoints`
    const body = {
      name: 'Orders',
      path: '/orders',
      method: 'POST',
      endpointType: 'outbound',
      triggers: ['file_upload'],
      requestSchema: '{"body":{"__proto__":{"a":1}}}',
    }
    const reply = await app.call<ProblemBody>('POST', path, { as: acme.admin, body })
    assert.isTrue(isNamed(reply, 'body.__proto__'), JSON.stringify(reply.body))
  })

  test('plain values under these names are data', async ({ assert }) => {
    const form = new FormData()
    form.set('file', new Blob(['x']), 'part.txt')
    const as = acme.editor
    const { id } = await app.ok<{ id: string }>('POST', '/api/assets', { as, body: form })
    const metadata = { prototype: 'P-7', constructor: 'Renault', toString: 1, parts: ['a'] }
    await app.ok('PUT', `/api/assets/${id}`, { as, body: { metadata } })
    const asset = await app.ok<{ metadata: object }>('GET', `/api/assets/${id}`, { as })
    assert.deepEqual({ ...asset.metadata }, metadata)
  })

  // Red when Model has Lucid's own $hydrateOriginals.
  test('stored rows and answers of partners stay data in an unhardened process', async ({
    assert,
  }) => {
    const script = fileURLToPath(new URL('./matrix/soft_process.js', import.meta.url))
    // Asynchronous: a transaction that this process has open would delay the other one's events.
    const { stdout } = await run(process.execPath, [...process.execArgv, script], {
      timeout: 600_000,
    })
    const line = stdout.split('\n').find((text) => text.startsWith('{"polluted"'))
    assert.isDefined(line, stdout)
    const { polluted, runs, session } = JSON.parse(line!)
    assert.isFalse(polluted)
    for (const shown of runs) {
      assert.include(shown, '"order":"answered"')
      assert.include(shown, `"constructor":{"prototype":{`)
    }
    assert.equal(session.after, session.before)
  }).tags(['long'])

  // Red when bundled_lodash.ts is not loaded: AdonisJS and Lucid use a copy of 2018.
  test('the lodash inside @poppinss/utils does not follow data to prototypes', ({ assert }) => {
    const lodash = createRequire(import.meta.url)('@poppinss/utils/lodash')
    class Own {}
    const attack = JSON.parse(`{"constructor":{"prototype":{"${planted}":"1"}}}`)
    lodash.merge(new Own(), attack)
    lodash.mergeWith(new Own(), attack, () => undefined)
    lodash.set(new Own(), ['constructor', 'prototype', planted], '1')
    assert.isFalse(planted in Own.prototype)
  })

  // Red when prototypes.ts is not loaded.
  test('prototypes accept no keys in a running process', ({ assert }) => {
    for (const kind of [Object, Array, Function, String, Number, Boolean]) {
      const shared = kind.prototype as unknown as Record<string, unknown>
      assert.throws(() => (shared[planted] = '1'), TypeError)
    }
    const shared = Object.prototype as unknown as Record<string, unknown>
    assert.throws(() => Object.assign(shared, { toString: '1' }), TypeError)
    const own: object = Object.assign({}, { toString: () => 'own' })
    assert.equal(String(own), 'own')
  })
})
