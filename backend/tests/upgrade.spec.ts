import { test } from '@japa/runner'
import { migrationRunner } from '@crossdock/kernel/boot'
import {
  bootApp,
  migratedDatabase,
  until,
  type Caller,
  type TestApp,
} from '@crossdock/backend/testing'
import { newId, now, unscoped } from '@crossdock/kernel/database'
import { pluginHost } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'
import { sessionAt, testDatabase } from '@crossdock/kernel/testing'
import { databaseManager } from '../kernel/database/database.js'
import { furnishedTenant, startSystem } from './matrix/furnished_tenant.js'
import { settledRowsOf } from './matrix/rows.js'
import { installed } from '../plugins.js'

const references: Record<string, string> = {
  magic_tokens: 'user_id',
  sessions: 'user_id',
  assets: 'parent_id',
  asset_versions: 'asset_id',
  api_endpoints: 'system_id',
  flow_step_results: 'run_id',
}
const tables = Object.keys(references)
/** What holds the tenant where a foreign key cannot. */
const bindings = ['api_tokens_bind_insert', 'api_tokens_bind_update']
const migrations = /(bind_\w+_to_tenant|guard_tenants)$/

const operator = <T>(work: () => Promise<T>) => asOperator('look past the tenants', work)

const rowsOf = () =>
  operator(async () => {
    const all: Record<string, unknown[]> = {}
    for (const table of tables) all[table] = await unscoped().from(table).orderBy('id')
    return all
  })

async function indexesAndTriggers(): Promise<string[]> {
  const query =
    testDatabase === 'pg'
      ? `select indexname as name from pg_indexes where schemaname = 'public'
         union all select tgname from pg_trigger where not tgisinternal`
      : `select name from sqlite_schema where type in ('index', 'trigger')`
  const result = await operator(() => unscoped().rawQuery(query))
  return (result.rows ?? result).map(({ name }: { name: string }) => name).sort()
}

/** The tables whose reference holds the tenant; those on environments came later. */
async function bound(): Promise<string[]> {
  const query =
    testDatabase === 'pg'
      ? `select conrelid::regclass::text as name from pg_constraint
         where contype = 'f' and array_length(conkey, 1) = 2
           and confrelid <> 'tenant_environments'::regclass`
      : `select m.name from sqlite_schema m, pragma_foreign_key_list(m.name) f
         where m.type = 'table' and f."from" = 'tenant_id' and f.seq = 0 and f."to" = 'tenant_id'
           and f."table" <> 'tenant_environments'`
  const result = await operator(() => unscoped().rawQuery(query))
  const names: string[] = (result.rows ?? result).map(({ name }: { name: string }) => name)
  // Tables that came later were never without it.
  return names.filter((name) => tables.includes(name)).sort()
}

const connectionName = testDatabase === 'pg' ? 'migrations' : 'main'

/** What says that the migrations of this version have run. */
async function recordOfLater(called = migrations) {
  const record = () => databaseManager().connection(connectionName).from('adonis_schema')
  const names: { name: string }[] = await record().select('name')
  const later = names.map(({ name }) => name).filter((name) => called.test(name))
  return {
    update: (change: object) => record().whereIn('name', later).update(change),
    forget: () => record().whereIn('name', later).delete(),
  }
}

/** Undoes migrations by their own `down`. */
async function undo(app: TestApp, called = migrations): Promise<void> {
  await (await recordOfLater(called)).update({ batch: 2 })
  const runner = migrationRunner(app.app, { direction: 'down', batch: 1, connectionName })
  await runner.run()
  if (runner.error) throw runner.error
}

/** Undoes the migrations of this version, and the wall as far as there is one. */
async function takeBack(app: TestApp): Promise<void> {
  await undo(app)
  if (testDatabase !== 'pg') return
  await databaseManager().manager.close(connectionName)
  await sessionAt(app.database.databaseUrl!, (client) =>
    client.query(`
      do $$ declare found record; begin
        for found in select tablename, policyname from pg_policies loop
          execute format('drop policy %I on %I', found.policyname, found.tablename);
          if found.tablename <> 'tenants' and found.policyname = 'tenant_rows' then
            execute format('create policy %I on %I using (true)', found.tablename || '_tenant', found.tablename);
          end if;
        end loop;
      end $$`)
  )
}

