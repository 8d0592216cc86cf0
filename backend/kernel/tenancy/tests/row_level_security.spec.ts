// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import pg from 'pg'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { now, transaction, unscoped } from '@crossdock/kernel/database'
import { asOperator, inTenant, newContext, runInContext } from '@crossdock/kernel/tenancy'
import { DriverTrace, testDatabase } from '@crossdock/kernel/testing'
import { Probe, probePlugin } from './fixtures/probe.js'
import { makeTenant } from './support.js'

const tenants = ['tenant-a', 'tenant-b']
const count = async () => (await unscoped().from('probes')).length

if (testDatabase === 'pg') {
  test.group('Row-level security on PostgreSQL', (group) => {
    let app: TestApp

    group.setup(async () => {
      app = await bootApp({ plugins: [probePlugin] })
      for (const id of tenants) {
        await makeTenant(id)
        await inTenant(id, () => Probe.create({ label: `of ${id}` }))
      }
      return () => app.stop()
    })

    // Red when a policy is `using (true)`, or the main pool uses the operator's role.
    test('raw queries see the rows of the own tenant only', async ({ assert }) => {
      for (const id of tenants) {
        assert.deepEqual(
          await inTenant(id, async () => (await unscoped().from('probes')).map((r) => r.tenant_id)),
          [id]
        )
      }
      assert.equal(await asOperator('count', count), 2)
    })

    test('without a tenant nothing is visible', async ({ assert }) => {
      assert.equal(await count(), 0)
      assert.equal(await runInContext(newContext(), count), 0)
    })

    test('tenants interleaved on few connections never mix', async ({ assert }) => {
      const seen = await Promise.all(
        Array.from({ length: 200 }, (_, index) => {
          const id = tenants[index % 2]!
          return inTenant(id, async () => {
            const rows = await unscoped().from('probes').select('tenant_id')
            return rows.length === 1 && rows[0].tenant_id === id
          })
        })
      )
      assert.isTrue(seen.every(Boolean))
    })

    // Red when a policy is `with check (true)`.
    test('raw writes cannot reach another tenant', async ({ assert }) => {
      await inTenant('tenant-a', async () => {
        const changed = await unscoped().from('probes').where('tenant_id', 'tenant-b').update({
          label: 'stolen',
        })
        assert.equal(Number(changed), 0)
        const row = {
          id: 'x',
          tenant_id: 'tenant-b',
          label: 'x',
          created_at: now(),
          updated_at: now(),
        }
        await assert.rejects(
          () => unscoped().insertQuery().table('probes').insert(row),
          /row-level security/
        )
      })
    })

    test('an error inside a switched scope does not leave it switched', async ({ assert }) => {
      await inTenant('tenant-a', () =>
        transaction(async () => {
          const failing = asOperator('test', async () => {
            throw new Error('stop')
          })
          await assert.rejects(() => failing, 'stop')
          assert.equal(await count(), 1)
        })
      )
    })

    // Red when protect() does not force row-level security.
    test('every table with a tenant_id has forced row-level security and a policy', async ({
      assert,
    }) => {
      const { rows } = await asOperator('read the catalog', () =>
        unscoped().rawQuery(`
          select c.relname from pg_class c
          join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
          where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
            and not (c.relrowsecurity and c.relforcerowsecurity
              and exists (select from pg_policy p where p.polrelid = c.oid))
        `)
      )
      assert.deepEqual(rows, [])
    })

    // Red when the pools do not use their roles, or a switch inside a transaction keeps the role.
    test('each scope uses a separate role, and switches back to it', async ({ assert }) => {
      const role = async () => {
        const { rows } = await unscoped().rawQuery(
          `select regexp_replace(current_user, '.*_', '') as role, rolsuper or rolbypassrls as bypasses
           from pg_roles where rolname = current_user`
        )
        assert.isFalse(rows[0].bypasses)
        return rows[0].role
      }
      const tenant = <T>(work: () => Promise<T>) => inTenant('tenant-a', work)
      const operator = <T>(work: () => Promise<T>) => asOperator('test', work)
      assert.deepEqual(
        [await role(), await tenant(role), await operator(role)],
        ['tenant', 'tenant', 'operator']
      )
      const inside = (enter: typeof tenant) => async () => [
        await role(),
        await enter(role),
        await enter(() => Promise.reject(new Error('stop'))).catch(role),
        await role(),
      ]
      assert.deepEqual(await tenant(() => transaction(inside(operator))), [
        'tenant',
        'operator',
        'tenant',
        'tenant',
      ])
      assert.deepEqual(await operator(() => transaction(inside(tenant))), [
        'operator',
        'tenant',
        'operator',
        'operator',
      ])
    })

    // Red when the failed switch back, in an aborted transaction, hides the original error.
    test('a failed statement in another scope leaves no connection in that scope', async ({
      assert,
    }) => {
      const failing = () =>
        inTenant('tenant-a', () =>
          transaction(() =>
            asOperator('test', async () => void (await unscoped().rawQuery('select 1 / 0')))
          )
        )
      for (let turn = 0; turn < 20; turn++) {
        await assert.rejects(failing, /division by zero/)
        assert.equal(await inTenant('tenant-a', count), 1)
        assert.equal(await count(), 0)
      }
    })

    // Red when the operator's pool serves any caller: the query would bypass its scope.
    test('a query of the operator cannot leave its scope', async ({ assert }) => {
      const carried = await asOperator('test', async () => ({ query: unscoped().from('probes') }))
      await assert.rejects(async () => carried.query, /before asOperator\(\) ends/)
      assert.equal(await asOperator('test', count), 2)
    })

    // Red when a connection counts as tagged before the tag is set: the next query on it would see the rows of
    // its former tenant.
    test('a tag that could not be set is set by the next query', async ({ assert, cleanup }) => {
      const { query } = pg.Client.prototype
      cleanup(() => void (pg.Client.prototype.query = query))
      assert.equal(await inTenant('tenant-a', count), 1)
      let interrupted = 0
      pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
        const [{ text, values }] = given as [{ text?: string; values?: unknown[] }]
        const tagging = text?.includes('set_config') && values?.[0] === 'tenant-new'
        if (!tagging || given.length > 1) return Reflect.apply(query, this, given)
        interrupted++
        return Promise.reject(new Error('interrupted'))
      } as typeof query
      await assert.rejects(() => inTenant('tenant-new', count), 'interrupted')
      pg.Client.prototype.query = query
      assert.equal(interrupted, 1)
      for (let turn = 0; turn < 20; turn++) {
        assert.equal(await inTenant('tenant-new', count), 0)
      }
    })

    // Red when the pool returns any free connection (preferConnectionOf() left out).
    test('a tenant gets the connection that served it last', async ({ assert, cleanup }) => {
      const both = () => Promise.all(tenants.map((id) => inTenant(id, count)))
      await both()
      const trace = new DriverTrace()
      cleanup(() => trace.stop())
      for (let turn = 0; turn < 5; turn++) {
        for (const id of tenants) assert.equal(await inTenant(id, count), 1)
      }
      const asked = trace.asked.map(({ text }) => text)
      assert.lengthOf(
        asked.filter((text) => text.includes('from "probes"')),
        10
      )
      assert.deepEqual(
        asked.filter((text) => text.includes('set_config')),
        []
      )
    })

    // Red when the tenants' pool accepts '*'.
    test('the tag "*" makes nothing visible to the tenants\u2019 pool', async ({ assert }) => {
      const seen = await inTenant('tenant-a', () =>
        transaction(async () => {
          await unscoped().rawQuery(`select set_config('app.tenant_id', '*', true)`)
          return count()
        })
      )
      assert.equal(seen, 0)
    })
  })
}
