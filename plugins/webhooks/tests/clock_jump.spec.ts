import { test } from '@japa/runner'
import { until } from '@crossdock/backend/testing'
import { clock } from '@crossdock/kernel/database'
import { WebhookLab } from './webhook_lab.js'

const day = 24 * 3_600_000

test.group('Webhooks and a clock that jumps', (group) => {
  let lab: WebhookLab

  group.setup(async () => {
    lab = await WebhookLab.boot()
    return () => lab.stop()
  })

  // Red when the time since the first failure disables a webhook before any delivery was given up.
  test('a clock that jumps ahead by six days disables nothing', async ({ assert }) => {
    const receiver = await lab.receiver()
    receiver.answers(500)
    const { id } = await lab.subscribe(receiver.url)
    await lab.folder('before the jump')
    await lab.become(id, 'retrying')
    const before = receiver.received.length
    lab.app.clock.advance(6 * day)
    await until('the retry', () => receiver.received.length > before)
    await until('its result', async () => {
      const [first] = await lab.deliveries(id)
      return Date.parse(first!.nextAttemptAt!) > clock.now()
    })
    assert.deepInclude(await lab.shown(id), { status: 'failing', failures: 0 })
  })
})
