import { test } from '@japa/runner'
import { bootApp, type Caller, type TestApp } from '@crossdock/backend/testing'
import type { Operation } from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'
import { furnishedTenant, startSystem, type FurnishedTenant } from './matrix/furnished_tenant.js'
import { fill, hasParameter, kindOf } from './matrix/named.js'

type Item = Record<string, unknown>

/** Operations that accept JSON with a declared schema. */
const takesJson = ({ body, reads = 'json', live }: Operation) => body && reads === 'json' && !live

test.group('Records as they are read', (group) => {
  let app: TestApp
  let acme: FurnishedTenant
  let operations: Operation[]

  group.setup(async () => {
    const system = await startSystem()
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await furnishedTenant(app, 'acme', system.url)
    operations = await pluginHost.use().operations()
    return async () => {
      await app.stop()
      system.close()
    }
  })

  const caller = ({ access }: Operation) =>
    access === 'public' ? undefined : access === 'operator' ? app.superAdmin() : acme.admin
  const pathOf = (operation: Operation) =>
    hasParameter(operation) ? fill(operation.path, acme.ids[kindOf(operation)]!) : operation.path

  /** Reads the object that an operation changes, directly or, where that is not possible, in its list. */
  function readerOf(operation: Operation, as: Caller | undefined): () => Promise<Item> {
    const shows = operations.find(({ method, path }) => method === 'GET' && path === operation.path)
    if (shows) return () => app.ok<Item>('GET', pathOf(operation), { as })
    const lists = operations.find(
      ({ method, list, response, path }) =>
        method === 'GET' && list && response === operation.response && !path.includes('{')
    )
    if (!lists) throw new Error(`${operation.route}: no operation shows what it changes.`)
    const id = acme.ids[kindOf(operation)]
    return async () => (await app.ok<Item[]>('GET', `${lists.path}?id=${id}`, { as }))[0]!
  }

  // Red when names that only the answer has are refused, or when the mask of a secret is stored as the secret.
  test('every record can be sent back unchanged, and stays the same', async ({ assert }) => {
    const changing = operations.filter(
      // A person's preferences are not a record: the session contains them, and each is set by name. Bytes are
      // not records, either.
      ({ method, path, body }) => method === 'PUT' && body && !path.endsWith('/me/preferences')
    )
    assert.isAbove(changing.length, 3)
    for (const operation of changing) {
      const as = await caller(operation)
      const read = readerOf(operation, as)
      const record = await read()
      await app.ok('PUT', pathOf(operation), { as, body: record })
      const after = await read()
      const stamps = Object.entries(record).filter(([name]) => /^(updatedAt|revision)$/.test(name))
      const stamp = Object.fromEntries(stamps)
      assert.deepEqual({ ...after, ...stamp }, record, operation.route)
    }
  })

  // Red when unknown names are dropped.
  test('every operation refuses an unknown name', async ({ assert }) => {
    const taking = operations.filter(takesJson)
    assert.isAbove(taking.length, 15)
    for (const operation of taking) {
      const reply = await app.call<{ errors: { field: string; rule: string }[] }>(
        operation.method,
        pathOf(operation),
        { as: await caller(operation), body: { nobodyKnowsThis: 1 } }
      )
      // Callers without a session have a rate limit.
      if (reply.status === 429) continue
      const label = `${operation.route}: ${JSON.stringify(reply.body)}`
      assert.equal(reply.status, 422, label)
      assert.isTrue(
        reply.body.errors.some(({ field }) => field === 'nobodyKnowsThis'),
        label
      )
    }
  })
})
