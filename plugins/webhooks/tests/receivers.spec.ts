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

  // Red when deliveries of all receivers stand in one line.
  test('one that hangs holds up no other, and is a failure after 15 seconds', async ({
    assert,
  }) => {
    receiver.answer = () => undefined
    const other = await lab.receiver()
    const hanging = await lab.subscribe(receiver.url)
    const good = await lab.subscribe(other.url)
    for (let number = 0; number < 8; number++) await lab.folder(`hung ${number}`)
    await lab.become(good.id, 'delivered', 8)
    // No more than four at a time, in all processes together.
    assert.equal(receiver.received.length, 4)
    lab.app.clock.advance(15_001)
    const [failed] = await lab.become(hanging.id, 'retrying')
    assert.equal(failed!.error, 'The receiver did not answer within 15 seconds.')
    await lab.call('DELETE', `/${hanging.id}`)
  })

  // Red when redirects are followed: the second address is one that nobody opened.
  test('a redirect is a failure that says so', async ({ assert }) => {
    receiver.answer = (response) =>
      void response.writeHead(302, { location: 'http://10.0.0.8/inside' }).end()
    const { id } = await lab.subscribe(receiver.url)
    await lab.folder('redirected')
    const [failed] = await lab.become(id, 'retrying')
    assert.include(failed!.error!, 'Redirects are not followed')
    assert.equal(receiver.received.length, 1)
  })

  test('an endless answer is read no further than it is needed', async ({ assert }) => {
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

  test('garbage is a failure, and so is an address that is not open', async ({ assert }) => {
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

  test('paused in the middle of an attempt: its answer counts, the next one waits', async ({
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
    await until('the job to be put away', async () => {
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

  test('deleted in the middle of an attempt: nothing is left', async ({ assert }) => {
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

  test('410 disables it at once; people who can act are notified', async ({ assert }) => {
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

  // The last one: sessions have ended after it.
  // Red when a threshold is told twice, or a success is not remembered.
  test('it is warned of three times and disabled after five days, or after 20 in a row', async ({
    assert,
  }) => {
    receiver.answers(500)
    const { id } = await lab.subscribe(receiver.url)
    await lab.folder('first')
    await lab.become(id, 'retrying')
    const attempt = async (advance: number) => {
      const before = receiver.received.length
      lab.app.clock.advance(advance)
      await lab.folder(`after ${clock.now()}`)
      await until('an attempt', () => receiver.received.length > before)
      await until('all to rest', async () => {
        if ((await lab.shown(id)).status === 'disabled') return true
        const open = await lab.deliveries(id, '?status=waiting')
        const retrying = await lab.deliveries(id, '?status=retrying')
        const later = ({ nextAttemptAt }: Delivery) => Date.parse(nextAttemptAt!) > clock.now()
        return open.length === 0 && retrying.every(later)
      })
    }
    await attempt(2.6 * day)
    assert.deepEqual(await warnings(id), [50])
    await attempt(0.1 * day)
    assert.deepEqual(await warnings(id), [50])
    await attempt(day)
    assert.deepEqual(await warnings(id), [50, 70])
    assert.equal((await lab.shown(id)).status, 'failing')
    await attempt(day)
    assert.deepEqual(await warnings(id), [50, 70, 90])
    await attempt(0.5 * day)
    await until('it to be disabled', async () => (await lab.shown(id)).status === 'disabled')
    assert.deepEqual(await warnings(id), [50, 70, 90, 'failing'])
    receiver.answers(204)
    await lab.call('POST', `/${id}/resume`)
    await lab.folder('works again')
    await lab.become(id, 'delivered')
    assert.deepInclude(await lab.shown(id), { status: 'active', failures: 0, failingSince: null })
  })
})
