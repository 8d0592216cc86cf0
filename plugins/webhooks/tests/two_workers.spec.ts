// onBothDatabases: on PostgreSQL two workers share one queue; SQLite has one process
import { test } from '@japa/runner'
import {
  freePort,
  migratedDatabase,
  ServerProcess,
  signIn,
  until,
} from '@crossdock/backend/testing'
import { installed } from '@crossdock/backend/plugins'
import {
  call,
  moment,
  size,
  testDatabase,
  type Caller,
  type FreshDatabase,
} from '@crossdock/kernel/testing'
import { Receiver } from './receiver.js'

const events = size({ quick: 60, full: 600 })
const attemptsAtOnce = 4

interface Shown {
  id: string
  messageId: string
  status: string
  attempts: number
}

if (testDatabase === 'pg') {
  test.group('Webhooks of two workers', (group) => {
    let database: FreshDatabase
    const servers: ServerProcess[] = []
    let as: Caller

    group.setup(async () => {
      database = await migratedDatabase(installed)
      const env = { EGRESS_ALLOW: '127.0.0.1/32', LOG_LEVEL: 'error' }
      const server = new ServerProcess(database, await freePort(), { ...env, ROLE: 'web' })
      await server.start()
      servers.push(server)
      for (let number = 0; number < 2; number++) {
        const worker = new ServerProcess(database, await freePort(), { ...env, ROLE: 'worker' })
        worker.spawn()
        servers.push(worker)
      }
      const operator = await signIn(server, 'admin@localhost')
      const tenant = { name: 'Acme Freight', subdomain: 'acme', adminEmail: 'admin@acme.example' }
      await call(server.url, 'POST', '/api/tenants', { as: operator, body: tenant })
      as = await signIn(server, tenant.adminEmail, tenant.subdomain)
      return async () => {
        for (const one of servers) await one.stop()
        await database.remove()
      }
    })

    // Red when a webhook has more than four slots in all processes together.
    test('one attempt of a delivery at a time, four of a webhook, none twice', async ({
      assert,
    }) => {
      const [{ url }] = servers as [ServerProcess]
      const ask = <T>(method: string, path: string, body?: object) =>
        call<T>(url, method, path, { as, ...(body ? { body } : {}) })
      const receiver = await Receiver.start()
      const open = new Map<string, number>()
      const [mostOfOne, mostOfAll] = [[0], [0]]
      // The first attempt of each message is refused. Answers are slow, so that another worker could interfere.
      receiver.answer = (response, { id }) => {
        const first = receiver.counts.get(id) === 1
        open.set(id, (open.get(id) ?? 0) + 1)
        mostOfOne.push(open.get(id)!)
        mostOfAll.push([...open.values()].reduce((sum, count) => sum + count, 0))
        void moment(20).then(() => {
          open.set(id, open.get(id)! - 1)
          response.writeHead(first ? 503 : 204).end()
        })
      }
      const subscription = { name: 'Orders', url: receiver.url, eventTypes: ['folder_create'] }
      const { body: made } = await ask<{ id: string }>('POST', '/api/webhooks', subscription)
      for (let number = 0; number < events; number++)
        await ask('POST', '/api/assets', {
          name: `folder ${number}`,
          type: 'folder',
          parentId: null,
        })
      const path = `/api/webhooks/${made.id}/deliveries`
      const deliveries = async (query = '') =>
        (await ask<Shown[]>('GET', `${path}?limit=1000${query}`)).body
      // A person resends while the workers run. The resend replaces the scheduled attempt, or is refused during
      // one.
      await until('every event to be delivered', async () => {
        for (const { id } of (await deliveries('&status=retrying')).slice(0, 5)) {
          const { status } = await ask('POST', `${path}/${id}/resend`)
          assert.include([202, 409], status)
        }
        const all = await deliveries()
        return all.length === events && all.every(({ status }) => status === 'delivered')
      })
      assert.isAtMost(Math.max(...mostOfOne), 1)
      assert.isAtMost(Math.max(...mostOfAll), attemptsAtOnce)
      const sent = new Map((await deliveries()).map((one) => [one.messageId, one.attempts]))
      assert.equal(receiver.counts.size, events)
      for (const [id, count] of receiver.counts) assert.equal(count, sent.get(id), id)
      receiver.stop()
    })
  })
}
