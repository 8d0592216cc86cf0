// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { migrationRunner } from '@crossdock/kernel/boot'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { newId, now, transaction, unscoped } from '@crossdock/kernel/database'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { DriverTrace, testDatabase } from '@crossdock/kernel/testing'
import { databaseManager } from '../../database/database.js'
import { makeTenant } from '../../tenancy/tests/support.js'
import { fold } from '../fold.js'
import { countersByTenant, countersInEnvironment, countersOf } from '../index.js'
import { assertCounted, counters, labPlugin, tenants } from './lab.js'

const hourMs = 3_600_000
const table = 'lab_parcels'
const states = ['new', 'sent', "it's", 'back']

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

test.group('Counters', (group) => {
  let app: TestApp

  group.setup(async () => {
    app = await bootApp({ plugins: [labPlugin] })
    for (const tenant of tenants) await makeTenant(tenant)
    return () => app.stop()
  })

  const rows = () => unscoped().from(table)
  const operator = <T>(work: () => Promise<T>) => asOperator('test', work)
  const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString()
  /** A random change of the rows. */
  function step(random: (below: number) => number): [string, () => Promise<unknown>] {
    const tenant = tenants[random(tenants.length)]!
    const one = <T>(of: readonly T[]) => of[random(of.length)]!
    const time = () => one([null, now(), ago(random(40)), ago(24 * 40 + random(100))])
    const values = () => ({
      state: one(states),
      weight: one([null, 0, random(5_000)]),
      is_held: random(2) === 1,
      sent_at: time(),
      lost_at: random(3) === 0 ? now() : null,
    })
    const made = (tenant_id: string | null) => ({
      id: newId(),
      tenant_id,
      created_at: time() ?? now(),
      note: 'x',
      ...values(),
    })
    const insert = (tenant_id: string | null, count: number) =>
      unscoped()
        .insertQuery()
        .table(table)
        .multiInsert(Array.from({ length: count }, () => made(tenant_id)))
    const some = async (most: number) => {
      const ids: { id: string }[] = await rows().where('tenant_id', tenant).select('id').limit(200)
      const at = random(Math.max(1, ids.length - most))
      return ids.slice(at, at + most).map(({ id }) => id)
    }
    const own = <T>(work: () => Promise<T>) => inTenant(tenant, () => transaction(work))
    const change = (most: number, changed: () => object) =>
      own(async () => {
        for (const id of await some(most)) await rows().where('id', id).update(changed())
      })
    const steps: Record<string, () => Promise<unknown>> = {
      insert: () => own(() => insert(tenant, 1)),
      'insert many': () => own(() => insert(tenant, 1 + random(40))),
      'insert of no tenant': () => operator(() => insert(null, 2)),
      change: () => change(3, values),
      state: () => change(3, () => ({ state: one(states) })),
      retry: () => change(2, () => ({ state: 'new', sent_at: null, weight: null })),
      weight: () => change(3, () => ({ weight: one([null, random(100)]) })),
      'sent later': () => change(3, () => ({ sent_at: time() })),
      'nothing that counts': () => change(3, () => ({ note: 'y' })),
      'change all': () => own(() => rows().where('tenant_id', tenant).update(values())),
      delete: () =>
        own(async () =>
          rows()
            .whereIn('id', await some(3))
            .delete()
        ),
      'delete many': () =>
        own(async () =>
          rows()
            .whereIn('id', await some(60))
            .delete()
        ),
      'change of tenant': () =>
        operator(async () =>
          rows()
            .whereIn('id', await some(2))
            .update({ tenant_id: one([...tenants, null]) })
        ),
      'on conflict': () =>
        own(async () => {
          const [id] = await some(1)
          if (!id) return
          await unscoped()
            .insertQuery()
            .table(table)
            .knexQuery.insert({ ...made(tenant), id })
            .onConflict('id')
            .merge(['state', 'weight'])
        }),
      'taken back': () =>
        own(async () => {
          await insert(tenant, 5)
          await rows()
            .whereIn('id', await some(5))
            .update(values())
          throw new Error('taken back')
        }).catch((error: Error) => {
          if (error.message !== 'taken back') throw error
        }),
      fold,
    }
    const name = one(Object.keys(steps))
    return [name, steps[name]!]
  }

  // Red without one of the triggers, when a bucket or a key is omitted, when a rebuilt table loses its triggers
  // (3_rebuild), and when merged rows are not added up.
  test('equal a count of the rows, after any change', async ({ assert }) => {
    const seed = Date.now() % 100_000
    const random = randomOf(seed)
    const done: string[] = []
    for (let at = 0; at < 150; at++) {
      const [name, work] = step(random)
      await work()
      done.push(name)
      if (at % 5 === 0) await assertCounted(assert, `seed ${seed}: ${done.slice(-5)}`)
    }
    // The changes may have left no rows.
    const last = { id: newId(), tenant_id: 'acme', created_at: now(), note: 'x', state: 'new' }
    await inTenant('acme', () => rows().knexQuery.insert({ ...last, is_held: false }))
    await assertCounted(assert, `seed ${seed}`)
    // Outside any environment, the first keys are combined.
    const inPlace = (environmentId: string | null) =>
      inTenant('acme', () => countersInEnvironment(['lab.places']), { environmentId })
    const places = await inTenant('acme', () => countersOf(['lab.places']))
    const [first] = places.filter(({ n }) => n !== 0)
    const state = first!.key.split('/')[1]!
    const own = (await inPlace(null)).find(({ key }) => key === state)
    assert.deepEqual([own?.n, own?.total], [first!.n, first!.total])
    assert.deepEqual(await inPlace('elsewhere'), [])
    const sums = await operator(() => countersByTenant('lab.all'))
    for (const tenant of tenants) {
      const own = await inTenant(tenant, () => countersOf(['lab.all']))
      assert.equal(sums.get(tenant)?.n ?? 0, own[0]?.n ?? 0)
    }
    assert.sameMembers(
      [...(await operator(() => countersByTenant('lab.all', ['acme']))).keys()],
      ['acme']
    )
  })

  // Red when the triggers stay, or present rows are not counted, or counted by hour.
  test('start with the present rows, and end without a trace', async ({ assert }) => {
    await inTenant('acme', () =>
      unscoped()
        .insertQuery()
        .table(table)
        .multiInsert(
          [1, 2, 24 * 90].map((hours) => ({
            id: newId(),
            tenant_id: 'acme',
            created_at: ago(hours),
            note: 'x',
            state: 'sent',
            weight: 7,
            is_held: true,
            sent_at: ago(hours),
          }))
        )
    )
    const connectionName = testDatabase === 'pg' ? 'migrations' : 'main'
    const last = ['3_rebuild_lab_parcels', '2_count_lab_parcels'].map(
      (name) => `counted-lab/${name}`
    )
    const recorded = () => databaseManager().connection(connectionName).from('adonis_schema')
    const names: { name: string }[] = await recorded().select('name')
    const mine = names
      .map(({ name }) => name)
      .filter((name) => last.some((end) => name.endsWith(end.split('/')[1]!)))
    await recorded().whereIn('name', mine).update({ batch: 2 })
    const run = async (direction: 'up' | 'down') => {
      const runner = migrationRunner(app.app, { direction, batch: 1, connectionName } as never)
      await runner.run()
      if (runner.error) throw runner.error
    }
    await run('down')
    const left = await operator(async () =>
      unscoped().from('counters').whereIn('counter', counters)
    )
    assert.deepEqual(left, [])
    await inTenant('acme', () => rows().where('tenant_id', 'acme').update({ state: 'back' }))
    await run('up')
    await assertCounted(assert, 'counted again')
    const early = await operator(async () =>
      unscoped()
        .from('counters')
        .where('counter', 'lab.all')
        .where('bucket', '<', ago(24 * 5))
        .whereNot('bucket', '')
    )
    assert.deepEqual(early, [])
  })

  /**
   * Makes `counters` the newest table, as after an upgrade: SQLite deletes a tenant's rows from the newest
   * table first.
   */
  const makeNewest = async () => {
    const ask = (sql: string) => operator(async () => unscoped().rawQuery(sql))
    const [{ sql }] = await ask(`select sql from sqlite_schema where name = 'counters'`)
    await ask('pragma legacy_alter_table = on')
    await ask(sql.replace(/table counters/i, 'table counters_anew'))
    await ask('insert into counters_anew select * from counters')
    await ask('drop table counters')
    await ask('alter table counters_anew rename to counters')
    await ask('pragma legacy_alter_table = off')
  }

  // Red when a row deleted with its tenant is counted down: the tenant could not be deleted.
  test('are deleted with their tenant', async ({ assert }) => {
    if (testDatabase === 'sqlite') await makeNewest()
    await inTenant('globex', () =>
      transaction(async () => {
        const row = {
          tenant_id: 'globex',
          created_at: now(),
          note: 'x',
          state: 'sent',
          is_held: true,
        }
        await unscoped()
          .insertQuery()
          .table(table)
          .multiInsert([1, 2, 3].map(() => ({ id: newId(), ...row })))
      })
    )
    await operator(async () => unscoped().from('tenants').where('id', 'globex').delete())
    const left = await operator(async () =>
      unscoped().from('counters').where('tenant_id', 'globex')
    )
    assert.deepEqual(left, [])
    assert.deepEqual(await operator(() => countersByTenant('lab.all', ['globex'])), new Map())
  })

  // Red when the merged rows are deleted in another transaction: a crash between them would count them twice.
  test('are merged in one commit', async ({ assert, cleanup }) => {
    const parcel = {
      state: 'sent',
      is_held: false,
      note: '',
      created_at: ago(100),
      sent_at: ago(100),
    }
    await operator(() =>
      transaction(
        async () =>
          void (await unscoped()
            .table(table)
            .insert({ id: newId(), tenant_id: 'acme', ...parcel }))
      )
    )
    const trace = new DriverTrace()
    cleanup(() => trace.stop())
    await fold()
    const folding = trace.transactions.filter((asked) =>
      asked.some(({ text }) => /delete from counters/.test(text))
    )
    assert.isNotEmpty(folding)
    for (const asked of folding) {
      assert.isTrue(asked.some(({ text }) => /insert into counters/.test(text)))
    }
  })
})
