// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import {
  bootApp,
  FeedReader,
  until,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { Limit } from '@crossdock/kernel/limits'
import { asOperator } from '@crossdock/kernel/tenancy'
import { call } from '@crossdock/kernel/testing'
import { addEnvironment } from '../../../tests/matrix/environments.js'
import { Held } from '../held.js'
import { purge } from '../purge.js'
import { rowOf } from '../row.js'
import { steps } from '../../http/quota.js'
import { readUsage } from '../window_rows.js'
import { Windows } from '../windows.js'
import { callAtOnce, fieldsOf } from './lab.js'

const path = '/api/assets?range=[0,0]'

test.group('Calls of programs', (group) => {
  let app: TestApp
  let acme: TestTenant
  let turn = 0

  group.setup(async () => {
    app = await bootApp()
    // No window ends during a test, however long it takes.
    app.clock.hold()
    return () => app.stop()
  })
  group.each.setup(async () => {
    acme = await app.tenant(`acme${turn++}`)
  })

  // Red when use does not reduce the share.
  test('200 concurrent calls against a limit of 100 let exactly 100 through', async ({
    assert,
  }) => {
    await app.limit(acme.id, { rate_limit_per_minute: 100 })
    const { passed, refused, codes } = await callAtOnce([app.url], acme.token, 200)
    assert.deepEqual([passed, refused], [100, 100])
    assert.deepEqual([...codes], ['E_QUOTA_CALLS_PER_MINUTE'])
  })

  test('are counted down in the headers, call by call', async ({ assert }) => {
    await app.limit(acme.id, { rate_limit_per_minute: 3, api_calls_per_month: 20_000 })
    for (const left of [2, 1, 0]) {
      const { status, headers } = await app.call('GET', path, { as: acme.token })
      assert.equal(status, 200)
      assert.match(
        headers.get('ratelimit-policy')!,
        /, "calls";q=3;w=60, "month";q=20000;w=2(4192|5056|5920|6784)00$/
      )
      const { calls, month, connections } = fieldsOf(headers.get('ratelimit'))
      assert.equal(calls!.r, String(left))
      assert.isAtMost(Number(calls!.t), 60)
      assert.isAbove(Number(calls!.t), 50)
      // A refusal by the minute does not use up the month.
      assert.equal(month!.r, String(19_997 + left))
      assert.equal(connections!.r, '9999')
    }
    const { status, headers, body } = await app.call<{ code: string; message: string }>(
      'GET',
      path,
      { as: acme.token }
    )
    assert.equal(status, 429)
    assert.equal(body.code, 'E_QUOTA_CALLS_PER_MINUTE')
    assert.include(body.message, '3 API calls a minute (rateLimitPerMinute)')
    assert.match(headers.get('retry-after')!, /^\d+$/)
    assert.include(body.message, `in ${headers.get('retry-after')} seconds`)
    const { calls, month } = fieldsOf(headers.get('ratelimit'))
    assert.equal(calls!.r, '0')
    assert.isUndefined(month)
  })

  test('are counted whatever their result, except those of people and of refused callers', async ({
    assert,
  }) => {
    await app.limit(acme.id, { rate_limit_per_minute: 50 })
    const left = async (method: string, path: string, body?: unknown) => {
      const { headers } = await app.call(method, path, { as: acme.token, body })
      return Number(fieldsOf(headers.get('ratelimit')).calls!.r)
    }
    assert.equal(await left('GET', path), 49)
    assert.equal(await left('GET', `/api/assets/${crypto.randomUUID()}`), 48)
    assert.equal(await left('POST', '/api/assets', { name: 5 }), 47)
    assert.equal(await left('GET', '/api/auth/me'), 46)
    for (const [as, route] of [
      [acme.admin, path],
      [acme.token, '/api/tenants'],
      [{ headers: { authorization: 'Bearer cdk_none' } }, path],
      [undefined, '/api/health'],
    ] as const) {
      const { headers } = await app.call('GET', route, { as })
      assert.isNull(headers.get('ratelimit'), route)
    }
    assert.equal(await left('GET', path), 45)
  })

  // Red when steps have no limit: any upload address could be called endlessly.
  test('steps of an earlier call do not count as calls, and are limited', async ({ assert }) => {
    await app.limit(acme.id, { rate_limit_per_minute: 2 })
    const tus = { 'tus-resumable': '1.0.0' }
    const begun = await app.call('POST', '/api/uploads', {
      as: acme.token,
      headers: { ...tus, 'upload-length': '3', 'upload-concat': 'partial' },
    })
    const address = begun.headers.get('location')!
    const step = () => app.call('HEAD', address, { as: acme.token, headers: tus })
    for (let at = 0; at < 3; at++) assert.equal((await step()).status, 200)
    const environment = await app.inside(() =>
      asOperator('a test looks at an environment', async () =>
        unscoped().from('tenant_environments').where('tenant_id', acme.id).first()
      )
    )
    await app.inside(() => steps.use((environment as { id: string }).id, 5_997))
    const refused = await step()
    assert.equal(refused.status, 423)
    assert.match(refused.headers.get('retry-after')!, /^\d+$/)
    assert.equal((await app.call('GET', path, { as: acme.token })).status, 200)
  })

  test('count again when they are replayed by their Idempotency-Key', async ({ assert }) => {
    await app.limit(acme.id, { rate_limit_per_minute: 10 })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const body = { name: 'Once', type: 'folder' }
    const replies = [1, 2].map(() =>
      app.call('POST', '/api/assets', { as: acme.token, body, headers })
    )
    const left = []
    for (const reply of replies)
      left.push(fieldsOf((await reply).headers.get('ratelimit')).calls!.r)
    assert.sameMembers(left, ['9', '8'])
  })

  // Red when a share taken under another limit is used, or not returned before the next is taken.
  test('a limit below the usage refuses new calls, zero refuses all, a large one none', async ({
    assert,
  }) => {
    const month = (limit: number) => app.limit(acme.id, { api_calls_per_month: limit })
    const code = async () => {
      const { status, body } = await app.call<{ code?: string }>('GET', path, { as: acme.token })
      return body.code ?? status
    }
    await month(5_000)
    for (let at = 0; at < 5; at++) assert.equal(await code(), 200)
    await month(5)
    assert.equal(await code(), 'E_QUOTA_CALLS_PER_MONTH')
    await month(7)
    assert.deepEqual(
      [await code(), await code(), await code()],
      [200, 200, 'E_QUOTA_CALLS_PER_MONTH']
    )
    await month(0)
    assert.equal(await code(), 'E_QUOTA_CALLS_PER_MONTH')
    await month(2_147_483_647)
    assert.equal(await code(), 200)
  })

  test('of one tenant use nothing of another', async ({ assert }) => {
    const other = await app.tenant('birch')
    for (const { id } of [acme, other]) await app.limit(id, { rate_limit_per_minute: 2 })
    assert.equal((await callAtOnce([app.url], acme.token, 4)).passed, 2)
    assert.equal((await callAtOnce([app.url], other.token, 4)).passed, 2)
  })

  // Red when the account is per tenant: tests in development would stop production.
  test('of one environment use nothing of another of its tenant', async ({ assert }) => {
    await addEnvironment(acme.id, 'development')
    await app.limit(acme.id, { rate_limit_per_minute: 2 })
    for (const environment of ['development', 'production']) {
      const headers = { ...acme.token.headers, 'x-environment': environment }
      const { passed, refused } = await callAtOnce([app.url], { headers }, 3)
      assert.deepEqual([passed, refused], [2, 1], environment)
    }
  })

  // Red when a place is freed as soon as the work is done, or never.
  test('are limited in number until their answers are sent', async ({ assert }) => {
    await app.limit(acme.id, { concurrent_connections: 2 })
    const open = () =>
      fetch(new URL('/api/assets', app.url), {
        method: 'POST',
        headers: {
          ...acme.token.headers,
          'content-type': 'multipart/form-data; boundary=lab',
        },
        body: endless.stream(),
        duplex: 'half',
      } as RequestInit)
    const endless = slowForms()
    const under = [open(), open()]
    const code = async () =>
      (await call<{ code?: string }>(app.url, 'GET', path, { as: acme.token })).body.code
    await until('both to be under way', async () => (await code()) === 'E_QUOTA_CONNECTIONS')
    endless.end()
    assert.deepEqual(
      (await Promise.all(under)).map((reply) => reply.status),
      [201, 201]
    )
    assert.equal((await call(app.url, 'GET', path, { as: acme.token })).status, 200)
  })

  // Red when a place is freed only after a complete answer: a disconnect would keep it.
  test('a call that breaks off frees its place', async ({ assert }) => {
    await app.limit(acme.id, { concurrent_connections: 1 })
    const breaking = new AbortController()
    const under = fetch(new URL('/api/assets', app.url), {
      method: 'POST',
      duplex: 'half',
      signal: breaking.signal,
      headers: { ...acme.token.headers, 'content-type': 'multipart/form-data; boundary=lab' },
      body: slowForms().stream(),
    } as RequestInit).catch((error: Error) => error.name)
    const code = async () =>
      (await call<{ code?: string }>(app.url, 'GET', path, { as: acme.token })).body.code
    await until('it to be under way', async () => (await code()) === 'E_QUOTA_CONNECTIONS')
    breaking.abort()
    assert.equal(await under, 'AbortError')
    await until('the place to be free', async () => (await code()) === undefined)
  })

  // Red when the refusal names a time within the window: a program that waits for it is refused again.
  test('a refusal names the end of the window, and no earlier time', async ({ assert }) => {
    await app.limit(acme.id, { rate_limit_per_minute: 1 })
    assert.equal((await app.call('GET', path, { as: acme.token })).status, 200)
    const { headers } = await app.call('GET', path, { as: acme.token })
    const seconds = Number(headers.get('retry-after'))
    assert.isAtMost(seconds, 60)
    assert.isAtLeast(seconds, 59)
  })

  // Red when hold() grants places taken under a larger limit.
  test('a lowered limit of places applies immediately', async ({ assert }) => {
    const row = rowOf(acme.id, acme.id, 'places')
    const held = new Held()
    await app.inside(async () => {
      const taken = await Promise.all([1, 2, 3].map(() => held.hold(row, 3)))
      for (const { release } of taken) release!()
      assert.isDefined((await held.hold(row, 1)).release)
      assert.isUndefined((await held.hold(row, 1)).release)
      await held.close()
    })
  })

  // Red when a place is freed more than once: the limit would grow each time.
  test('a place that is freed twice counts once', async ({ assert }) => {
    const row = rowOf(acme.id, acme.id, 'places')
    const held = new Held()
    await app.inside(async () => {
      const [first] = await Promise.all([held.hold(row, 2), held.hold(row, 2)])
      first.release!()
      first.release!()
      assert.isDefined((await held.hold(row, 2)).release)
      assert.isUndefined((await held.hold(row, 2)).release)
      await held.close()
    })
  })

  // Red when a live stream takes a place: a few open ones would lock out all other programs.
  test('a live stream takes no place', async ({ assert }) => {
    await app.limit(acme.id, { concurrent_connections: 1 })
    const streams = []
    for (let at = 0; at < 2; at++) {
      streams.push(await FeedReader.open(app.url, '/api/events/stream', acme.token))
    }
    assert.equal((await app.call('GET', path, { as: acme.token })).status, 200)
    for (const stream of streams) stream.close()
  })

  // Red when purge() deletes running windows: their limits would start over.
  test('running windows are kept, and those that ended a day ago are deleted', async ({
    assert,
  }) => {
    const row = (meter: string) => rowOf(acme.id, acme.id, meter)
    const kept = () =>
      asOperator('a test looks', async () => {
        const rows = await unscoped()
          .from('ledger_windows')
          .where({ tenant_id: acme.id, scope: acme.id })
        return rows.map(({ meter }) => meter).sort()
      })
    await app.inside(async () => {
      const windows = new Windows()
      for (const meter of ['month', 'over', 'ended']) {
        await windows.spend(row(meter), 'month', 10, 1)
      }
      await windows.spend(row('minute'), 'minute', 10, 1)
      for (const [meter, hours] of [
        ['over', 23],
        ['ended', 25],
      ] as const) {
        const ends_at = new Date(Date.now() - hours * 3_600_000).toISOString()
        await asOperator('a test lets time pass', () =>
          unscoped().from('ledger_windows').where({ tenant_id: acme.id, meter }).update({ ends_at })
        )
      }
      await purge()
      assert.deepEqual(await kept(), ['minute', 'month', 'over'])
    })
  })

  // Red when sweep() keeps unused shares: other processes would be refused unused calls.
  test('an unused share of a month is returned', async ({ assert }) => {
    const row = rowOf(acme.id, acme.id, 'idle')
    const windows = new Windows()
    const used = async () => (await readUsage(row))?.used
    await app.inside(async () => {
      await windows.spend(row, 'month', 1_000, 1)
      assert.equal(await used(), 10)
      await windows.sweep()
      assert.equal(await used(), 10)
      await windows.sweep()
      assert.equal(await used(), 1)
      await windows.spend(row, 'month', 1_000, 1)
      await windows.close()
      assert.equal(await used(), 2)
    })
  })
})

