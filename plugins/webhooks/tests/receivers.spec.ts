import { createServer } from 'node:net'
import { test } from '@japa/runner'
import { freePort, until } from '@crossdock/backend/testing'
import { clock } from '@crossdock/kernel/database'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { Receiver } from './receiver.js'
import { WebhookLab, type Delivery } from './webhook_lab.js'

const day = 24 * 60 * 60_000

interface LoggedEvent {
  eventType: string
  targetId: string
  payload: { percent?: number; reason?: string }
}

test.group('Receivers of webhooks', (group) => {
  let lab: WebhookLab
  let receiver: Receiver

  group.setup(async () => {
    lab = await WebhookLab.boot()
    return () => lab.stop()
  })
  let number = 0
  group.each.setup(async () => {
    lab.acme = await lab.app.tenant(`tenant${++number}`)
    receiver = await lab.receiver()
  })
  const warnings = async (id: string) => {
    const path =
      '/api/events?eventType=webhook_subscription_failing&eventType=webhook_subscription_disabled'
    const events = await lab.app.ok<LoggedEvent[]>('GET', path, { as: lab.acme.token })
    return events
      .filter(({ targetId }) => targetId === id)
      .map(({ payload }) => payload.percent ?? payload.reason)
      .reverse()
  }

  // Red when deliveries of all receivers share one queue.
  test('a receiver that hangs delays no other, and fails after 15 seconds', async ({ assert }) => {
    receiver.answer = () => undefined
    const other = await lab.receiver()
    const hanging = await lab.subscribe(receiver.url)
    const good = await lab.subscribe(other.url)
    for (let number = 0; number < 8; number++) await lab.folder(`hung ${number}`)
    await lab.become(good.id, 'delivered', 8)
    // At most four at a time, in all processes together.
    assert.equal(receiver.received.length, 4)
    lab.app.clock.advance(15_001)
    const [failed] = await lab.become(hanging.id, 'retrying')
    assert.equal(failed!.error, 'The receiver did not answer within 15 seconds.')
    await lab.call('DELETE', `/${hanging.id}`)
  })

  // Red when redirects are followed: the second address was not opened by the operator.
  test('a redirect fails with a message about it', async ({ assert }) => {
    receiver.answer = (response) =>
      void response.writeHead(302, { location: 'http://10.0.0.8/inside' }).end()
    const { id } = await lab.subscribe(receiver.url)
    await lab.folder('redirected')
    const [failed] = await lab.become(id, 'retrying')
    assert.include(failed!.error!, 'Redirects are not followed')
    assert.equal(receiver.received.length, 1)
  })

  test('an endless answer is read only up to the limit', async ({ assert }) => {
    let sent = 0
    receiver.answer = (response) => {
      response.writeHead(200, { 'content-length': String(5 * 1024 ** 3) })
      const piece = Buffer.alloc(64 * 1024, 'x')
      const write = () => {
        if (response.destroyed) return
        sent += piece.length
        response.write(piece, () => setImmediate(write))
      }
      write()
    }
    const { id } = await lab.subscribe(receiver.url)
    await lab.folder('endless')
    const [delivered] = await lab.become(id, 'delivered')
    const { tries } = await lab.details(id, delivered!.id)
    assert.equal(tries[0]!.answer!.length, 4_096)
    assert.isBelow(sent, 50 * 1024 ** 2)
  })

  test('garbage and an address that is not open are failures', async ({ assert }) => {
    const port = await freePort()
    const server = createServer((socket) => socket.end('\u0000\u0001 garbage \r\n\r\n'))
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
    const { id } = await lab.subscribe(`http://127.0.0.1:${port}/`)
    const closed = await lab.subscribe('https://10.1.2.3/hook')
    await lab.folder('garbage')
    const [failed] = await lab.become(id, 'retrying')
    assert.match(failed!.error!, /^The request failed/)
    const [refused] = await lab.become(closed.id, 'retrying')
    assert.include(refused!.error!, 'private range')
    server.close()
  })

  test('paused during an attempt: its answer counts, the next attempt waits', async ({
    assert,
  }) => {
    const answers: (() => void)[] = []
    receiver.answer = (response) => answers.push(() => void response.writeHead(500).end())
    const { id } = await lab.subscribe(receiver.url)
    await lab.folder('in flight')
    await until('the attempt', () => answers.length === 1)
    const [delivery] = await lab.deliveries(id)
    const underWay = await lab.call('POST', `/${id}/deliveries/${delivery!.id}/resend`)
    assert.deepEqual([underWay.status, underWay.body.code], [409, 'E_DELIVERY_UNDER_WAY'])
    await lab.call('POST', `/${id}/pause`)
    answers[0]!()
    await lab.become(id, 'retrying')
    lab.app.clock.advance(10_000)
    await until('the job to be removed', async () => {
      const row = await lab.app.inside(() =>
        asOperator('a test looks', () =>
          unscoped().from('webhook_deliveries').where('id', delivery!.id).first()
        )
      )
      return row.job_id === null
    })
    assert.equal(answers.length, 1)
    receiver.answers(204)
    await lab.call('POST', `/${id}/resume`)
    const [delivered] = await lab.become(id, 'delivered')
    assert.equal(delivered!.attempts, 2)
  })

  test('deleted during an attempt: nothing remains', async ({ assert }) => {
    const answers: (() => void)[] = []
    receiver.answer = (response) => answers.push(() => void response.writeHead(500).end())
    const { id } = await lab.subscribe(receiver.url)
    await lab.folder('forgotten')
    await until('the attempt', () => answers.length === 1)
    await lab.call('DELETE', `/${id}`)
    answers[0]!()
    await until('its deliveries to be deleted', async () => {
      const rows = await lab.app.inside(() =>
        asOperator('a test looks', () =>
          unscoped().from('webhook_deliveries').where('subscription_id', id)
        )
      )
      return rows.length === 0
    })
    lab.app.clock.advance(10_000)
    assert.equal(answers.length, 1)
  })

  test('410 disables it immediately and notifies people who can act', async ({ assert }) => {
    receiver.answers(410)
    const { id } = await lab.subscribe(receiver.url)
    await lab.folder('gone')
    await lab.become(id, 'failed')
    assert.deepInclude(await lab.shown(id), { status: 'disabled', isActive: false })
    assert.deepEqual(await warnings(id), ['gone'])
    await until('a notification', async () => {
      const { subdomain } = lab.acme
      const as = await lab.app.signIn(`admin@${subdomain}.example`, subdomain)
      const list = await lab.app.ok<{ kind: string }[]>('GET', '/api/notifications', { as })
      return list.some(({ kind }) => kind === 'webhooks.disabled')
    })
  })

  // Keep this test last: it advances the clock, so all sessions expire. Red when a threshold is reported twice, or
  // a success does not reset the count.
  test('Crossdock warns three times, and disables it after five days or 20 failures in a row', async ({
    assert,
  }) => {
    receiver.answers(500)
    const { id } = await lab.subscribe(receiver.url)
    await lab.folder('first')
    const [first] = await lab.become(id, 'retrying')
    // The first delivery is given up after about 70 hours.
    for (let attempts = 1; attempts < 12; attempts++) {
      const { nextAttemptAt } = await lab.details(id, first!.id)
      lab.app.clock.advance(Date.parse(nextAttemptAt!) - clock.now() + 1)
      await until(`attempt ${attempts + 1}`, async () => {
        return (await lab.details(id, first!.id)).attempts > attempts
      })
    }
    assert.deepEqual(await warnings(id), [50])
    const { failingSince, failures } = await lab.shown(id)
    assert.equal(failures, 1)
    const attemptAfter = async (days: number) => {
      const before = receiver.received.length
      lab.app.clock.advance(Date.parse(failingSince!) + days * day - clock.now())
      await lab.folder(`after ${days} days`)
      await until('an attempt', () => receiver.received.length > before)
      await until('all to rest', async () => {
        if ((await lab.shown(id)).status === 'disabled') return true
        const open = await lab.deliveries(id, '?status=waiting')
        const retrying = await lab.deliveries(id, '?status=retrying')
        const later = ({ nextAttemptAt }: Delivery) => Date.parse(nextAttemptAt!) > clock.now()
        return open.length === 0 && retrying.every(later)
      })
    }
    await attemptAfter(3.3)
    assert.deepEqual(await warnings(id), [50])
    await attemptAfter(3.6)
    assert.deepEqual(await warnings(id), [50, 70])
    assert.equal((await lab.shown(id)).status, 'failing')
    await attemptAfter(4.6)
    assert.deepEqual(await warnings(id), [50, 70, 90])
    await attemptAfter(5.1)
    await until('it to be disabled', async () => (await lab.shown(id)).status === 'disabled')
    assert.deepEqual(await warnings(id), [50, 70, 90, 'failing'])
    receiver.answers(204)
    await lab.call('POST', `/${id}/resume`)
    await lab.folder('works again')
    await lab.become(id, 'delivered')
    assert.deepInclude(await lab.shown(id), { status: 'active', failures: 0, failingSince: null })
  })
})
