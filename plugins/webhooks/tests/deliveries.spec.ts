import { test } from '@japa/runner'
import { until } from '@crossdock/backend/testing'
import vine from '@vinejs/vine'
import { clock, transaction } from '@crossdock/kernel/database'
import { defineEvent, recordEvent } from '@crossdock/kernel/events'
import { definePlugin } from '@crossdock/kernel/plugin'
import { inTenant } from '@crossdock/kernel/tenancy'
import { Webhook } from 'standardwebhooks'
import type { Receiver } from './receiver.js'
import { WebhookLab, type Delivery } from './webhook_lab.js'

const minute = 60_000

/** An event whose fields have the same names as fields of a message. */
const parcelMoved = defineEvent('parcel_moved', {
  description: 'A parcel was moved',
  permission: null,
  payload: vine.object({
    id: vine.string(),
    target: vine.string(),
    tenantId: vine.string(),
    environmentId: vine.string(),
  }),
})
const parcels = definePlugin({
  name: 'parcels',
  version: '1.0.0',
  compatibility: '^0.1',
  eventTypes: [parcelMoved],
})

interface Described {
  webhooks: Record<
    string,
    {
      post: {
        requestBody: {
          content: { 'application/json': { schema: { required: string[]; properties: object } } }
        }
      }
    }
  >
}

