import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { now, transaction, unscoped } from '@crossdock/kernel/database'
import {
  asOperator,
  inTenant,
  insertAll,
  insertMissing,
  tenantRows,
  tenantTable,
  withContext,
} from '@crossdock/kernel/tenancy'
import { Placed, placedPlugin } from './fixtures/placed.js'
import { makeTenant } from './support.js'

const tenants = ['tenant-acme', 'tenant-globex']
const [acme, globex] = tenants as [string, string]
const names = ['production', 'development']
const idOf = (tenant: string, name: string) => `${tenant}-${name}`
const [production, development] = names.map((name) => idOf(acme, name)) as [string, string]

test.group('Rows of environments', (group) => {
  let app: TestApp
  const rows = tenantRows('placed')

  group.setup(async () => {
    app = await bootApp({ plugins: [placedPlugin] })
    const times = { created_at: now(), updated_at: now() }
    for (const tenant of tenants) {
      await makeTenant(tenant)
      for (const name of names) {
        const row = {
          id: idOf(tenant, name),
          tenant_id: tenant,
          name,
          display_name: name,
          ...times,
        }
        await asOperator('test', async () =>
          unscoped().insertQuery().table('tenant_environments').insert(row)
        )
      }
    }
    return () => app.stop()
  })

  group.each.setup(async () => {
    for (const tenant of tenants) {
      for (const name of names) {
        await within(idOf(tenant, name), () => Placed.create({ label: `of ${name}` }), tenant)
      }
    }
    return () => asOperator('clean up', async () => void (await unscoped().from('placed').delete()))
  })

  const within = <T>(environmentId: string | null, work: () => Promise<T>, tenant = acme) =>
    inTenant(tenant, work, { environmentId })
  const labels = (found: readonly { label: string }[]) => found.map(({ label }) => label).sort()
  const stored = (): Promise<{ environment_id: string; label: string }[]> =>
    asOperator('look', async () =>
      unscoped().from('placed').where('tenant_id', acme).select('environment_id', 'label')
    )

  // Red when scopeOfRead ignores the environment, or one of these reads does not use it.
  test('are visible only in their own environment, by every kind of query', async ({ assert }) => {
    const [own] = await within(development, () => Placed.all())
    const [other] = await within(production, () => Placed.all())
    await within(development, async () => {
      assert.deepEqual(labels(await Placed.all()), ['of development'])
      assert.deepEqual(labels(await Placed.query().whereIn('id', [own!.id, other!.id])), [
        'of development',
      ])
      assert.deepEqual(labels(await rows.find<Placed>({}, ['label'])), ['of development'])
      assert.deepEqual(labels(await tenantTable<Placed>('placed')), ['of development'])
      assert.isNull(await Placed.find(other!.id))
      assert.isNull(await Placed.findBy('label', 'of production'))
      assert.deepEqual(await rows.find({ environment_id: production, label: 'of production' }), [])
    })
  })

  test('are all visible outside any environment, and to the operator', async ({ assert }) => {
    const all = ['of development', 'of production']
    assert.deepEqual(labels(await within(null, () => Placed.all())), all)
    assert.deepEqual(labels(await within(null, () => rows.find<Placed>({}))), all)
    const both = await within(development, () => asOperator('test', () => Placed.all()))
    assert.lengthOf(both, 4)
  })

  // Red when inTenant keeps the environment of another tenant.
  test('of another tenant are not searched in an environment of this one', async ({ assert }) => {
    const seen = await within(development, () => inTenant(globex, () => Placed.all()))
    assert.deepEqual(labels(seen), ['of development', 'of production'])
    const by = await within(development, () =>
      asOperator('test', () => inTenant(globex, () => Placed.all()))
    )
    assert.lengthOf(by, 2)
    const same = await within(development, () => inTenant(acme, () => Placed.all()))
    assert.deepEqual(labels(same), ['of development'])
  })

  // Red when completeRow, insertAll or ofContext set no environment, or use that of the caller.
  test('are created in the environment of the context, else in production', async ({ assert }) => {
    const make = async (label: string) => {
      await Placed.create({ label: `${label} a` })
      await insertAll([new Placed().fill({ label: `${label} b` })])
      await rows.insert({ label: `${label} c` })
      await rows.insertAll([{ label: `${label} d` }, { label: `${label} e` }])
      await insertMissing('placed', [{ label: `${label} f` }])
    }
    await within(development, () => make('in'))
    await within(null, () => make('out'))
    await within(null, () => rows.insert({ label: 'named', environment_id: development }))
    for (const { label, environment_id } of await stored()) {
      const isInside = label.startsWith('in') || ['named', 'of development'].includes(label)
      assert.equal(environment_id, isInside ? development : production, label)
    }
    assert.lengthOf(await stored(), 15)
    const elsewhere = [
      () => Placed.create({ label: 'x', environmentId: production }),
      () => insertAll([new Placed().fill({ label: 'x', environmentId: production })]),
      () => rows.insert({ label: 'x', environment_id: production }),
      () => insertMissing('placed', [{ label: 'x', environment_id: production }]),
    ]
    for (const work of elsewhere) {
      await assert.rejects(() => within(development, async () => void (await work())), /stays with/)
    }
    // Not even outside any environment, because it belongs to another tenant.
    await assert.rejects(
      () =>
        within(null, () =>
          Placed.create({ label: 'x', environmentId: idOf(globex, 'production') })
        ),
      /foreign key/i
    )
  })

  // Red when environmentOfNew() uses the environment in which the operator scope began: it may belong to
  // another tenant.
  test('are created in production of their tenant by the operator', async ({ assert }) => {
    const make = (environmentId?: string) =>
      within(development, () =>
        asOperator('test', () =>
          Placed.create({
            label: 'made',
            tenantId: globex,
            ...(environmentId && { environmentId }),
          })
        )
      )
    assert.equal((await make()).environmentId, idOf(globex, 'production'))
    const named = idOf(globex, 'development')
    assert.equal((await make(named)).environmentId, named)
  })

  // Red when update() of the adapter or of tenantRows accepts the column, or queries without the scope.
  test('stay in their environment, and are changed and deleted only there', async ({ assert }) => {
    const other = await within(production, () => Placed.firstOrFail())
    const own = await within(development, () => Placed.firstOrFail())
    await within(development, async () => {
      await other.merge({ label: 'stolen' }).save()
      await other.delete()
      assert.equal(await rows.update({ id: other.id }, { label: 'stolen' }), 0)
      await Placed.query().where('id', other.id).update({ label: 'stolen' })
      await tenantTable('placed').where('id', other.id).delete()
      const moved = { environment_id: production }
      await assert.rejects(() => rows.update({ id: own.id }, moved), /stays with its environment/)
      own.environmentId = production
      await assert.rejects(() => own.save(), /stays with its environment/)
    })
    assert.sameDeepMembers(await stored(), [
      { environment_id: production, label: 'of production' },
      { environment_id: development, label: 'of development' },
    ])
  })

  test('are also kept apart within a transaction', async ({ assert }) => {
    const seen = await within(null, () =>
      transaction(async () => [
        labels(await withContext({ environmentId: production }, () => Placed.all())),
        labels(await withContext({ environmentId: development }, () => Placed.all())),
      ])
    )
    assert.deepEqual(seen, [['of production'], ['of development']])
  })
})
