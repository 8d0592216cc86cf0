// onBothDatabases: asks which database it runs on
import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import {
  bootApp,
  freePort,
  migratedDatabase,
  ServerProcess,
  type TestApp,
} from '@crossdock/backend/testing'
import { ask, transaction } from '@crossdock/kernel/database'
import { recordEvents } from '@crossdock/kernel/events'
import { inTenant } from '@crossdock/kernel/tenancy'
import { moment, size, testDatabase, type FreshDatabase } from '@crossdock/kernel/testing'
import { installed } from '../../../plugins.js'
import { auditExported } from '../event_types.js'
import { look, sealed, findingsOf, verify } from './support.js'

const many = size({ quick: 1_000, full: 6_000 })
/** Milliseconds after a server is ready until the latest kill, in the middle of sealing. */
const latestKill = 150
const kills = size({ quick: 1, full: 2 })

/** Stores events of two tenants in the log, unsealed. */
async function prepare(database: FreshDatabase): Promise<string[]> {
  const app = await bootApp({ database, settings: { ROLE: 'web', LOG_LEVEL: 'silent' } })
  const tenants = [await app.tenant('acme'), await app.tenant('birch')]
  const payload = { format: 'csv' as const }
  for (let at = 0; at < many; at += 1_000) {
    for (const { id } of tenants) {
      const events = Array.from({ length: 500 }, () => ({ type: auditExported, payload }))
      await app.inside(() => inTenant(id, () => transaction(() => recordEvents(events))))
    }
  }
  const rows = await look(app, () => ask('select id from audit_entries limit 1'))
  await app.stop()
  if (rows.length > 0) throw new Error('The events are sealed already.')
  return tenants.map(({ id }) => id)
}

async function assertWhole(app: TestApp, assert: Assert, ids: string[]) {
  const as = await app.superAdmin()
  await sealed(app)
  for (const id of [...ids, 'operator']) {
    assert.deepEqual(findingsOf(await verify(app, as, `?chain=${id}`)), [])
  }
  // Each event once, in the order of the log.
  const order = testDatabase === 'pg' ? 'e."transaction", e.seq' : 'e.seq'
  const rows = await look(app, () =>
    ask<{ chain: string; seq: number }>(
      `select a.chain, a.seq from middleware_events e join audit_entries a on a.id = e.id order by ${order}`
    )
  )
  const [{ total } = { total: 0 }] = await look(app, () =>
    ask<{ total: number }>('select count(*) as total from audit_entries')
  )
  assert.equal(Number(total), rows.length)
  const last = new Map<string, number>()
  for (const { chain, seq } of rows) {
    if (Number(seq) !== (last.get(chain) ?? 0) + 1) assert.fail(`${chain} ${seq} is out of order`)
    last.set(chain, Number(seq))
  }
}

test.group('Sealing', () => {
  // Red when the cursor moves in another transaction than the one that writes the entries.
  test('continues after a kill between commit and seal', async ({ assert }) => {
    const database = await migratedDatabase(installed)
    const ids = await prepare(database)
    const server = new ServerProcess(database, await freePort())
    for (let round = 0; round < kills; round++) {
      await server.start()
      await moment(latestKill)
      await server.kill()
    }
    const app = await bootApp({ database, settings: { LOG_LEVEL: 'silent' } })
    try {
      await assertWhole(app, assert, ids)
    } finally {
      await app.stop()
      await database.remove()
    }
  })

  if (testDatabase === 'pg') {
    // Red when lockHeads() does not lock the ends of the chains.
    test('by two processes in parallel adds each entry once', async ({ assert }) => {
      const database = await migratedDatabase(installed)
      const ids = await prepare(database)
      const apps = await Promise.all([
        bootApp({ database, settings: { LOG_LEVEL: 'silent' } }),
        bootApp({ database, settings: { LOG_LEVEL: 'silent' } }),
      ])
      try {
        await assertWhole(apps[0]!, assert, ids)
      } finally {
        for (const app of apps) await app.stop()
        await database.remove()
      }
    })
  }
})
