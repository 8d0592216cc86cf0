import { test } from '@japa/runner'
import { countMails, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { clock, newId, now, transaction, unscoped } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { asOperator } from '@crossdock/kernel/tenancy'
import { purgeRequests } from '../job_refs.js'
import { mostMails, mostRequests } from '../limits.js'
import { ada, newAddress, openApp, read, send, type DemoRequest } from './support.js'

const operator = 'operator@crossdock.example'
const day = 24 * 60 * 60_000

test.group('Requests for a demo', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    app = await openApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  const inOperator = <T>(work: () => Promise<T>): Promise<T> =>
    app.inside(() => asOperator('a test reads stored rows', work))

  const kept = async () =>
    app.ok<DemoRequest[]>('GET', '/api/demo-requests', { as: await app.superAdmin() })

  test('reach the operator by mail and in their list, and the page confirms it', async ({
    assert,
  }) => {
    const before = (await read(app, '/sales')).text
    assert.include(before, 'Your request goes by email to the team that runs this server')
    assert.notInclude(before, 'has arrived')
    let sent: Awaited<ReturnType<typeof send>> | undefined
    const mail = await app.mailTo(operator, async () => void (sent = await send(app, ada)), /demo/)
    assert.equal(sent!.status, 303)
    assert.include((await read(app, sent!.location!)).text, 'Your request has arrived.')
    assert.equal(mail.subject, 'Ada Lund asks for a demo')
    assert.include(mail.text, 'Write to ada@nordfjord.example.')
    assert.include(mail.text, 'Nine sites.')
    const [request] = await kept()
    assert.containSubset(request, { ...ada, status: 'open', answeredAt: null })
    const as = await app.superAdmin()
    const log = await app.ok<{ eventType: string; actorLabel: string }[]>('GET', '/api/events', {
      as,
    })
    assert.include(
      log.map(({ eventType }) => eventType),
      'demo_requested'
    )
    // The log outlives the request, so it must not have name or address.
    assert.notInclude(JSON.stringify(log), 'nordfjord')
  })

  // Red when the page confirms any id in its address.
  test('that do not exist are not confirmed', async ({ assert }) => {
    for (const id of [newId(), 'x', 'a'.repeat(500)]) {
      const { status, text } = await read(app, `/sales?request=${id}`)
      assert.equal(status, 200)
      assert.notInclude(text, 'has arrived')
    }
  })

  test('with wrong fields show errors at the fields, and keep all entered values', async ({
    assert,
  }) => {
    const count = (await kept()).length
    const wrong: Record<string, string>[] = [
      { ...ada, name: '' },
      { ...ada, name: 'https://evil.example' },
      { ...ada, email: 'invalid' },
      { ...ada, email: '' },
      { ...ada, message: 'a\u202eb' },
      { ...ada, message: 'x'.repeat(4_001) },
      { ...ada, company: 'Nordfjord' },
    ]
    for (const form of wrong) {
      const { status, text } = await send(app, form)
      assert.equal(status, 422, JSON.stringify(form).slice(0, 80))
      assert.match(text, /role="alert"/)
    }
    const entered = { name: '"><b>', email: 'ada@nordfjord.example', message: '</textarea><b>' }
    const { text } = await send(app, { ...entered, email: 'invalid' })
    assert.include(text, 'value="&quot;&gt;&lt;b&gt;"')
    assert.include(text, '&lt;/textarea&gt;&lt;b&gt;')
    assert.match(text, /id="email"[^>]*aria-invalid="true" aria-describedby="email-wrong"/)
    const german = await send(app, { ...ada, email: 'invalid' }, { language: 'de' })
    assert.include(german.text, 'Ihre Anfrage wurde nicht gesendet.')
    const twice = await app.call('POST', '/sales', {
      body: 'name=a&name=b&email=a@b.example',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(twice.status, 422)
    assert.lengthOf(await kept(), count)
  })

  // Red without the limit by address, or when it counts for other networks.
  test('are limited by address', async ({ assert }) => {
    const from = newAddress()
    for (let time = 0; time < 5; time++) {
      assert.equal((await send(app, ada, { from })).status, 303)
    }
    const refused = await send(app, ada, { from })
    assert.equal(refused.status, 429)
    assert.match(refused.text, /Too many requests for a demo. Try again in \d+ minutes\./)
    assert.include(refused.text, 'value="Ada Lund"')
    assert.equal((await send(app, ada)).status, 303)
  })

  // Red when each request is mailed.
  test('do not flood the mailbox of the operator', async ({ assert }) => {
    const count = (await kept()).length
    for (let time = 0; time <= mostMails; time++) {
      assert.equal((await send(app, ada)).status, 303)
    }
    assert.lengthOf(await kept(), count + mostMails + 1)
    const mails = () =>
      inOperator(() => unscoped().from('jobs').where('name', 'mail.send').count('* as n').first())
    await until('all mails to be sent', async () => Number((await mails()).n) === 0)
    const all = await countMails(app.database.dataDir, operator, /asks for a demo/)
    assert.equal(all, mostMails)
  })

  test('are marked as answered and deleted by the super administrator alone', async ({
    assert,
  }) => {
    const as = await app.superAdmin()
    const [{ id }] = (await kept()) as [DemoRequest]
    const path = `/api/demo-requests/${id}`
    for (const other of [acme.admin, acme.token, undefined]) {
      for (const [method, at] of [
        ['GET', '/api/demo-requests'],
        ['PUT', path],
        ['DELETE', path],
      ] as const) {
        const body = method === 'PUT' ? { status: 'answered' } : undefined
        const { status } = await app.call(method, at, { as: other, body })
        assert.equal(status, other ? 403 : 401)
      }
    }
    const mark = (status: string) => app.ok<DemoRequest>('PUT', path, { as, body: { status } })
    const answered = await mark('answered')
    assert.equal(answered.status, 'answered')
    assert.isNotNull(answered.answeredAt)
    const filtered = await app.ok<DemoRequest[]>(
      'GET',
      '/api/demo-requests?filter={"status":"answered"}',
      { as }
    )
    assert.deepEqual(
      filtered.map((one) => one.id),
      [id]
    )
    assert.isNull((await mark('open')).answeredAt)
    assert.equal((await app.call('DELETE', path, { as })).status, 204)
    assert.equal((await app.call('DELETE', path, { as })).status, 404)
    assert.equal((await app.call('PUT', path, { as, body: { status: 'open' } })).status, 404)
  })

  // Red without the limit, or when an open request is deleted for a new one.
  test('are limited in number, and deleted after half a year', async ({ assert }) => {
    const row = (time: string, status: string) => ({
      id: newId(),
      created_at: time,
      name: 'Old',
      email: 'old@x.example',
      status,
    })
    const fill = (await kept()).length
    const rows = Array.from({ length: mostRequests - fill }, () => row(now(), 'open'))
    await inOperator(async () => {
      for (let at = 0; at < rows.length; at += 100) {
        await unscoped()
          .table('demo_requests')
          .multiInsert(rows.slice(at, at + 100))
      }
    })
    const total = () =>
      inOperator(async () =>
        Number((await unscoped().from('demo_requests').count('* as n').first()).n)
      )
    const full = await send(app, ada)
    assert.equal(full.status, 429)
    assert.include(full.text, 'takes no more today')
    assert.equal(await total(), mostRequests)
    const answered = rows[7]!.id
    const as = await app.superAdmin()
    await app.ok('PUT', `/api/demo-requests/${answered}`, { as, body: { status: 'answered' } })
    assert.equal((await send(app, ada)).status, 303)
    assert.equal(await total(), mostRequests)
    assert.equal(
      (await app.call('PUT', `/api/demo-requests/${answered}`, { as, body: { status: 'open' } }))
        .status,
      404
    )
    const ages = [200, 181, 179]
    await inOperator(async () => {
      await unscoped().from('demo_requests').delete()
      await unscoped()
        .table('demo_requests')
        .multiInsert(
          ages.map((days) => row(new Date(clock.now() - days * day).toISOString(), 'open'))
        )
      await transaction(() => enqueue(purgeRequests, {}))
    })
    await until('old requests to be gone', async () => (await total()) === 1)
  })
})
