// onOneDatabase: needs no database
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { createHttpServer } from '@crossdock/kernel/http'
import { readSettings, settings } from '@crossdock/kernel/settings'
import {
  beginApplication,
  currentApplication,
  endApplication,
  inApplication,
  perApplication,
} from '../application.js'
import { newContext, peekContext, runInContext } from '../context.js'
import { extensionPoint } from '../extension_point.js'
import { service } from '../service.js'
import { onSeen, notifySeen } from '../../events/seen.js'
import { onRightsChanged, notifyRightsChanged } from '../../http/live/rights.js'
import { onSignal, signal } from '../../jobs/wake.js'

test.group('Applications', (group) => {
  const one = { name: 'one' }
  const two = { name: 'two' }

  group.each.setup(() => () => [one, two].forEach(endApplication))

  // Red when perApplication() keeps one value for all.
  test('each has its own module state', async ({ assert }) => {
    const kept = perApplication<string[]>(() => [])
    const named = service<string>('test.named')
    const point = extensionPoint<string>('test.point')
    await Promise.all(
      [one, two].map((application) =>
        inApplication(application, async () => {
          named.provide(application.name)
          point.add('name', application.name)
          await new Promise(setImmediate)
          kept().push(named.use(), ...point.entries().map(([, item]) => item))
        })
      )
    )
    for (const application of [one, two]) {
      const { name } = application
      assert.deepEqual(inApplication(application, kept), [name, name])
    }
    assert.isUndefined(named.peek())
  })

  // Red when currentApplication() takes the first or the last application.
  test('code outside all belongs to the only one; with two, to none', ({ assert }) => {
    const kept = perApplication(() => ({}))
    const alone = kept()
    beginApplication(one)
    assert.equal(currentApplication(), one)
    assert.notEqual(kept(), alone)
    beginApplication(two)
    assert.throws(
      () => kept(),
      /^2 applications run in this process and this code runs outside all of them/
    )
    assert.equal(inApplication(two, currentApplication), two)
    endApplication(two)
    assert.equal(currentApplication(), one)
    endApplication(one)
    assert.equal(kept(), alone)
  })

  // Red when all applications share a context storage: work in `two` would join the transaction of `one`.
  test('a context has no meaning in another application', async ({ assert }) => {
    await inApplication(one, () =>
      runInContext(newContext({ tenantId: 'acme' }), async () => {
        assert.equal(peekContext()?.tenantId, 'acme')
        assert.isUndefined(inApplication(two, peekContext))
        assert.equal(inApplication(one, peekContext)?.tenantId, 'acme')
      })
    )
  })

  // Red when the event emitter belongs to the process.
  test('signals of one do not reach another', ({ assert }) => {
    const heard: string[] = []
    const deaf = [one, two].flatMap((application) =>
      inApplication(application, () => [
        onSignal(() => heard.push(`signal in ${application.name}`)),
        onSeen(() => heard.push(`seen in ${application.name}`)),
        onRightsChanged(() => heard.push(`rights in ${application.name}`)),
      ])
    )
    const event = { eventType: 'x', tenantId: null, targetType: null, targetId: null }
    const tell = () => {
      signal({ kind: 'work' })
      notifySeen(event)
      notifyRightsChanged(event)
    }
    inApplication(two, tell)
    assert.deepEqual(heard, ['signal in two', 'seen in two', 'rights in two'])
    // From any code: what began in an application ends there.
    for (const end of deaf) end()
    inApplication(two, tell)
    assert.lengthOf(heard, 3)
  })

  // Red without stayInApplication().
  test('events of a server run in its application, whatever code made it listen', async ({
    assert,
    cleanup,
  }) => {
    const seen: unknown[] = []
    const server = inApplication(one, () => {
      settings.provide({ ...readSettings({}), APP_URL: 'http://x', APP_KEY: 'k'.repeat(32) })
      return createHttpServer((_, response) => {
        seen.push(currentApplication())
        response.end()
      })
    })
    cleanup(() => void server.close())
    inApplication(two, () => server.listen(0, '127.0.0.1'))
    await once(server, 'listening')
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    assert.lengthOf(seen, 1)
    assert.equal(seen[0], one)
  })
})