const redis = process.env.TEST_REDIS_URL

test.group('Calls of people', () => {
  test('a session that calls in a loop is stopped, and no other', async ({ assert, cleanup }) => {
    const app = await bootApp({ settings: { REDIS_URL: redis } })
    cleanup(() => app.stop())
    const acme = await app.tenant('acme', 'stored')
    const { session } = await app.ok<{ session: { id: string } }>('GET', '/api/auth/me', {
      as: acme.admin,
    })
    const rule = { name: 'calls.session', points: 6_000, seconds: 60 }
    await app.inside(() => new Limit(rule).use(session.id, 5_950))
    const { refused, codes } = await callAtOnce([app.url], acme.admin, 60)
    assert.isAbove(refused, 0)
    assert.deepEqual([...codes], ['E_TOO_MANY_REQUESTS'])
    for (const as of [acme.editor, acme.token]) {
      assert.equal((await app.call('GET', path, { as })).status, 200)
    }
  }).skip(!redis, 'TEST_REDIS_URL is not set')

  // Red when pointsIn() ignores the limits of programs: a busy office would be stopped before them.
  test('have a limit many times that of programs', async ({ assert, cleanup }) => {
    const app = await bootApp({ settings: { REDIS_URL: redis } })
    cleanup(() => app.stop())
    const acme = await app.tenant('acme', 'stored')
    await app.limit(acme.id, { rate_limit_per_minute: 200 })
    const { session } = await app.ok<{ session: { id: string } }>('GET', '/api/auth/me', {
      as: acme.admin,
    })
    const rule = { name: 'calls.session', points: 12_000, seconds: 60 }
    await app.inside(() => new Limit(rule).use(session.id, 11_950))
    const { passed, refused } = await callAtOnce([app.url], acme.admin, 60)
    assert.isAbove(passed, 0)
    assert.isAbove(refused, 0)
  }).skip(!redis, 'TEST_REDIS_URL is not set')
})

/** Forms with a file that end together on request. */
function slowForms() {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const bytes = new TextEncoder()
  return {
    end,
    stream() {
      const name = crypto.randomUUID()
      let hasBegun = false
      return new ReadableStream({
        async pull(controller) {
          if (!hasBegun) {
            hasBegun = true
            const head = `--lab\r\ncontent-disposition: form-data; name="file"; filename="${name}.txt"\r\n\r\n`
            return controller.enqueue(bytes.encode(head + 'x'.repeat(400_000)))
          }
          await promise
          controller.enqueue(bytes.encode('\r\n--lab--\r\n'))
          controller.close()
        },
      })
    },
  }
}
