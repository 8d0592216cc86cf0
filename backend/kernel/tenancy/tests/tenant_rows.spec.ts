// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { now, unscoped } from '@crossdock/kernel/database'
import { asOperator, inTenant, tenantRows } from '@crossdock/kernel/tenancy'
import { testDatabase } from '@crossdock/kernel/testing'
import { modelScope } from '../model_scope.js'
import { probePlugin } from './fixtures/probe.js'
import { makeTenant } from './support.js'

const acme = 'tenant-acme'
const globex = 'tenant-globex'

test.group('Prepared statements on rows of tenants', (group) => {
  let app: TestApp
  let id: string
  const probes = tenantRows('probes')

  group.setup(async () => {
    app = await bootApp({ plugins: [probePlugin] })
    await makeTenant(acme)
    await makeTenant(globex)
    return () => app.stop()
  })

  group.each.setup(async () => {
    id = await inTenant(acme, () => add('secret'))
    return () => asOperator('clean up', async () => void (await unscoped().from('probes').delete()))
  })

  const add = (label: string, more: object = {}) =>
    probes.insert({ label, updated_at: now(), ...more })
  const all = () =>
    asOperator('look', async (): Promise<{ tenant_id: string; label: string }[]> =>
      unscoped().from('probes').select('tenant_id', 'label').orderBy('label')
    )

  test('are completed, found and changed', async ({ assert }) => {
    await inTenant(acme, async () => {
      const [row] = await probes.find<Record<string, string>>({ id })
      assert.containSubset(row, { id, tenant_id: acme, label: 'secret' })
      assert.match(new Date(row!.created_at!).toISOString(), /^\d{4}-.*Z$/)
      assert.equal(
        await probes.update({ label: 'secret' }, { label: 'changed', details: undefined }),
        1
      )
      assert.deepEqual(await probes.find({ id }, ['label']), [{ label: 'changed' }])
    })
  })

  // Red when values of the caller override the tenant, and when the tenant is left out of the condition.
  test('reach only the own tenant, regardless of the caller', async ({ assert }) => {
    await inTenant(globex, async () => {
      const forced = { tenant_id: acme } as never
      assert.deepEqual(await probes.find({ id }), [])
      assert.deepEqual(await probes.find(forced), [])
      assert.equal(await probes.update({ id }, { label: 'stolen' }), 0)
      await add('mine', forced)
      await assert.rejects(() => probes.update({ label: 'mine' }, forced), /stays with its tenant/)
      // @ts-expect-error a caller must not name the tenant
      const named = () => probes.find({ tenant_id: acme })
      assert.lengthOf(await named(), 1)
    })
    assert.deepEqual(await all(), [
      { tenant_id: globex, label: 'mine' },
      { tenant_id: acme, label: 'secret' },
    ])
  })

  // Red when own() does not require a tenant first: in operator scope a statement would reach all tenants.
  test('do not run without a tenant', async ({ assert }) => {
    const asks: (() => Promise<unknown>)[] = [
      () => probes.find({ id }),
      () => probes.update({ id }, { label: 'x' }),
      () => add('x'),
    ]
    for (const ask of asks) {
      await assert.rejects(() => asOperator('a test', ask), /Choose a tenant first/)
      await assert.rejects(ask, /No context/)
    }
    assert.lengthOf(await all(), 1)
  })

  test('are refused when a condition is missing or a name is invalid', async ({ assert }) => {
    await inTenant(acme, async () => {
      const missing = undefined as unknown as string
      await assert.rejects(() => probes.update({ id: missing }, { label: 'x' }), /none for id/)
      await assert.rejects(() => probes.find({ label: null }), /none for label/)
      await assert.rejects(() => probes.update({ id }, { label: missing }), /no column/)
      await assert.rejects(
        () => probes.update({ id }, { 'label" = 1 --': 'x' }),
        /is not a table or column name/
      )
      await assert.rejects(
        async () => tenantRows('probes; --').find({ id }),
        /is not a table or column name/
      )
    })
  })

  if (testDatabase !== 'pg') return

  // Red when `ask` uses a connection of another context.
  test('are limited by row-level security if the scope of models fails', async ({
    assert,
    cleanup,
  }) => {
    modelScope.enabled = false
    cleanup(() => void (modelScope.enabled = true))
    await inTenant(globex, async () => {
      assert.deepEqual(await probes.find({ id }), [])
      assert.equal(await probes.update({ id }, { label: 'stolen' }), 0)
    })
  })
})
