// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { hasMany } from '@adonisjs/lucid/orm'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { transaction } from '@crossdock/kernel/database'
import {
  asOperator,
  insertAll,
  insertMissing,
  inTenant,
  newContext,
  runInContext,
  TenantModel,
  tenantTable,
} from '@crossdock/kernel/tenancy'
import { Probe, probePlugin } from './fixtures/probe.js'
import { makeTenant } from './support.js'

const acme = 'tenant-acme'
const globex = 'tenant-globex'

test.group('Tenant scope of models', (group) => {
  let app: TestApp

  group.setup(async () => {
    app = await bootApp({ plugins: [probePlugin] })
    await makeTenant(acme)
    await makeTenant(globex)
    return () => app.stop()
  })

  group.each.setup(async () => {
    await inTenant(acme, () => Probe.create({ label: 'secret', details: { size: 1 } }))
    return () => asOperator('clean up', async () => void (await Probe.query().delete()))
  })

  test('fills in id, tenant and times', async ({ assert }) => {
    const probe = await inTenant(acme, () => Probe.findByOrFail('label', 'secret'))
    assert.lengthOf(probe.id, 36)
    assert.equal(probe.tenantId, acme)
    assert.match(probe.createdAt, /^\d{4}-.*\.\d{3}Z$/)
    assert.deepEqual(probe.details, { size: 1 })
    assert.isTrue(probe.isActive)
  })

  // Red when values that the table sets are not read back: a nullable column would be missing in the answer.
  test('a new row has the values that the table set', async ({ assert }) => {
    const made = await inTenant(acme, () => Probe.create({ label: 'bare' }))
    assert.isNull(made.details)
    assert.isTrue(made.isActive)
    assert.deepEqual(made.$dirty, {})
  })

  // Red when insertAll() completes no rows, or checks the tenant of the first one only.
  test('many rows are completed and refused like one', async ({ assert }) => {
    const named = (label: string, more: object = {}) => new Probe().fill({ label, ...more })
    const rows = Array.from({ length: 1_200 }, (_, at) => named(`row ${at}`))
    await inTenant(acme, () => insertAll([named('first', { details: { size: 7 } }), ...rows]))
    const stored = await inTenant(acme, () => Probe.query().where('label', 'like', 'row %'))
    assert.lengthOf(new Set(stored.map(({ id }) => id)), rows.length)
    assert.sameMembers(
      rows.map(({ id }) => id),
      stored.map(({ id }) => id)
    )
    assert.isTrue(stored.every(({ tenantId, createdAt }) => tenantId === acme && createdAt))
    const first = await inTenant(acme, () => Probe.findByOrFail('label', 'first'))
    assert.deepEqual(first.details, { size: 7 })
    // A saved row must not be inserted again.
    await inTenant(acme, () => rows[0]!.merge({ label: 'changed' }).save())
    assert.equal((await inTenant(acme, () => Probe.findOrFail(rows[0]!.id))).label, 'changed')

    const foreign = [named('mine'), named('theirs', { tenantId: globex })]
    await assert.rejects(() => inTenant(acme, () => insertAll(foreign)), /row of another tenant/)
    await assert.rejects(() => runInContext(newContext(), () => insertAll([named('no tenant')])))
    const strays = await asOperator('look for strays', () =>
      Probe.query().whereIn('label', ['mine', 'theirs', 'no tenant'])
    )
    assert.lengthOf(strays, 0)
  })

  // Red when the adapter does not scope its queries (model_scope.ts).
  test('plain rows are inserted into the own tenant, and existing rows stay', async ({
    assert,
  }) => {
    const own = await inTenant(acme, () => Probe.findByOrFail('label', 'secret'))
    const rows = [
      { id: own.id, label: 'changed', details: '{}', updated_at: own.updatedAt },
      { tenant_id: globex, label: 'new', details: '{}', updated_at: own.updatedAt },
    ]

    assert.equal(await inTenant(acme, () => insertMissing('probes', rows)), 1)
    assert.equal(await inTenant(acme, () => insertMissing('probes', [])), 0)

    const labels = (tenant: string) =>
      inTenant(tenant, async () => (await Probe.query().orderBy('label')).map(({ label }) => label))
    assert.deepEqual(await labels(acme), ['new', 'secret'])
    assert.deepEqual(await labels(globex), [])
    await assert.rejects(() => runInContext(newContext(), () => insertMissing('probes', rows)))
  })

  test('static reads see only the own tenant', async ({ assert }) => {
    const { id } = await inTenant(acme, () => Probe.firstOrFail())
    await inTenant(globex, async () => {
      assert.isNull(await Probe.find(id))
      assert.isNull(await Probe.findBy('label', 'secret'))
      assert.lengthOf(await Probe.all(), 0)
      assert.lengthOf(await Probe.findMany([id]), 0)
      assert.lengthOf(await Probe.query().paginate(1, 10), 0)
      assert.lengthOf(await Probe.query().pojo(), 0)
      assert.equal((await Probe.query().count('* as total'))[0]!.$extras.total, 0)
      assert.lengthOf(await tenantTable('probes'), 0)
    })
  })

  test('bulk writes reach only the own tenant', async ({ assert }) => {
    await inTenant(globex, async () => {
      await Probe.query().update({ label: 'stolen' })
      await Probe.query().delete()
      await transaction(async () => {
        await Probe.updateOrCreate({ label: 'secret' }, { isActive: false })
        await Probe.firstOrCreate({ label: 'secret' })
      })
    })
    const mine = await inTenant(acme, () => Probe.all())
    assert.deepEqual(
      mine.map(({ label, isActive }) => ({ label, isActive })),
      [{ label: 'secret', isActive: true }]
    )
  })

  // Red when $getQueryFor() has no scope.
  test('an instance of another tenant can be neither saved, refreshed nor deleted', async ({
    assert,
  }) => {
    const probe = await inTenant(acme, () => Probe.firstOrFail())
    await inTenant(globex, async () => {
      probe.label = 'stolen'
      await probe.save()
      await assert.rejects(() => probe.refresh())
      await probe.delete()
    })
    assert.exists(await inTenant(acme, () => Probe.findBy('label', 'secret')))
  })

  // Red when the adapter does not check the tenant of inserts or updates.
  test('a row cannot be placed in or moved to another tenant', async ({ assert }) => {
    const foreign = /another tenant/
    await inTenant(acme, async () => {
      await assert.rejects(() => Probe.create({ label: 'x', tenantId: globex }), foreign)
      await assert.rejects(
        () => transaction(() => Probe.createMany([{ label: 'y', tenantId: globex }])),
        foreign
      )
      const probe = await Probe.firstOrFail()
      probe.tenantId = globex
      await assert.rejects(() => probe.save(), foreign)
    })
    const all = await asOperator('count', () => Probe.all())
    assert.lengthOf(all, 1)
  })

  test('JSON that shadows methods is stored and changed like any other', async ({ assert }) => {
    const hostile = { size: 1, toString: 'x', isDirty: false, hasOwnProperty: 0 }
    await inTenant(acme, async () => {
      const probe = await Probe.firstOrFail()
      for (const size of [2, 3]) {
        probe.details = { ...hostile, size } as never
        await probe.save()
        assert.deepEqual((await Probe.firstOrFail()).details, { ...hostile, size } as never)
      }
    })
  })

  test('every query needs a context', async ({ assert }) => {
    await assert.rejects(async () => void (await Probe.all()), /No context/)
    await assert.rejects(() => Probe.create({ label: 'x' }), /No context|another tenant/)
  })

  // Red when currentTenantId() returns an empty tenant instead of throwing.
  test('and a context with a tenant', async ({ assert }) => {
    const withoutTenant = <T>(work: () => Promise<T>) => runInContext(newContext(), work)
    await assert.rejects(() => withoutTenant(() => Probe.all()), /Choose a tenant/)
    await assert.rejects(() => withoutTenant(() => Probe.create({ label: 'x' })), /Choose a tenant/)
    await assert.rejects(() => withoutTenant(async () => tenantTable('probes')), /Choose a tenant/)
  })

  test('a query returned without await still runs in the context', async ({ assert }) => {
    const rows = await inTenant(acme, () => Probe.query() as unknown as Promise<Probe[]>)
    assert.lengthOf(rows, 1)
  })

  // Red when $addRelation() allows them.
  test('relations are refused, because their queries would bypass the scope', ({ assert }) => {
    assert.throws(() => {
      class Parent extends TenantModel {
        @hasMany(() => Probe)
        declare probes: never
      }
      return Parent
    }, /no relations/)
  })

  test('the operator sees all rows and can change the scope inside one transaction', async ({
    assert,
  }) => {
    await asOperator('test', () =>
      transaction(async () => {
        await inTenant(globex, () => Probe.create({ label: 'theirs' }))
        assert.lengthOf(await Probe.all(), 2)
        assert.lengthOf(await inTenant(acme, () => Probe.all()), 1)
      })
    )
  })

  // Red when useTenantSetting does not check the scope of the transaction: rows would land in the last used
  // scope.
  test('two concurrent scopes in one transaction are refused, and nothing is stored', async ({
    assert,
  }) => {
    const sideBySide = /Two scopes run at the same time in one transaction/
    const both = (work: () => Promise<unknown>[]) =>
      asOperator('test', () => transaction(() => Promise.all(work())))
    const create = (tenant: string) =>
      inTenant(tenant, () => Probe.create({ label: `new in ${tenant}` }))
    await assert.rejects(() => both(() => [create(acme), create(globex)]), sideBySide)
    await assert.rejects(
      () => both(() => [create(globex), Promise.resolve().then(() => Probe.all())]),
      sideBySide
    )
    await assert.rejects(
      () => inTenant(acme, () => transaction(() => Promise.all([create(acme), create(globex)]))),
      sideBySide
    )
    assert.lengthOf(await asOperator('count', () => Probe.all()), 1)
  })

  test('consecutive scopes are allowed, to any depth', async ({ assert }) => {
    const all = () => Probe.all().then((found) => found.length)
    const seen = await inTenant(globex, () =>
      transaction(async () => {
        const deep = await asOperator('test', async () => [
          await all(),
          await inTenant(acme, async () => [await all(), await asOperator('test', all)]),
          await all(),
        ])
        return [await all(), deep, await all()]
      })
    )
    assert.deepEqual(seen, [0, [1, [1, 1], 1], 0])
  })

  test('a rolled back transaction leaves nothing', async ({ assert }) => {
    const failing = inTenant(acme, () =>
      transaction(async () => {
        await Probe.create({ label: 'half' })
        throw new Error('stop')
      })
    )
    await assert.rejects(() => failing, 'stop')
    assert.isNull(await inTenant(acme, () => Probe.findBy('label', 'half')))
  })
})