test.group('Deliveries of webhooks', (group) => {
  let lab: WebhookLab
  let receiver: Receiver

  group.setup(async () => {
    lab = await WebhookLab.boot([parcels])
    return () => lab.stop()
  })
  group.each.setup(async () => {
    receiver = await lab.receiver()
  })
  const verify = (secret: string, { body, headers }: Receiver['received'][number]) =>
    new Webhook(secret).verify(body, headers)

  // Red when a message is signed with another secret, or other bytes are signed than sent.
  test('each event sends a signed message, identical to the one shown', async ({ assert }) => {
    const headers = [{ name: 'X-Tenant-Key', value: 'k-1234567890' }]
    const { id, secret } = await lab.subscribe(receiver.url, { headers })
    assert.match(secret, /^whsec_/)
    const folder = await lab.folder('Ärger 1')
    const [delivery] = await lab.become(id, 'delivered')
    const [received] = receiver.received
    assert.lengthOf(receiver.received, 1)
    verify(secret, received!)
    assert.throws(() => verify('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', received!))
    assert.deepInclude(received!.message, {
      type: 'folder_create',
      id: delivery!.eventId,
      tenantId: lab.acme.id,
      target: { type: 'asset', id: folder.id },
    })
    assert.equal(received!.message.data.name, 'Ärger 1')
    assert.match(received!.headers['user-agent']!, /^Crossdock\/\d/)
    assert.equal(received!.headers['x-tenant-key'], 'k-1234567890')
    assert.equal(received!.id, delivery!.messageId)
    const details = await lab.details(id, delivery!.id)
    assert.equal(details.body, received!.body)
    assert.containSubset(details.tries, [{ number: 1, statusCode: 204, isManual: false }])
    assert.notInclude(JSON.stringify(details), 'k-1234567890')
    assert.notInclude(JSON.stringify(details), received!.headers['webhook-signature']!)
    assert.containSubset(await lab.shown(id), {
      status: 'active',
      lastDelivery: { status: 'delivered', statusCode: 204 },
    })
  })

  // Red when facts about the event are among the fields of the payload.
  test('data is the payload, whatever its field names', async ({ assert }) => {
    const { id } = await lab.subscribe(receiver.url, { eventTypes: ['parcel_moved'] })
    const payload = { id: 'P 7', target: 'Dock 4', tenantId: 'none', environmentId: 'none' }
    await lab.app.inside(() =>
      inTenant(lab.acme.id, () => transaction(() => recordEvent(parcelMoved, { payload })))
    )
    const [delivery] = await lab.become(id, 'delivered')
    const { message } = receiver.received[0]!
    assert.deepEqual(message.data, payload)
    assert.deepInclude(message, { id: delivery!.eventId, target: null, tenantId: lab.acme.id })
    const { webhooks } = await lab.app.ok<Described>('GET', '/api/v2/openapi.json')
    const { schema } = webhooks.parcel_moved!.post.requestBody.content['application/json']
    assert.sameMembers(Object.keys(message), schema.required)
    assert.sameMembers(Object.keys(message), Object.keys(schema.properties))
  })

  test('an example is sent immediately and only once, even while paused', async ({ assert }) => {
    receiver.answers(500)
    const { id, secret } = await lab.subscribe(receiver.url, { isActive: false })
    const { status, body } = await lab.call<Delivery>('POST', `/${id}/example`, {
      eventType: 'file_upload',
    })
    assert.equal(status, 202)
    assert.isTrue(body.isExample)
    await lab.become(id, 'failed')
    const [received] = receiver.received
    verify(secret, received!)
    assert.equal(received!.message.type, 'file_upload')
    assert.equal(received!.headers['webhook-example'], 'true')
    const shown = await lab.shown(id)
    assert.deepInclude(shown, { status: 'paused', failingSince: null, lastDelivery: null })
    const unknown = await lab.call('POST', `/${id}/example`, { eventType: 'nothing' })
    assert.equal(unknown.status, 422)
  })

  // Red when only one secret signs, or the former secret never stops signing.
  test('two secrets sign while the secret rotates', async ({ assert }) => {
    const { id, secret } = await lab.subscribe(receiver.url)
    const { body } = await lab.call<{ secret: string }>('POST', `/${id}/rotate-secret`, {
      keepHours: 1,
    })
    assert.notEqual(body.secret, secret)
    await lab.folder('while both sign')
    await lab.become(id, 'delivered')
    const [first] = receiver.received
    verify(secret, first!)
    verify(body.secret, first!)
    lab.app.clock.advance(61 * minute)
    await lab.folder('after that')
    await lab.become(id, 'delivered', 2)
    const second = receiver.received[1]!
    assert.equal(second.headers['webhook-signature']!.split(' ').length, 1)
    assert.isNull((await lab.shown(id)).previousSecretUntil)
  })

  test('only events that match its types and conditions', async ({ assert }) => {
    const conditions = [
      { value: 'event.payload.name', operator: 'contains', other: 'invoice' },
      { value: 'event.payload.name', operator: 'not_equals', other: 'invoice 2' },
    ]
    const { id } = await lab.subscribe(receiver.url, { conditions })
    for (const name of ['order', 'invoice 1', 'invoice 2', 'invoice 3']) await lab.folder(name)
    await lab.become(id, 'delivered', 2)
    const names = receiver.received.map(({ message }) => message.data.name)
    assert.sameMembers(names, ['invoice 1', 'invoice 3'])
  })

  // Red when the next attempt restarts the schedule, or a resend adds to the schedule.
  test('a resend is the next attempt in place of the scheduled one', async ({ assert }) => {
    receiver.answers(500, 503, 204)
    const { id } = await lab.subscribe(receiver.url)
    await lab.folder('retried')
    const [waiting] = await lab.become(id, 'retrying')
    assert.deepInclude(waiting, { attempts: 1, statusCode: 500 })
    assert.isNotNull(waiting!.nextAttemptAt)
    const resent = await lab.call<Delivery>('POST', `/${id}/deliveries/${waiting!.id}/resend`)
    assert.equal(resent.status, 202)
    await until('the second attempt', async () => {
      const [delivery] = await lab.deliveries(id)
      return delivery!.attempts === 2
    })
    lab.app.clock.advance(10_000)
    // The 5 s of the first schedule have passed and it sent nothing. The 30 s of the second have not.
    assert.lengthOf(receiver.received, 2)
    lab.app.clock.advance(30_000)
    const [delivered] = await lab.become(id, 'delivered')
    assert.equal(delivered!.attempts, 3)
    const { tries } = await lab.details(id, delivered!.id)
    assert.deepEqual(
      tries.map(({ number, statusCode, isManual }) => [number, statusCode, isManual]),
      [
        [3, 204, false],
        [2, 503, true],
        [1, 500, false],
      ]
    )
    assert.equal(receiver.counts.get(delivered!.messageId), 3)
  })

  test('12 attempts in about three days, then it is given up; a resend is one more', async ({
    assert,
  }) => {
    receiver.answers(500)
    const { id } = await lab.subscribe(receiver.url)
    await lab.folder('never')
    const began = clock.now()
    for (let attempt = 1; attempt < 12; attempt++) {
      const open = await until(`attempt ${attempt}`, async () => {
        const [delivery] = await lab.deliveries(id)
        return delivery!.attempts === attempt && delivery!
      })
      lab.app.clock.advance(Date.parse(open.nextAttemptAt!) - clock.now() + 1)
    }
    const [failed] = await lab.become(id, 'failed')
    assert.deepInclude(failed, { attempts: 12, nextAttemptAt: null })
    const days = (clock.now() - began) / (24 * 60 * minute)
    assert.isTrue(days > 2.5 && days < 3.5, `${days} days`)
    await lab.call('POST', `/${id}/deliveries/${failed!.id}/resend`)
    await until('attempt 13', async () => (await lab.deliveries(id))[0]!.attempts === 13)
    assert.equal((await lab.deliveries(id))[0]!.status, 'failed')
  })

  test('Retry-After delays the next attempt, up to an hour', async ({ assert }) => {
    receiver.answer = (response) => void response.writeHead(503, { 'retry-after': '7200' }).end()
    const { id } = await lab.subscribe(receiver.url)
    await lab.folder('later')
    const [waiting] = await lab.become(id, 'retrying')
    const wait = Date.parse(waiting!.nextAttemptAt!) - clock.now()
    assert.isTrue(wait > 59 * minute && wait <= 60 * minute, `${wait} ms`)
  })

  // Red when new webhooks are always active.
  test('a webhook created paused gets nothing; recover sends the missing events once', async ({
    assert,
  }) => {
    const since = new Date(clock.now()).toISOString()
    const { id } = await lab.subscribe(receiver.url, { isActive: false })
    for (const name of ['a', 'b', 'c']) await lab.folder(`paused ${name}`)
    const refused = await lab.call('POST', `/${id}/recover`, { since })
    assert.equal(refused.status, 409)
    await lab.call('POST', `/${id}/resume`)
    assert.isEmpty(await lab.deliveries(id))
    const recovered = await lab.call<{ queued: number }>('POST', `/${id}/recover`, { since })
    assert.equal(recovered.status, 202)
    assert.equal(recovered.body.queued, 3)
    await lab.become(id, 'delivered', 3)
    const again = await lab.call<{ queued: number; scanned: number }>('POST', `/${id}/recover`, {
      since,
    })
    assert.deepInclude(again.body, { queued: 0 })
    assert.isTrue(again.body.scanned >= 3)
    await lab.folder('paused d')
    await lab.become(id, 'delivered', 4)
    assert.isTrue([...receiver.counts.values()].every((count) => count === 1))
  })

  test('recover retries deliveries that were given up', async ({ assert }) => {
    receiver.answers(410, 204)
    const since = new Date(clock.now()).toISOString()
    const { id } = await lab.subscribe(receiver.url)
    await lab.folder('gone')
    await lab.become(id, 'failed')
    assert.deepInclude(await lab.shown(id), { status: 'disabled', isActive: false })
    await lab.call('POST', `/${id}/resume`)
    const { body } = await lab.call<{ queued: number }>('POST', `/${id}/recover`, { since })
    assert.equal(body.queued, 1)
    const [delivered] = await lab.become(id, 'delivered')
    assert.equal(delivered!.attempts, 2)
    const old = await lab.call('POST', `/${id}/recover`, { since: '2020-01-01T00:00:00Z' })
    assert.equal(old.status, 422)
  })

  test('the rate limit is kept, in order', async ({ assert }) => {
    const { id } = await lab.subscribe(receiver.url, { ratePerSecond: 2 })
    lab.app.clock.hold()
    for (let number = 0; number < 5; number++) await lab.folder(`slow ${number}`)
    await until('the first', () => receiver.received.length === 1)
    for (let sent = 1; sent < 5; sent++) {
      await until('the other deliveries to be sent', async () => {
        const open = await lab.deliveries(id, '?status=waiting')
        return open.length === 5 - sent
      })
      lab.app.clock.advance(501)
      await until(`message ${sent + 1}`, () => receiver.received.length === sent + 1)
    }
    await lab.become(id, 'delivered', 5)
    const names = receiver.received.map(({ message }) => message.data.name)
    assert.deepEqual(
      names,
      [0, 1, 2, 3, 4].map((number) => `slow ${number}`)
    )
  })

  test('statistics of the day', async ({ assert }) => {
    receiver.answers(204, 500)
    const { id } = await lab.subscribe(receiver.url)
    for (const name of ['x', 'y']) await lab.folder(`counted ${name}`)
    await lab.become(id, 'delivered')
    await lab.become(id, 'retrying')
    const { body } = await lab.call<{ hours: { delivered: number }[]; p95Ms: number }>(
      'GET',
      `/${id}/stats`
    )
    assert.deepInclude(body, { today: 2, delivered: 1, retrying: 1, failed: 0 })
    assert.lengthOf(body.hours, 24)
    assert.equal(body.hours.at(-1)!.delivered, 1)
    assert.isNumber(body.p95Ms)
  })
})
