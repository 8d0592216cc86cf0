// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import {
  bootApp,
  until,
  type Caller,
  type Reply,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { asOwner } from '../../database/tests/refused_commits.js'
import { notifySeen, toSeen } from '../../events/seen.js'
import { purgeKeys } from '../record.js'
import { around, begun, laboratory, shut } from './lab.js'

interface Thing {
  id: string
  name: string
  text: string
  code?: string
  detail?: string
}

test.group('Requests that come again with their key', (group) => {
  let app: TestApp
  let acme: TestTenant
  let borealis: TestTenant
  group.setup(async () => {
    app = await bootApp({ plugins: [laboratory], settings: { LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    borealis = await app.tenant('borealis')
    return () => app.stop()
  })

  const fresh = () => crypto.randomUUID()
  const send = <T = Thing>(path: string, key: string, body: object, as: Caller = acme.editor) =>
    app.call<T>('POST', path, { as, body, headers: { 'idempotency-key': key } })
  const sql = <Row>(statement: string) => asOwner<Row>(app.database, statement)
  const effects = async (name: string) => {
    const rows = await sql<{ tenant_id: string }>(
      `select tenant_id from lab_effects where name = '${name}'`
    )
    return rows.length
  }
  const replayed = ({ headers }: Reply) => headers.get('idempotency-replayed')
  const age = (key: string, time: string) =>
    sql(`update idempotency_keys set ${time} where key = '${key}'`)
  const long = '2001-01-01T00:00:00.000Z'

  // Red when storeAnswer() stores no answer, or the stage is not at `act`.
  test('are answered as before', async ({ assert }) => {
    const [key, name] = [fresh(), fresh()]
    const first = await send('/api/lab/make', key, { name })
    const again = await send('/api/lab/make', key, { name })
    assert.equal(first.status, 201)
    assert.equal(again.status, 201)
    assert.deepEqual(again.body, first.body)
    for (const header of ['location', 'x-lab', 'content-type']) {
      assert.exists(first.headers.get(header), header)
      assert.equal(again.headers.get(header), first.headers.get(header), header)
    }
    assert.isNull(replayed(first))
    assert.equal(replayed(again), 'true')
    assert.equal(await effects(name), 1)
  })

  test('are answered as before: empty answers, no writes, every scope, product', async ({
    assert,
  }) => {
    for (const path of ['nothing', 'idle', 'widely']) {
      const [key, name] = [fresh(), fresh()]
      const first = await send(`/api/lab/${path}`, key, { name })
      const again = await send(`/api/lab/${path}`, key, { name })
      assert.equal(first.status, path === 'nothing' ? 204 : 200)
      assert.equal(again.status, first.status)
      assert.deepEqual(again.body, first.body)
      assert.equal(replayed(again), 'true')
      assert.isAtMost(begun.filter((one) => one === name).length, 1)
    }
    const folder = { name: fresh(), type: 'folder' }
    const key = fresh()
    const { body: made } = await send('/api/assets', key, folder)
    const again = await send('/api/assets', key, folder)
    assert.deepEqual(again.body, made)
    assert.equal(again.headers.get('location'), `/api/assets/${made.id}`)
  })

  // Red when the fingerprint omits the bytes, the address or the environment.
  test('with another body, to another address or environment are refused', async ({ assert }) => {
    const [key, name] = [fresh(), fresh()]
    await send('/api/lab/make', key, { name })
    for (const [path, body] of [
      ['/api/lab/make', { name: `${name} other` }],
      ['/api/lab/make?tenantId=', { name }],
      ['/api/lab/idle', { name }],
    ] as const) {
      const { status, body: refusal } = await send(path, key, body)
      assert.equal(status, 422, path)
      assert.equal(refusal.code, 'E_IDEMPOTENCY_KEY_REUSED')
    }
    await sql(
      `insert into tenant_environments (id, tenant_id, name, display_name, created_at, updated_at)
       values ('${fresh()}', '${acme.id}', 'staging', 'Staging', '${long}', '${long}')`
    )
    // Like its event.
    notifySeen(toSeen({ tenant_id: acme.id, target_type: 'environment' }))
    const as = { headers: { ...acme.editor.headers, 'x-environment': 'staging' } }
    assert.equal((await send('/api/lab/make', key, { name }, as)).status, 422)
    assert.equal(await effects(`${name} other`), 0)
    assert.equal((await send('/api/lab/make', key, { name })).status, 201)
  })

  // Red when the lookup of keys, or the unique index, omits tenant or caller.
  test('belong to one tenant and one caller', async ({ assert }) => {
    const [key, name] = [fresh(), fresh()]
    const operator = await app.superAdmin()
    const elsewhere = (tenant: TestTenant) => ({
      headers: { ...operator.headers, 'x-tenant': tenant.id },
    })
    const callers = [
      acme.editor,
      acme.admin,
      acme.token,
      borealis.editor,
      elsewhere(acme),
      elsewhere(borealis),
    ]
    for (const as of callers) {
      const reply = await send('/api/lab/make', key, { name }, as)
      assert.equal(reply.status, 201)
      assert.isNull(replayed(reply))
    }
    assert.equal(await effects(name), callers.length)
    for (const as of callers) {
      assert.equal(replayed(await send('/api/lab/make', key, { name }, as)), 'true')
    }
    assert.equal(await effects(name), callers.length)
  })

  test('also work outside any tenant', async ({ assert }) => {
    const as = await app.superAdmin()
    const [tenant, token] = [fresh(), fresh()]
    const subdomain = `t${fresh().slice(0, 8)}`
    const body = { name: 'Cedar', subdomain, adminEmail: `admin@${subdomain}.example` }
    const made = await send('/api/tenants', tenant, body, as)
    const again = await send('/api/tenants', tenant, body, as)
    assert.equal(made.status, 201)
    assert.deepEqual(again.body, made.body)
    const first = await send('/api/api-tokens', token, { name: 'key' }, as)
    assert.deepEqual((await send('/api/api-tokens', token, { name: 'key' }, as)).body, first.body)
    const list = await app.ok<{ subdomain: string }[]>('GET', '/api/tenants', { as })
    assert.lengthOf(
      list.filter((one) => one.subdomain === subdomain),
      1
    )
  })

  // Red when a held row is replaced (`held()` always false).
  test('are refused while the first is in progress', async ({ assert }) => {
    const [key, name] = [fresh(), fresh()]
    const gate = shut(name)
    const first = send('/api/lab/make', key, { name })
    await until('the first to begin', () => gate.reached)
    const { status, body, headers } = await send('/api/lab/make', key, { name })
    assert.equal(status, 409)
    assert.equal(body.code, 'E_IDEMPOTENCY_KEY_IN_USE')
    assert.equal(headers.get('retry-after'), '2')
    assert.equal((await send('/api/lab/make', key, { name: 'other' })).status, 422)
    gate.open()
    assert.equal((await first).status, 201)
    assert.equal(replayed(await send('/api/lab/make', key, { name })), 'true')
    assert.equal(await effects(name), 1)
  })

  // Red on PostgreSQL when the index is not unique.
  test('ten concurrent requests do it once', async ({ assert }) => {
    for (let round = 0; round < 5; round++) {
      const [key, name] = [fresh(), fresh()]
      const replies = await Promise.all(
        Array.from({ length: 10 }, () => send('/api/lab/make', key, { name }))
      )
      assert.equal(await effects(name), 1)
      const answers = replies.filter(({ status }) => status === 201)
      assert.lengthOf(
        answers.filter((reply) => replayed(reply) === null),
        1
      )
      assert.lengthOf(
        replies.filter(({ status }) => status === 409),
        10 - answers.length
      )
    }
  })

  // Red when markCommitted() does not report that its row is gone, or its guard does not throw then.
  test('take over from a request that lost its lease, which then does nothing', async ({
    assert,
  }) => {
    const [key, name] = [fresh(), fresh()]
    const gate = shut(name)
    const first = send('/api/lab/make', key, { name })
    await until('the first to begin', () => gate.reached)
    await age(key, `lease_until = '${long}'`)
    const second = send('/api/lab/make', key, { name })
    await until('the second to begin', () => begun.filter((one) => one === name).length === 2)
    gate.open()
    const [late, taken] = await Promise.all([first, second])
    assert.equal(late.status, 409)
    assert.equal(late.body.code, 'E_IDEMPOTENCY_KEY_IN_USE')
    assert.equal(taken.status, 201)
    assert.equal(await effects(name), 1)
  })

  // Red when a refusal is kept, or its row stays.
  test('may succeed the next time: refusals are not kept', async ({ assert }) => {
    const [key, name] = [fresh(), fresh()]
    assert.equal((await send('/api/lab/refuse', key, {})).status, 422)
    assert.equal((await send('/api/lab/refuse', key, { name })).status, 409)
    assert.lengthOf(await sql(`select id from idempotency_keys where key = '${key}'`), 0)
    assert.equal((await send('/api/lab/refuse', key, { name })).status, 200)
    assert.equal(replayed(await send('/api/lab/refuse', key, { name })), 'true')
    assert.equal(await effects(name), 1)
  })

  // Red when the guard is not passed to runGuarded(), or stays `taken` after a rollback.
  test('are not executed if the first failed after its commit', async ({ assert }) => {
    const [key, name] = [fresh(), fresh()]
    assert.equal((await send('/api/lab/fail', key, { name })).status, 500)
    const { status, body } = await send('/api/lab/fail', key, { name })
    assert.equal(status, 409)
    assert.equal(body.code, 'E_ANSWER_LOST')
    assert.equal(await effects(name), 1)
    assert.equal(await effects(`${name} taken back`), 0)
  })

  test('work with several concurrent transactions', async ({ assert }) => {
    const [key, name] = [fresh(), fresh()]
    assert.equal((await send('/api/lab/twice', key, { name })).status, 200)
    assert.equal(replayed(await send('/api/lab/twice', key, { name })), 'true')
    assert.equal(await effects(name), 2)
  })

  // Red when an earlier answer is replayed before the caller's permissions are checked.
  test('are not answered to a caller who lost the permission', async ({ assert }) => {
    const [key, name] = [fresh(), fresh()]
    const email = `${fresh()}@acme.example`
    const user = await app.ok<Thing>('POST', '/api/users', {
      as: acme.admin,
      body: { email, role: 'editor' },
    })
    const as = await app.signIn(email, 'acme')
    assert.equal((await send('/api/lab/make', key, { name }, as)).status, 201)
    await sql(`update users set role = 'viewer' where id = '${user.id}'`)
    const refused = await send('/api/lab/make', key, { name }, await app.signIn(email, 'acme'))
    assert.equal(refused.status, 403)
    assert.equal(refused.body.code, 'E_FORBIDDEN')
  })

  // Red when replayAnswer() does not compare permissions: controllers check more than their operation's
  // permission.
  test('are answered again only with the same permissions as before', async ({ assert }) => {
    const [key, name] = [fresh(), fresh()]
    const email = `${fresh()}@acme.example`
    const user = await app.ok<Thing>('POST', '/api/users', {
      as: acme.admin,
      body: { email, role: 'editor' },
    })
    const become = async (role: string) => {
      await sql(`update users set role = '${role}' where id = '${user.id}'`)
      notifySeen(toSeen({ tenant_id: acme.id, target_type: 'user', target_id: user.id }))
    }
    const as = await app.signIn(email, 'acme')
    assert.equal((await send('/api/lab/make', key, { name }, as)).status, 201)
    await become('admin')
    const refused = await send('/api/lab/make', key, { name }, as)
    assert.equal(refused.status, 403)
    assert.equal(refused.body.code, 'E_RIGHTS_CHANGED')
    await become('editor')
    assert.equal(replayed(await send('/api/lab/make', key, { name }, as)), 'true')
    assert.equal(await effects(name), 1)
  })

  // Red when executeOnce() does not renew the lease (renewLease): another request would take over a slow one.
  test('are in progress as long as they are worked on', async ({ assert }) => {
    const [key, name] = [fresh(), fresh()]
    const gate = shut(name)
    const first = send('/api/lab/make', key, { name })
    await until('it to begin', () => gate.reached)
    await age(key, `lease_until = '${long}'`)
    await until('it to say that it works', async () => {
      const [row] = await sql<{ lease_until: string }>(
        `select lease_until from idempotency_keys where key = '${key}'`
      )
      return new Date(row!.lease_until).getTime() > Date.parse(long)
    })
    const second = await send('/api/lab/make', key, { name })
    assert.equal(second.body.code, 'E_IDEMPOTENCY_KEY_IN_USE')
    gate.open()
    assert.equal((await first).status, 201)
    assert.equal(await effects(name), 1)
  })

  /** Keys of other requests, newer than all others. */
  const fill = async (tenant: TestTenant, keys: number, bytes: number) => {
    const time = new Date().toISOString()
    await sql(
      `insert into idempotency_keys
         (id, tenant_id, created_at, caller, key, fingerprint, committed, answer, bytes)
       with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${keys})
       select '${fresh().slice(0, 8)}-' || n, '${tenant.id}', '${time}', 'filler', 'fill ' || n, 'x',
         true, ${bytes > 0 ? `'x'` : 'null'}, ${bytes} from numbers`
    )
  }

  // Red when claim() does not check for room, or checks for a known key.
  test('are refused if new and the tenant has very many keys within a day', async ({ assert }) => {
    const cedar = await app.tenant('cedar')
    const [key, name] = [fresh(), fresh()]
    await send('/api/lab/make', key, { name }, cedar.editor)
    await fill(cedar, 100_000, 0)
    const more = () => send('/api/lab/make', fresh(), { name: `${name} more` }, cedar.editor)
    const refused = await more()
    assert.equal(refused.status, 429)
    assert.equal(refused.body.code, 'E_IDEMPOTENCY_KEYS')
    assert.equal(refused.headers.get('retry-after'), '600')
    assert.equal(await effects(`${name} more`), 0)
    const again = await send('/api/lab/make', key, { name }, cedar.editor)
    assert.equal(replayed(again), 'true')
    const body = { name: `${name} without` }
    await app.ok('POST', '/api/lab/make', { as: cedar.editor, body })
    assert.equal((await send('/api/lab/make', fresh(), { name })).status, 201)
    await sql(`update idempotency_keys set created_at = '${long}' where key like 'fill %'`)
    await until('room', async () => (await more()).status === 201)
    await purgeKeys()
  })

  // Red when storeAnswer() makes no room, or when dropping an answer also drops the mark that its request was
  // executed.
  test('drop old answers when a tenant has very many', async ({ assert }) => {
    const dogwood = await app.tenant('dogwood')
    const [old, kept, name] = [fresh(), fresh(), fresh()]
    const idle = (key: string) => send('/api/lab/idle', key, { name }, dogwood.editor)
    await idle(old)
    await fill(dogwood, 10, 8 * 1024 * 1024)
    assert.equal(replayed(await idle(old)), 'true')
    await idle(kept)
    const lost = await idle(old)
    assert.equal(lost.status, 409)
    assert.equal(lost.body.code, 'E_ANSWER_LOST')
    assert.equal(replayed(await idle(kept)), 'true')
    const left = await sql(`select id from idempotency_keys where answer = 'x' and bytes > 0`)
    assert.lengthOf(left, 5)
    assert.lengthOf(
      begun.filter((one) => one === name),
      2
    )
  })

  // Red when seal() returns plain text, or does not bind it to the row.
  test('keep no secret in plain text', async ({ assert }) => {
    const key = fresh()
    const first = await send<{ token: string }>(
      '/api/api-tokens',
      key,
      { name: 'once' },
      acme.admin
    )
    const [row] = await sql<object>(`select * from idempotency_keys where key = '${key}'`)
    assert.notInclude(JSON.stringify(row), first.body.token)
    assert.notInclude(JSON.stringify(row), 'cdk_')
    const again = await send<{ token: string }>(
      '/api/api-tokens',
      key,
      { name: 'once' },
      acme.admin
    )
    assert.equal(again.body.token, first.body.token)
    const other = fresh()
    await send('/api/api-tokens', other, { name: 'other' }, acme.admin)
    await sql(
      `update idempotency_keys set answer = (select answer from idempotency_keys
       where key = '${key}') where key = '${other}'`
    )
    const foreign = await send('/api/api-tokens', other, { name: 'other' }, acme.admin)
    assert.equal(foreign.body.code, 'E_ANSWER_LOST')
    // As after a change of APP_KEY.
    await sql(
      `update idempotency_keys set answer = 's1.00000000.${'A'.repeat(80)}' where key = '${key}'`
    )
    const lost = await send('/api/api-tokens', key, { name: 'once' }, acme.admin)
    assert.equal(lost.status, 409)
    assert.equal(lost.body.code, 'E_ANSWER_LOST')
  })

  // Red without maxBytes, or when storeAnswer() does not mark a request without effect and answer as done.
  test('get a long answer only once', async ({ assert }) => {
    for (const path of ['make', 'idle']) {
      const [key, name] = [fresh(), fresh()]
      const body = { name, length: 300 * 1024 }
      assert.isBelow((await send(`/api/lab/${path}`, key, body)).status, 300)
      const again = await send(`/api/lab/${path}`, key, body)
      assert.equal(again.status, 409)
      assert.equal(again.body.code, 'E_ANSWER_LOST')
      if (path === 'make') assert.include(again.body.detail, 'Check /api/lab')
      assert.equal(await effects(name), path === 'make' ? 1 : 0)
      assert.lengthOf(
        begun.filter((one) => one === name),
        1
      )
    }
  })

  test('have keys of visible characters', async ({ assert }) => {
    const body = { name: fresh() }
    for (const key of ['', 'two words', 'x'.repeat(256), 'schl\u00fcssel']) {
      const { status, body: refusal } = await send('/api/lab/idle', key, body)
      assert.equal(status, 400, key)
      assert.equal(refusal.code, 'E_IDEMPOTENCY_KEY')
    }
    for (const key of [`"${fresh()}"`, 'x'.repeat(255 - 36) + fresh(), fresh()]) {
      assert.equal((await send('/api/lab/idle', key, body)).status, 200)
    }
  })

  test('are ordinary requests where keys are not supported', async ({ assert }) => {
    const headers = { 'idempotency-key': fresh() }
    for (const [method, path] of [
      ['PUT', '/api/lab/idle'],
      ['POST', '/lab'],
    ] as const) {
      for (const name of [fresh(), fresh()]) {
        const reply = await app.call<Thing>(method, path, {
          as: acme.editor,
          body: { name },
          headers,
        })
        assert.equal(reply.body.name, name)
      }
    }
    for (const name of [`${fresh()}.txt`, `${fresh()}.txt`]) {
      const form = new FormData()
      form.set('file', new Blob(['bytes']), name)
      const reply = await app.call<Thing>('POST', '/api/assets', {
        as: acme.editor,
        body: form,
        headers,
      })
      assert.equal(reply.body.name, name)
    }
  })

  // Red when the kernel's contribution is not the outermost at `act`.
  test('skip the stages around the work', async ({ assert }) => {
    const [key, name] = [fresh(), fresh()]
    around.length = 0
    await send('/api/lab/make', key, { name })
    await send('/api/lab/make', key, { name })
    assert.deepEqual(around, ['/api/lab/make'])
  })

  // Red when the free rows, or the purge, omit `outdated()`.
  test('count as new after a day, and are deleted', async ({ assert }) => {
    const [key, other, name] = [fresh(), fresh(), fresh()]
    await send('/api/lab/make', key, { name })
    await age(key, `created_at = '${long}'`)
    const again = await send('/api/lab/make', key, { name: `${name} again` })
    assert.equal(again.status, 201)
    assert.isNull(replayed(again))
    await send('/api/lab/idle', other, { name })
    await age(other, `created_at = '${long}'`)
    await purgeKeys()
    const kept = await sql<{ key: string }>(
      `select key from idempotency_keys where key in ('${key}', '${other}')`
    )
    assert.deepEqual(
      kept.map((row) => row.key),
      [key]
    )
  })
})
