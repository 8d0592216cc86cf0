// onBothDatabases: it checks which database it runs on
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import {
  freePort,
  migratedDatabase,
  Proxy,
  ServerProcess,
  signIn,
  until,
} from '@crossdock/backend/testing'
import { call, testDatabase, type Caller } from '@crossdock/kernel/testing'
import { installed } from '../plugins.js'

const adminEmail = 'operator@crossdock.example'

const tenant = { name: 'Acme', subdomain: 'acme', adminEmail: 'ada@acme.example' }

interface Refusal {
  code: string
}

/** A server whose database can be disconnected, and its operator. */
async function behindProxy(cleanup: TestContext['cleanup']) {
  const database = await migratedDatabase(installed)
  cleanup(() => database.remove())
  const proxy = new Proxy(new URL(database.databaseUrl!))
  await proxy.start()
  cleanup(() => proxy.stop())
  const reached = { ...database, databaseUrl: proxy.url }
  const server = new ServerProcess(reached, await freePort(), { ADMIN_EMAIL: adminEmail })
  cleanup(async () => void (await server.stop()))
  await server.start()
  return { proxy, server, as: await signIn(server, adminEmail) }
}

// Red without the watch for silence (watchDatabase()): requests then wait as long as the silence lasts.
test('requests do not wait for a silent database, and the server recovers', async ({
  assert,
  cleanup,
}) => {
  const { proxy, server, as } = await behindProxy(cleanup)
  const ask = (method: string, path: string, body?: unknown) =>
    call<Refusal>(server.url, method, path, { as, body })

  proxy.freeze()
  const waiting = Array.from({ length: 30 }, () => ask('GET', '/api/tenants'))
  for (const { status, headers } of await Promise.all(waiting)) {
    assert.equal(status, 503)
    assert.exists(headers.get('retry-after'))
  }
  assert.equal((await ask('POST', '/api/tenants', tenant)).status, 503)
  assert.equal((await ask('GET', '/api/health/ready')).status, 503)

  proxy.thaw()
  await until('an answer', async () => (await ask('GET', '/api/tenants')).status === 200)
  assert.equal((await ask('POST', '/api/tenants', tenant)).status, 201)
  await signIn(server, tenant.adminEmail, 'acme')
})
  .tags(['long'])
  .skip(testDatabase === 'sqlite', 'SQLite cannot be unreachable')

// Red when shutdown() stops at a resource that cannot be released: the process then ends with an uncaught
// error.
test('a server stops cleanly while the database is {$self}')
  .with(['away', 'silent'] as const)
  .run(async ({ assert, cleanup }, how) => {
    const { proxy, server } = await behindProxy(cleanup)
    if (how === 'silent') proxy.freeze()
    else await proxy.stop()
    assert.equal(await server.stop(), 0, server.output.join(''))
    assert.notInclude(server.output.join(''), 'Crossdock ends')
  })
  .skip(testDatabase === 'sqlite', 'SQLite cannot be unreachable')

// Red when databaseFault() does not recognize a lost connection: a 500, and a log line for each request.
test('requests report an unreachable database, and the server recovers', async ({
  assert,
  cleanup,
}) => {
  const { proxy, server, as } = await behindProxy(cleanup)
  const ask = <T>(method: string, path: string, body?: unknown, who: Caller | undefined = as) =>
    call<T>(server.url, method, path, { as: who, body })
  assert.equal((await ask('POST', '/api/tenants', tenant)).status, 201)
  await signIn(server, tenant.adminEmail, 'acme')
  server.output.length = 0

  await proxy.stop()
  const stranger = { headers: { authorization: `Bearer cdk_${'x'.repeat(43)}` } }
  const asked = () => [
    ask<Refusal>('GET', '/api/tenants'),
    ask<Refusal>('POST', '/api/tenants', { ...tenant, subdomain: 'birch' }),
    ask<Refusal>('GET', '/api/assets', undefined, stranger),
  ]
  const signingIn = ask<Refusal>('POST', '/api/auth/magic-link', { email: adminEmail })
  assert.equal((await signingIn).status, 503)
  for (let round = 0; round < 5; round++) {
    for (const { status, headers, body } of await Promise.all(asked())) {
      assert.equal(status, 503)
      assert.equal(body.code, 'E_DATABASE_AWAY')
      assert.equal(headers.get('retry-after'), '2')
    }
  }
  const ready = async () => (await ask('GET', '/api/health/ready')).status
  await until('health to see it', async () => (await ready()) === 503)
  assert.equal((await ask('GET', '/api/health/live')).status, 200)

  await proxy.start()
  await until('an answer', async () => (await ask('GET', '/api/tenants')).status === 200)
  assert.equal((await ask('POST', '/api/tenants', { ...tenant, subdomain: 'birch' })).status, 201)
  // Workers and the log's readers have recovered as well.
  await signIn(server, tenant.adminEmail, 'birch')
  await until('the recovery to be logged', () => server.output.join('').includes('answers again'))
  const lines = server.output.join('').trim().split('\n')
  assert.lengthOf(
    lines.filter((line) => line.includes('the database is unreachable')),
    1
  )
  assert.isBelow(lines.length, 10)
}).skip(testDatabase === 'sqlite', 'SQLite cannot be unreachable')
