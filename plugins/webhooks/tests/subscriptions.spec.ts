import { test } from '@japa/runner'
import { until } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { MASK } from '@crossdock/kernel/secrets'
import { asOperator } from '@crossdock/kernel/tenancy'
import { WebhookLab, type Subscription } from './webhook_lab.js'

interface Refused {
  code: string
  errors: { field: string; message: string }[]
}

test.group('Webhooks', (group) => {
  let lab: WebhookLab

  group.setup(async () => {
    lab = await WebhookLab.boot()
    return () => lab.stop()
  })
  const body = { name: 'Orders', url: 'https://partner.example/hook', eventTypes: ['file_upload'] }
  const refusedField = async (fields: object) => {
    const { status, body: answer } = await lab.call<Refused>('POST', '', { ...body, ...fields })
    return status === 422 ? answer.errors[0]!.field : status
  }

  // Red when an address is not validated.
  test('refuses addresses that events may not be sent to', async ({ assert }) => {
    for (const url of [
      'http://partner.example/hook',
      'http://10.0.0.8/hook',
      'ftp://partner.example/hook',
      'https://user:pass@partner.example/hook',
      'partner',
    ]) {
      assert.equal(await refusedField({ url }), 'url', url)
    }
    assert.equal(await refusedField({ url: 'http://127.0.0.1:4000/hook' }), 201)
    assert.equal(await refusedField({ url: 'http://[::1]:4000/hook' }), 201)
  })

  test('refuses signing and framing headers, unknown events and invalid conditions', async ({
    assert,
  }) => {
    for (const name of ['Webhook-Signature', 'Content-Type', 'Host', 'content-length', 'a b']) {
      const headers = [{ name, value: 'x' }]
      assert.equal(await refusedField({ headers }), 'headers.0.name', name)
    }
    const twice = ['X-A', 'x-a'].map((name) => ({ name, value: 'x' }))
    assert.equal(await refusedField({ headers: twice }), 'headers.1.name')
    assert.equal(
      await refusedField({ headers: [{ name: 'X-A', value: 'a\nb' }] }),
      'headers.0.value'
    )
    assert.equal(await refusedField({ headers: [{ name: 'X-A', value: MASK }] }), 'headers.0.value')
    assert.equal(await refusedField({ eventTypes: ['nothing'] }), 'eventTypes.0')
    assert.equal(await refusedField({ eventTypes: ['*', 'file_upload'] }), 'eventTypes')
    assert.equal(await refusedField({ eventTypes: [] }), 'eventTypes')
    const failing = ['webhook_subscription_failing']
    assert.equal(await refusedField({ eventTypes: failing }), 'eventTypes.0')
    const conditions = [{ value: 'steps.a', operator: 'exists' }]
    assert.equal(await refusedField({ conditions }), 'conditions.0.value')
  })

  // Red when header values are sent to a server that is entered later.
  test('a header value is kept, and goes to no other server', async ({ assert }) => {
    const receiver = await lab.receiver()
    const other = await lab.receiver()
    const headers = [{ name: 'X-Key', value: 'k-sentinel-77' }]
    const { id } = await lab.subscribe(receiver.url, { headers })
    const kept = [{ name: 'X-Key', value: MASK }]
    const changed = await lab.call<Subscription>('PUT', `/${id}`, { name: 'Other', headers: kept })
    assert.deepEqual(changed.body.headers, kept)
    await lab.call('POST', `/${id}/example`, { eventType: 'file_upload' })
    await until('the example', () => receiver.received.length === 1)
    assert.equal(receiver.received[0]!.headers['x-key'], 'k-sentinel-77')
    for (const fields of [{ url: other.url }, { url: other.url, headers: kept }]) {
      const moved = await lab.call<Refused>('PUT', `/${id}`, fields)
      assert.equal(moved.body.errors[0]!.field, 'headers.0.value')
    }
    const entered = { url: other.url, headers: [{ name: 'X-Key', value: 'k-new-value' }] }
    assert.equal((await lab.call('PUT', `/${id}`, entered)).status, 200)
  })

  // Red when saving does not check the permission of each event type.
  test('people subscribe only to events that they may read', async ({ assert }) => {
    const scopes = ['webhooks.read', 'webhooks.write', 'activity.read', 'assets.read']
    const { token } = await lab.app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: lab.acme.admin,
      body: { name: 'few', scopes },
    })
    const few = { headers: { authorization: `Bearer ${token}` } }
    const types = await lab.app.ok<{ name: string }[]>('GET', '/api/webhooks/event-types', {
      as: few,
    })
    const names = types.map(({ name }) => name)
    assert.include(names, 'file_upload')
    assert.notInclude(names, 'user_invited')
    const given = { ...body, eventTypes: ['file_upload', 'user_invited'] }
    const refused = await lab.call<Refused>('POST', '', given, few)
    assert.equal(refused.body.errors[0]!.field, 'eventTypes.1')
    // For events that another person chose, it can neither change the address nor read the messages.
    const { id } = await lab.subscribe('https://partner.example/a', {
      eventTypes: ['user_invited'],
    })
    const moved = await lab.call('PUT', `/${id}`, { url: 'https://partner.example/b' }, few)
    assert.equal(moved.status, 422)
    assert.equal((await lab.call('PUT', `/${id}`, { name: 'Renamed' }, few)).status, 200)
  })

  test('roles without write permission see them or nothing', async ({ assert }) => {
    const { id } = await lab.subscribe('https://partner.example/c', { isActive: false })
    const { editor, viewer } = lab.acme
    assert.equal((await lab.call('GET', `/${id}`, undefined, editor)).status, 200)
    assert.equal((await lab.call('POST', `/${id}/pause`, undefined, editor)).status, 403)
    assert.equal((await lab.call('GET', '', undefined, viewer)).status, 403)
  })

  test('list, search and status; a deleted webhook disappears immediately', async ({ assert }) => {
    const { id } = await lab.subscribe('https://partner.example/found', {
      name: 'Findable',
      isActive: false,
    })
    const found = async (query: string) =>
      (await lab.call<Subscription[]>('GET', `?${query}`)).body.map((one) => one.id)
    assert.deepEqual(await found('search=findab'), [id])
    assert.deepEqual(await found('search=example%2Ffound'), [id])
    assert.include(await found('status=paused'), id)
    assert.notInclude(await found('status=active'), id)
    const { body: v2 } = await lab.app.call<{ data: { id: string } }>(
      'GET',
      `/api/v2/webhooks/${id}`,
      {
        as: lab.acme.token,
      }
    )
    assert.equal(v2.data.id, id)
    assert.equal((await lab.call('DELETE', `/${id}`)).status, 204)
    assert.equal((await lab.call('GET', `/${id}`)).status, 404)
    await until('its row to be deleted', async () => {
      const row = await lab.app.inside(() =>
        asOperator('a test looks', () =>
          unscoped().from('webhook_subscriptions').where('id', id).first()
        )
      )
      return !row
    })
  })

  test('an environment has at most 100', async ({ assert }) => {
    const app = lab.app
    const small = await app.tenant('small')
    const create = () => app.call<Refused>('POST', '/api/webhooks', { as: small.token, body })
    for (let number = 0; number < 100; number++) assert.equal((await create()).status, 201)
    const { status, body: refused } = await create()
    assert.deepEqual([status, refused.code], [409, 'E_QUOTA_WEBHOOK_SUBSCRIPTIONS'])
  })

  test('events of another tenant are not sent', async ({ assert }) => {
    const receiver = await lab.receiver()
    const other = await lab.app.tenant('others')
    const { id } = await lab.subscribe(receiver.url)
    await lab.folder('theirs', other.token)
    await lab.folder('ours')
    await lab.become(id, 'delivered')
    assert.deepEqual(
      receiver.received.map(({ message }) => message.data.name),
      ['ours']
    )
    for (const rest of ['', '/deliveries', '/stats'])
      assert.equal((await lab.call('GET', `/${id}${rest}`, undefined, other.token)).status, 404)
  })

  // Red when any event, mail, log or answer holds a secret or the value of a header.
  test('secrets appear in no output', async ({ assert }) => {
    const receiver = await lab.receiver()
    const sentinel = 'sentinel-4b1f9c'
    receiver.answer = (response, { headers }) =>
      void response.writeHead(410).end(`you sent ${headers['x-key']}`)
    const { id, secret } = await lab.subscribe(receiver.url, {
      headers: [{ name: 'X-Key', value: sentinel }],
    })
    const rotated = await lab.call<{ secret: string }>('POST', `/${id}/rotate-secret`, {})
    await lab.folder('sentinel')
    const [failed] = await lab.become(id, 'failed')
    const details = await lab.details(id, failed!.id)
    assert.equal(details.tries[0]!.answer, `you sent ${MASK}`)
    const shown = [await lab.shown(id), details, await lab.deliveries(id)]
    const everything = await lab.app.inside(() =>
      asOperator('a test looks for secrets', async () => {
        const tables = ['middleware_events', 'activity_logs', 'notifications', 'notices', 'jobs']
        const own = ['webhook_subscriptions', 'webhook_deliveries', 'webhook_attempts']
        const rows = []
        for (const table of [...tables, ...own]) rows.push(await unscoped().from(table))
        return rows
      })
    )
    const text = JSON.stringify([shown, everything])
    for (const value of [sentinel, secret, rotated.body.secret]) {
      assert.notInclude(text, value)
      assert.notInclude(text, value.replace('whsec_', ''))
    }
  })

  // Red without beforeAccess(): an unattended screen could send events elsewhere.
  test('a change of what is sent, or where to, needs a fresh proof; a new name does not', async ({
    assert,
  }) => {
    const { id } = await lab.subscribe('https://partner.example/proof')
    // A token needs no proof, a session does.
    const put = (changed: object) =>
      lab.app.call<Refused>('PUT', `/api/webhooks/${id}`, { as: lab.acme.admin, body: changed })
    lab.app.clock.advance(16 * 60_000)
    for (const changed of [
      { url: 'https://elsewhere.example/hook' },
      { eventTypes: ['file_delete'] },
      { headers: [{ name: 'X-Key', value: 'new' }] },
      { conditions: [{ value: 'event.payload.name', operator: 'exists' }] },
    ]) {
      const { status, body } = await put(changed)
      assert.deepEqual([status, body.code], [403, 'E_FRESH_PROOF_NEEDED'], JSON.stringify(changed))
    }
    assert.equal((await put({ name: 'Renamed', ratePerSecond: 5 })).status, 200)
  })
})