/** Tables of this version, which have had an environment since they exist. */
const newer = new Set([
  ...['webhook_addresses', 'webhook_requests', 'system_circuits', 'system_grants'],
  'system_authorizations',
  'flow_rollups',
])

test.group('A database of the version before', (group) => {
  let system: Awaited<ReturnType<typeof startSystem>>

  group.setup(async () => {
    system = await startSystem()
    return () => system.close()
  })

  // Red without the migration that finds the one form: nobody is found by what they are called in the database.
  test('its people are found by the one form of their address', async ({ assert }) => {
    const database = await migratedDatabase(installed)
    let app = await bootApp({ database })
    try {
      const { admin } = await app.tenant('acme')
      const rename = async (from: string, to: string) => {
        await app.ok('POST', '/api/users', { as: admin, body: { email: from, role: 'viewer' } })
        await operator(() => unscoped().from('users').where('email', from).update({ email: to }))
      }
      await rename('ada@acme.example', 'ada@xn--bcher-kva.example')
      await rename('bea@acme.example', 'bea@al\u00adpha.example')
      await rename('cid@acme.example', 'cid@b\u00fccher.example')
      await undo(app, /one_form_of_addresses$/)
      await app.stop()

      app = await bootApp({ database })
      const as = await app.signIn('admin@acme.example', 'acme')
      const people = await app.ok<{ email: string }[]>('GET', '/api/users', { as })
      assert.includeMembers(
        people.map(({ email }) => email),
        ['ada@b\u00fccher.example', 'bea@alpha.example', 'cid@b\u00fccher.example']
      )
    } finally {
      await app.stop()
      await database.remove()
    }
  })

  // Red without the migration that keeps the braces of templates.
  test('its templates still send the same text', async ({ assert }) => {
    const database = await migratedDatabase(installed)
    let app = await bootApp({ database, settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    try {
      const { admin, id: tenantId, ids } = await furnishedTenant(app, 'acme', system.url)
      await undo(app, /keep_braces_of_templates$/)
      const body = JSON.stringify({ body: { a: '{{orderId}} {"n":{file.size}}', b: '{{ x }}' } })
      const endpoint = () => unscoped().from('api_endpoints').where('id', ids.endpoint!)
      await operator(() => endpoint().update({ path: '/a/{{orderId}}', request_schema: body }))
      const steps = (params: object) =>
        JSON.stringify([
          {
            ...{ id: 'if', type: 'condition', config: {}, order: 1 },
            branches: { yes: [{ id: 'call', type: 'api_call', order: 1, config: { params } }] },
          },
          { id: 'note', type: 'metadata_update', order: 2, config: { metadata: { a: '{{x}}' } } },
        ])
      const workflow = () => unscoped().from('integration_workflows').where('tenant_id', tenantId)
      await operator(() => workflow().update({ steps: steps({ a: '{{{x}}}', n: 1e15 }) }))
      await app.stop()

      app = await bootApp({ database })
      const shown = await app.ok<Record<string, unknown>>(
        'GET',
        `/api/integrations/endpoints/${ids.endpoint}`,
        { as: admin }
      )
      assert.equal(shown.path, '/a/{{{orderId}}}')
      assert.deepEqual(shown.requestSchema, {
        body: { a: '{{{orderId}}} {"n":{file.size}}', b: '{{ x }}' },
      })
      const [row] = await operator(() => workflow().select('steps'))
      assert.deepEqual(JSON.parse(row.steps), JSON.parse(steps({ a: '{{{{{x}}}}}', n: 1e15 })))
    } finally {
      await app.stop()
      await database.remove()
    }
  })

  // Red without the migration that forgets it.
  test('its activity feed no longer tells why runs failed', async ({ assert }) => {
    const database = await migratedDatabase(installed)
    let app = await bootApp({ database })
    try {
      const { id } = await app.tenant('acme')
      const payload = { flowName: 'Lab', errorMessage: 'host.internal:8443 answered 503.' }
      const row = {
        ...{ id: newId(), tenant_id: id, event_type: 'flow_failed', created_at: now() },
        action: `Workflow Lab failed: ${payload.errorMessage}`,
        metadata: JSON.stringify({ ...payload, eventType: 'flow_failed' }),
      }
      await operator(() => unscoped().insertQuery().table('activity_logs').insert(row).exec())
      const records = databaseManager().connection(connectionName).from('adonis_schema')
      await records.whereLike('name', '%forget_why_runs_failed').delete()
      await app.stop()

      app = await bootApp({ database })
      const as = await app.signIn('admin@acme.example', 'acme')
      const feed = await app.ok<{ id: string }[]>('GET', '/api/dashboard/activity', { as })
      const metadata = { flowName: 'Lab', eventType: 'flow_failed' }
      assert.containSubset(feed, [{ id: row.id, action: 'Workflow Lab failed', metadata }])
      assert.notInclude(JSON.stringify(feed), 'host.internal')
    } finally {
      await app.stop()
      await database.remove()
    }
  })

  // Red when the migration notes nothing of what is there, on SQLite or on PostgreSQL.
  test('its workflows are found by what their steps name', async ({ assert }) => {
    const database = await migratedDatabase(installed)
    const settings = { EGRESS_ALLOW: ['127.0.0.1/32'] }
    let app = await bootApp({ database, settings })
    try {
      const { ids } = await furnishedTenant(app, 'acme', system.url)
      await undo(app, /create_workflow_uses_table$/)
      await app.stop()

      app = await bootApp({ database })
      const as = await app.signIn('admin@acme.example', 'acme')
      for (const used of [ids.system, ids.endpoint]) {
        const filter = encodeURIComponent(JSON.stringify({ uses: [used] }))
        const path = `/api/integrations/workflows?filter=${filter}`
        const found = await app.ok<{ id: string }[]>('GET', path, { as })
        assert.deepEqual(
          found.map(({ id }) => id),
          [ids.workflow]
        )
      }
    } finally {
      await app.stop()
      await database.remove()
    }
  })

  // Red when a table is not filled in, when the jobs of runs keep their place, when a column stays open, or what is counted
  // is not counted anew.
  test('what it has belongs to production', async ({ assert }) => {
    const database = await migratedDatabase(installed)
    const settings = { EGRESS_ALLOW: ['127.0.0.1/32'] }
    let app = await bootApp({ database, settings })
    try {
      const { id: tenantId, ids } = await furnishedTenant(app, 'acme', system.url)
      const delay = { id: 'wait', type: 'delay', config: { amount: 1, unit: 'hours' } }
      const by = await app.signIn('admin@acme.example', 'acme')
      // That version knew of production alone.
      const promoted = `/api/environments/development/promotions/${ids.promotion}`
      await app.ok('POST', `${promoted}/undo`, { as: by })
      const body = { name: 'Waits', triggerType: 'manual', steps: [delay] }
      const waits = await app.ok<{ id: string }>('POST', '/api/integrations/workflows', {
        ...{ as: by, body },
      })
      const path = `/api/integrations/workflows/${waits.id}/execute`
      const run = await app.ok<{ id: string }>('POST', path, { as: by, body: {} })
      const figures = (as: Caller) =>
        Promise.all(
          ['integrations/stats', 'flow-executions/stats', 'flow-executions/hours'].map((stats) =>
            app.ok<object>('GET', `/api/${stats}`, { as })
          )
        )
      await until('the run to wait', async () => {
        const { status } = await app.ok<{ status: string }>(
          'GET',
          `/api/flow-executions/${run.id}`,
          { as: by }
        )
        return status === 'running'
      })
      const before = await figures(by)
      await undo(
        app,
        /(runs_and_workflows|systems_and_calls)_(of|in)_environments$|hold_(runs|systems)_and_\w+_in_environments$|\d_count_by_environment$/
      )
      await operator(async () => {
        await unscoped().from('flow_execution_history').update({ environment_id: null })
        await unscoped().from('jobs').where('name', 'flows.run').update({ environment_id: newId() })
      })
      await app.stop()

      app = await bootApp({ database, settings })
      const as = await app.signIn('admin@acme.example', 'acme')
      const [production] = await app.ok<{ id: string }[]>('GET', '/api/tenant/environments', {
        as,
      })
      for (const table of pluginHost.use().environmentTables) {
        if (newer.has(table)) continue
        const rows: { environment_id: string }[] = await operator(async () =>
          unscoped().from(table).where('tenant_id', tenantId)
        )
        assert.isAbove(rows.length, 0, table)
        for (const row of rows) assert.equal(row.environment_id, production!.id, table)
        const row = { ...rows[0], id: newId(), environment_id: null, execution_id: newId() }
        const columns = await operator(() => unscoped().columnsInfo(table))
        if (!('execution_id' in columns)) Reflect.deleteProperty(row, 'execution_id')
        await assert.rejects(
          () => operator(async () => unscoped().insertQuery().table(table).insert(row)),
          /not.null/i
        )
      }
      const jobs: { environment_id: string }[] = await operator(async () =>
        unscoped().from('jobs').where('name', 'flows.run')
      )
      assert.deepEqual(
        jobs.map(({ environment_id: id }) => id),
        [production!.id]
      )
      assert.deepEqual(await figures(as), before)
      const executions = await app.ok<object[]>('GET', '/api/flow-executions?search=Waits', { as })
      assert.lengthOf(executions, 1)
    } finally {
      await app.stop()
      await database.remove()
    }
  })

  // Red when a migration folds no letters, fills nothing in, reads a text as a number, or reads an impossible day as a date.
  test('its files are found by their metadata', async ({ assert }) => {
    const database = await migratedDatabase(installed)
    let app = await bootApp({ database })
    try {
      const { admin } = await app.tenant('acme')
      const metadata = {
        ...{
          customer: 'Harbourline',
          amount: 815.5,
          paid: true,
          due: '2026-03-01',
          no: '2026-02-30',
        },
        ...{ at: '2026-03-01T12:00:00+02:00', lines: [{ pallet: 'EUR-7' }] },
        city: 'München'.normalize('NFD'),
      }
      for (const name of ['a', 'b']) {
        const body = { name, type: 'folder' }
        const { id } = await app.ok<{ id: string }>('POST', '/api/assets', { as: admin, body })
        if (name === 'a')
          await app.ok('PUT', `/api/assets/${id}`, { as: admin, body: { metadata } })
      }
      await undo(app, /(find_assets|fold_words)$/)
      await app.stop()

      app = await bootApp({ database })
      const as = await app.signIn('admin@acme.example', 'acme')
      const found = async (filter: object) => {
        const path = `/api/assets?filter=${encodeURIComponent(JSON.stringify(filter))}`
        return (await app.ok<{ name: string }[]>('GET', path, { as })).map(({ name }) => name)
      }
      for (const filter of [
        { search: 'harbour' },
        { search: 'eur-7' },
        { search: 'MÜNCHEN' },
        { 'metadata.city': 'München' },
        { search: '815.5' },
        { 'metadata.customer': 'Harbourline' },
        { 'metadata.amount': { gt: 815, lt: 816 } },
        { 'metadata.paid': true },
        { 'metadata.due': { gte: '2026-03-01', lt: '2026-03-02' } },
        { 'metadata.no': '2026-02-30' },
        { 'metadata.at': { gte: '2026-03-01T10:00:00Z', lte: '2026-03-01T10:00:00Z' } },
      ]) {
        assert.deepEqual(await found(filter), ['a'], JSON.stringify(filter))
      }
      assert.deepEqual(await found({ 'metadata.no': { gt: '2026-01-01' } }), [])
      assert.deepEqual(await found({ search: 'customer' }), [])
    } finally {
      await app.stop()
      await database.remove()
    }
  })

  // Red when the migration asks the log for nothing, or takes a pause for a save.
  test('its workflows and what they have begun act for whoever saved them last', async ({
    assert,
  }) => {
    const database = await migratedDatabase(installed)
    let app = await bootApp({ database })
    try {
      const acme = await app.tenant('acme')
      const invite = (email: string) =>
        app.ok<{ id: string }>('POST', '/api/users', {
          as: acme.admin,
          body: { email, role: 'admin' },
        })
      const ada = await invite('ada@acme.example')
      const as = await app.signIn('ada@acme.example', 'acme')
      const path = '/api/integrations/workflows'
      const step = { type: 'metadata_update', config: { metadata: { seen: true } } }
      const body = { name: 'Mark', triggerType: 'manual', steps: [step] }
      const { id } = await app.ok<{ id: string }>('POST', path, { as: acme.admin, body })
      await app.ok('PUT', `${path}/${id}`, { as, body: { name: 'Mark all' } })
      // About no file: it fails, and may be taken up again.
      const run = await app.ok<{ id: string }>('POST', `${path}/${id}/execute`, { as, body: {} })
      await app.ok('PUT', `${path}/${id}`, { as: acme.admin, body: { isActive: false } })
      await until('the run to fail', async () => {
        const { status } = await app.ok<{ status: string }>(
          'GET',
          `/api/flow-executions/${run.id}`,
          { as }
        )
        return status === 'failed'
      })
      await undo(app, /add_saved_by$/)
      await app.stop()

      app = await bootApp({ database })
      const savers = (table: string) =>
        operator(async () => unscoped().from(table).select('id', 'saved_by'))
      assert.deepEqual(await savers('integration_workflows'), [{ id, saved_by: ada.id }])
      assert.deepEqual(await savers('flow_execution_history'), [{ id: run.id, saved_by: ada.id }])
    } finally {
      await app.stop()
      await database.remove()
    }
  })

  // Red when a run is given the steps of now, when a definition is kept twice, or a path is not filled in.
  test('its runs keep the steps they began with, as versions of their workflow', async ({
    assert,
  }) => {
    const database = await migratedDatabase(installed)
    let app = await bootApp({ database })
    try {
      const acme = await app.tenant('acme')
      const as = acme.admin
      const path = '/api/integrations/workflows'
      const named = (id: string) => ({
        ...{ id, type: 'metadata_update', config: { metadata: { seen: id } } },
      })
      const create = (name: string) =>
        app.ok<{ id: string }>('POST', path, {
          as,
          body: { name, triggerType: 'manual', steps: [named('a'), named('b')] },
        })
      const [kept, deleted] = [await create('Kept'), await create('Deleted')]
      // About no file: each fails, and may be taken up again.
      const run = async ({ id }: { id: string }) => {
        const begun = await app.ok<{ id: string }>('POST', `${path}/${id}/execute`, {
          as,
          body: {},
        })
        await until('the run to fail', async () => {
          const { status } = await show(begun.id)
          return status === 'failed'
        })
        return begun.id
      }
      const show = (id: string) =>
        app.ok<{ status: string; stepResults: { stepId: string }[] }>(
          'GET',
          `/api/flow-executions/${id}`,
          { as }
        )
      const runs = [await run(kept), await run(kept)]
      await app.ok('PUT', `${path}/${kept.id}`, { as, body: { steps: [named('c')] } })
      runs.push(await run(kept), await run(deleted))
      await app.call('DELETE', `${path}/${deleted.id}`, { as })
      const before = await Promise.all(runs.map(show))
      await undo(app, /bind_runs_to_versions$/)
      await undo(app, /create_workflow_versions_table$/)
      await app.stop()

      app = await bootApp({ database })
      const signedIn = { as: await app.signIn('admin@acme.example', 'acme') }
      const after = await Promise.all(
        runs.map((id) => app.ok<object>('GET', `/api/flow-executions/${id}`, signedIn))
      )
      assert.deepEqual(after, before)
      const versions: { workflow_id: string; version: number }[] = await operator(async () =>
        unscoped().from('integration_workflow_versions').select('workflow_id', 'version')
      )
      assert.sameDeepMembers(
        versions.map(({ workflow_id: id, version }) => [id, version]),
        [
          [kept.id, 1],
          [kept.id, 2],
          [deleted.id, 1],
        ]
      )
      await app.ok('POST', `/api/flow-executions/${runs[0]}/retry`, signedIn)
      await until('the run to fail again', async () => {
        const one = await app.ok<{ status: string; stepResults: { attempts: number }[] }>(
          'GET',
          `/api/flow-executions/${runs[0]}`,
          signedIn
        )
        return one.status === 'failed' && one.stepResults[0]!.attempts === 2
      })
    } finally {
      await app.stop()
      await database.remove()
    }
  })

  // Red without the migration, and when new indexes are made without `mergeDeletedLate`.
  test('its indexes of texts leave for longer what is deleted', async ({ assert }) => {
    const database = await migratedDatabase(installed)
    let app = await bootApp({ database })
    const late = () =>
      app.inside(() =>
        operator(async () => {
          const tables: { name: string }[] = await unscoped().rawQuery(
            `select name from sqlite_schema where sql like '%contentless_delete%'`
          )
          const values = tables.map(async ({ name }) => {
            const [row] = await unscoped().rawQuery(
              `select v from ${name}_config where k = 'deletemerge'`
            )
            return [name, Number(row?.v)]
          })
          return Object.fromEntries(await Promise.all(values)) as Record<string, number>
        })
      )
    try {
      const made = await late()
      assert.property(made, 'activity_logs_search_text')
      assert.deepEqual(new Set(Object.values(made)), new Set([75]))
      await app.inside(() =>
        operator(() =>
          unscoped().rawQuery(
            `insert into assets_search_text (assets_search_text, rank) values ('deletemerge', 10)`
          )
        )
      )
      await undo(app, /merge_deleted_texts_late$/)
      await app.stop()

      app = await bootApp({ database })
      assert.deepEqual(await late(), made)
    } finally {
      await app.stop()
      await database.remove()
    }
  }).skip(testDatabase === 'pg', 'PostgreSQL has no such index')

  // Red when the migrations index nothing of what is there, or see none of it behind the wall.
  test('its lists are searched', async ({ assert }) => {
    const database = await migratedDatabase(installed)
    const settings = { EGRESS_ALLOW: ['127.0.0.1/32'] }
    let app = await bootApp({ database, settings })
    try {
      await furnishedTenant(app, 'acme', system.url)
      const { id } = await furnishedTenant(app, 'borealis', system.url)
      await settledRowsOf(id)
      const superAdmin = await app.superAdmin()
      const as = await app.signIn('admin@borealis.example', 'borealis')
      /** A part of the first row of each list, and how many rows hold it. */
      const lists = {
        assets: 'name',
        activity: 'action',
        users: 'email',
        'flow-executions': 'flowName',
      }
      const parts = new Map<string, string>()
      const count = async (path: string) => {
        const given = path.startsWith('/api/tenants') ? superAdmin : as
        return (await app.ok<object[]>('GET', path, { as: given })).length
      }
      for (const [list, field] of Object.entries(lists)) {
        const [row] = await app.ok<Record<string, string>[]>('GET', `/api/${list}`, { as })
        parts.set(`/api/${list}?search=${encodeURIComponent(row![field]!.slice(1, 6))}`, list)
      }
      parts.set('/api/tenants?search=orealis', 'tenants')
      const counts = () => Promise.all([...parts.keys()].map(count))
      const before = await counts()
      assert.notInclude(before, 0)
      await undo(app, /search_(runs|logs|activity|assets|users|tenants)$/)
      await app.stop()

      app = await bootApp({ database })
      assert.deepEqual(await counts(), before)
    } finally {
      await app.stop()
      await database.remove()
    }
  })

  // Red when SQLite's tables are made anew with foreign keys on (their children are deleted), when
  // an index or a trigger is forgotten, or when a policy of the former version stays.
  test('keeps its rows and indexes, and gets the wall', async ({ assert }) => {
    const database = await migratedDatabase(installed)
    const { port } = new URL(system.url)
    const boot = () => bootApp({ database, settings: { EGRESS_ALLOW: [`127.0.0.1/32:${port}`] } })
    let app = await boot()
    try {
      const acme = await furnishedTenant(app, 'acme', system.url)
      const { ids } = await furnishedTenant(app, 'borealis', system.url)
      // Nobody writes any more while the tables are taken back.
      for (const id of [acme.id, ids.tenant!]) await settledRowsOf(id)
      const before = {
        rows: await rowsOf(),
        made: await indexesAndTriggers(),
        bound: await bound(),
      }
      for (const table of tables) assert.isAbove(before.rows[table]!.length, 1, table)
      assert.deepEqual(before.bound, tables.toSorted())
      assert.includeMembers(before.made, bindings)
      await takeBack(app)
      assert.deepEqual(await bound(), [])
      assert.notIncludeMembers(await indexesAndTriggers(), bindings)
      assert.deepEqual(await rowsOf(), before.rows)
      await app.stop()

      app = await boot()
      const assertWhole = async () => {
        assert.deepEqual(await bound(), before.bound)
        assert.deepEqual(await indexesAndTriggers(), before.made)
        assert.deepEqual(await rowsOf(), before.rows)
      }
      await assertWhole()
      // A crash between a migration and its record: it runs once more.
      await (await recordOfLater()).forget()
      await app.stop()
      app = await boot()
      await assertWhole()
      const status = async (path: string) =>
        (await app.call('GET', path, { as: acme.admin })).status
      assert.equal(await status(`/api/assets/${acme.ids.asset}`), 200)
      assert.equal(await status(`/api/assets/${ids.asset}`), 404)
      if (testDatabase === 'pg') {
        const { rows } = await operator(() =>
          unscoped().rawQuery('select distinct policyname as name from pg_policies order by 1')
        )
        assert.deepEqual(
          rows.map(({ name }: { name: string }) => name),
          ['dumped_rows', 'operator_rows', 'tenant_rows']
        )
      }
    } finally {
      await app.stop()
      await database.remove()
    }
  })
})
