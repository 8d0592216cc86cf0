// onBothDatabases: on PostgreSQL two processes share the work
import { randomInt } from 'node:crypto'
import { test } from '@japa/runner'
import {
  freePort,
  migratedDatabase,
  ServerProcess,
  signIn,
  until,
} from '@crossdock/backend/testing'
import { installed } from '@crossdock/backend/plugins'
import { call, moment, size, testDatabase, type FreshDatabase } from '@crossdock/kernel/testing'
import { Receiver } from './receiver.js'

const rounds = size({ quick: 2, full: 20 })
const perRound = size({ quick: 15, full: 60 })

interface Shown {
  id: string
  eventType: string
}

test.group('Webhooks of a server that is killed', (group) => {
  let database: FreshDatabase
  let server: ServerProcess
  let worker: ServerProcess | undefined
  let receiver: Receiver

  group.setup(async () => {
    database = await migratedDatabase(installed)
    const env = { EGRESS_ALLOW: '127.0.0.1/32', LOG_LEVEL: 'error' }
    server = new ServerProcess(database, await freePort(), env)
    await server.start()
    if (testDatabase === 'pg') {
      worker = new ServerProcess(database, await freePort(), { ...env, ROLE: 'worker' })
      worker.spawn()
    }
    receiver = await Receiver.start()
    return async () => {
      receiver.stop()
      await server.stop()
      await worker?.stop()
      await database.remove()
    }
  })

  // Red when a delivery is created outside of the commit that advances the cursor, or an attempt is lost with
  // its process.
  test('its receiver misses nothing, and gets a message twice only after a kill', async ({
    assert,
  }) => {
    const operator = await signIn(server, 'admin@localhost')
    const tenant = { name: 'Acme Freight', subdomain: 'acme', adminEmail: 'admin@acme.example' }
    await call(server.url, 'POST', '/api/tenants', { as: operator, body: tenant })
    const as = await signIn(server, tenant.adminEmail, tenant.subdomain)
    const subscription = { name: 'Orders', url: receiver.url, eventTypes: ['folder_create'] }
    const { body: made } = await call<{ id: string }>(server.url, 'POST', '/api/webhooks', {
      as,
      body: subscription,
    })
    let kills = 0
    for (let round = 0; round < rounds; round++) {
      const goal = receiver.received.length + randomInt(1, perRound)
      const create = async () => {
        for (let number = 0; number < perRound; number++) {
          const body = { name: `round ${round} number ${number}`, type: 'folder', parentId: null }
          await call(server.url, 'POST', '/api/assets', { as, body })
        }
      }
      const creating = create().catch(() => undefined)
      await until('deliveries to go out', () => receiver.received.length >= goal)
      await moment(randomInt(30))
      await server.kill()
      kills++
      await creating
      await server.start()
    }
    const log: string[] = []
    for (let last = '0'; ;) {
      const path = `/api/events?after=${last}&limit=200`
      const { body } = await call<Shown[]>(server.url, 'GET', path, { as })
      const folders = body.filter(({ eventType }) => eventType === 'folder_create')
      log.push(...folders.map(({ id }) => id))
      if (body.length < 200) break
      last = body.at(-1)!.id
    }
    const got = () => new Set(receiver.received.map(({ message }) => message.id))
    await until('every event to arrive', () => log.every((id) => got().has(id)))
    assert.isAbove(log.length, rounds)
    assert.sameMembers([...got()], log)
    // One message for each event; a kill repeats at most the four attempts in progress.
    assert.equal(receiver.counts.size, log.length)
    const twice = [...receiver.counts.values()].reduce((sum, count) => sum + count - 1, 0)
    assert.isAtMost(twice, kills * 4)
    const path = `/api/webhooks/${made.id}/deliveries?limit=1000`
    await until('all to be recorded', async () => {
      const { body } = await call<{ status: string }[]>(server.url, 'GET', path, { as })
      return body.length === log.length && body.every(({ status }) => status === 'delivered')
    })
  })
})
