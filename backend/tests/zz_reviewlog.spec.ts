import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { now, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent, type Consumer, type LoggedEvent } from '@crossdock/kernel/events'
import { definePlugin } from '@crossdock/kernel/plugin'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { setTimeout as delay } from 'node:timers/promises'

const tenant = 'tenant-log'
const times: number[] = []
let failFirst = 0
let failB = 0
const seenA: string[] = []
const seenB: string[] = []

const a: Consumer = { name: 'zz.a', eventTypes: ['probed', 'shared'], async handle(events: LoggedEvent[]) {
  if (events.some((e) => e.eventType === 'shared')) { throw new Error('A cannot digest shared') }
  times.push(Date.now())
  if (failFirst > 0) { failFirst--; throw new Error('a moment of trouble') }
  seenA.push(...events.map((e) => e.id))
} }
const b: Consumer = { name: 'zz.b', eventTypes: ['shared'], async handle(events: LoggedEvent[]) {
  if (failB > 0) { failB--; throw new Error('B: a moment of trouble') }
  seenB.push(...events.map((e) => e.id))
} }
const rare: Consumer = { name: 'zz.rare', eventTypes: ['never'], async handle() {} }
const probe = definePlugin({ name: 'probe', version: '1.0.0', compatibility: '^1.0',
  eventTypes: ['probed','shared','never','noise'].map((name) => ({ name, description: name })),
  consumers: async () => ({ default: [a, b, rare] }) })
const record = (type: string) => inTenant(tenant, () => transaction(() => recordEvent({ type })))

test.group('zz', (group) => {
  let app: TestApp
  group.setup(async () => {
    app = await bootApp({ plugins: [probe], settings: { LOG_LEVEL: 'silent' } })
    const t = { created_at: now(), updated_at: now() }
    await asOperator('fixture', async () => {
      await unscoped().insertQuery().table('tenants').insert({ id: tenant, name: tenant, subdomain: tenant, status: 'active', ...t })
    })
    return () => app.stop()
  })
  test('one transient failure of the newest event', async () => {
    failFirst = 2 // batch try + step-over try
    const id = await record('probed')
    await delay(8000)
    console.log('A handled after 8 s:', seenA.includes(id), 'tries:', times.length, times.map((t) => t - times[0]!))
    await record('probed')
    await delay(1500)
    console.log('after another event:', seenA.includes(id))
  }).timeout(60000)
  test('retry_count is shared between consumers', async () => {
    failB = 0
    const id = await record('shared')
    for (let i = 0; i < 8; i++) { await delay(300); await record('probed') }
    await delay(1000)
    const row = await asOperator('look', () => unscoped().from('middleware_events').where('id', id).first())
    console.log('event after A fails for ever:', row.status, row.retry_count, 'B saw it:', seenB.includes(id))
    failB = 2
    const id2 = await record('shared')
    await delay(200)
    for (let i = 0; i < 12; i++) { await delay(300); await record('probed') }
    await delay(1500)
    const row2 = await asOperator('look', () => unscoped().from('middleware_events').where('id', id2).first())
    console.log('B failed once only; B saw it:', seenB.includes(id2), row2.status, row2.retry_count)
  }).timeout(60000)
})
