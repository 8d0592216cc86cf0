import { addEnvironment } from '../../../tests/matrix/environments.js'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { newId, unscoped } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import { enqueue } from '@crossdock/kernel/jobs'
import { test } from '@japa/runner'
import { keptRecords } from '../contracts/index.js'
import { pruneAll, pruneRecords, schedules } from '../job_refs.js'
import { daysAgo, entries, insert, look, prune, put, rowsOf, show } from './support.js'

/** How the test kinds delete. */
let first: (most: number) => Promise<number> = async () => 0
let second: () => Promise<number> = async () => 0

const words = { label: text('Trash'), description: text('Trash'), belongsTo: 'tenant' } as const
const staged = definePlugin({
  name: 'staged',
  version: '1.0.0',
  compatibility: '^0.1',
  dependsOn: ['retention'],
  contributes: [
    contribute(keptRecords, (records) => {
      records.add('first', { ...words, defaultDays: 1, prune: (_, most) => first(most) })
      records.add('second', { ...words, defaultDays: 1, prune: () => second() })
    }),
  ],
})

test.group('Deleting old records', (group) => {
  let app: TestApp
  let acme: TestTenant
  let birch: TestTenant
  let turn = 0

  group.setup(async () => {
    app = await bootApp({ plugins: [staged], settings: { LOG_LEVEL: 'silent' } })
    return () => app.stop()
  })
  group.each.setup(async () => {
    acme = await app.tenant(`acme${++turn}`)
    birch = await app.tenant(`birch${turn}`)
    first = second = async () => 0
  })

  const idsOf = async (table: string, where: object) =>
    (await rowsOf(table, where)).map(({ id }) => String(id))
  const runOf = async (kind: string) =>
    (await show(app, acme.admin)).lastRuns.find((run) => run.kind === kind)!

  // Red when prune ignores the time, and when it ignores the tenant (as in operator scope).
  test('follows the rule of each tenant, and deletes nothing newer', async ({ assert }) => {
    const old = await entries(acme.id, [12, 11, 400])
    const young = await entries(acme.id, [9, 1])
    const others = await entries(birch.id, [12, 400])
    await put(app, acme.admin, { activity: 10 }, { confirm: true })
    for (const { id } of [acme, birch]) await prune(id)
    const left = await idsOf('activity_logs', { tenant_id: acme.id })
    assert.includeMembers(left, young)
    assert.notIncludeMembers(left, old)
    assert.includeMembers(await idsOf('activity_logs', { tenant_id: birch.id }), others)
    assert.containsSubset(await runOf('activity'), { deleted: 3, failed: false })
    assert.isNotNull((await runOf('activity')).endedAt)
  })

  // Red when a batch smaller than the limit counts as the last one.
  test('takes as many batches as it needs', async ({ assert }) => {
    await entries(
      acme.id,
      Array.from({ length: 700 }, (_, at) => 20 + (at % 7))
    )
    await put(app, acme.admin, { activity: 10 }, { confirm: true })
    await prune(acme.id)
    assert.equal((await runOf('activity')).deleted, 700)
  })

  // Red when Pace does not limit batches: on SQLite every writer would wait.
  test('takes few rows with each batch, even if they are fast', async ({ assert }) => {
    const asked: number[] = []
    first = async (most) => (asked.push(most) < 12 ? most : 0)
    await prune(acme.id)
    assert.lengthOf(asked, 12)
    assert.isAtMost(Math.max(...asked), 500)
    assert.isAtLeast(Math.min(...asked), 20)
  })

  // Red when the row of a kind does not name its job, and when the count restarts.
  test('a run that was interrupted between two batches continues where it was', async ({
    assert,
  }) => {
    const asked: string[] = []
    first = async () => {
      asked.push('first')
      return 0
    }
    const parts = [5, 'the database', 3, 0]
    second = async () => {
      const part = parts.shift()!
      asked.push(`second ${part}`)
      if (typeof part === 'number') return part
      throw Object.assign(new Error('no answer'), { code: '57P01' })
    }
    await prune(acme.id)
    assert.deepEqual(asked, ['first', 'second 5', 'second the database', 'second 3', 'second 0'])
    assert.containsSubset(await runOf('second'), { deleted: 8, failed: false })
  })

  // Red when the error of one kind ends the job.
  test('a failing kind is recorded, and the others continue', async ({ assert }) => {
    first = async () => {
      throw new Error('broken')
    }
    second = async () => 0
    await prune(acme.id)
    assert.containsSubset(await runOf('first'), { failed: true })
    assert.containsSubset(await runOf('second'), { failed: false })
    first = async () => 0
    await prune(acme.id)
    assert.containsSubset(await runOf('first'), { failed: false })
  })

  // Red when active runs are deleted, and when one environment uses the days of another.
  test('runs and calls follow their environment; active ones stay', async ({ assert }) => {
    const development = await addEnvironment(acme.id, 'development')
    const [production] = await rowsOf('tenant_environments', {
      tenant_id: acme.id,
      name: 'production',
    })
    await look(async () =>
      unscoped()
        .from('tenant_environments')
        .where({ id: development })
        .update({ logs_retention_days: 5 })
    )
    const run = (environment: unknown, age: number, status: string, ended = true) => ({
      tenant_id: acme.id,
      environment_id: environment,
      flow_id: newId(),
      flow_name: 'Run',
      execution_id: newId(),
      trigger_type: 'manual',
      status,
      context_data: '{}',
      total_steps: 1,
      created_at: daysAgo(age),
      started_at: daysAgo(age),
      duration: 1_000,
      completed_at: ended ? daysAgo(age) : null,
    })
    const call = (environment: unknown, age: number, status: string) => ({
      tenant_id: acme.id,
      environment_id: environment,
      execution_id: newId(),
      status,
      duration: 5,
      created_at: daysAgo(age),
    })
    const runs = await insert('flow_execution_history', [
      run(production!.id, 31, 'completed'),
      run(production!.id, 29, 'failed'),
      run(production!.id, 400, 'running', false),
      run(development, 6, 'cancelled'),
      run(development, 4, 'completed'),
    ])
    await insert(
      'flow_step_results',
      Array.from({ length: 40 }, (_, at) => ({
        tenant_id: acme.id,
        run_id: runs[0],
        step_id: `s${at}`,
        path: `s${at}`,
        step_order: at,
        type: 'delay',
        status: 'completed',
        attempts: 1,
        tries: '[]',
        created_at: daysAgo(31),
        started_at: daysAgo(31),
      }))
    )
    const calls = await insert('integration_logs', [
      call(production!.id, 31, 'success'),
      call(production!.id, 29, 'success'),
      call(production!.id, 31, 'pending'),
      call(development, 6, 'error'),
      call(development, 4, 'error'),
    ])
    await prune(acme.id)
    const own = { tenant_id: acme.id }
    assert.sameMembers(
      await idsOf('flow_execution_history', own),
      [1, 2, 4].map((at) => runs[at]!)
    )
    assert.isEmpty(await idsOf('flow_step_results', own))
    assert.sameMembers(
      await idsOf('integration_logs', own),
      [1, 2, 4].map((at) => calls[at]!)
    )
    // The counters match the remaining rows.
    const stats = await app.ok<Record<string, number>>('GET', '/api/flow-executions/stats', {
      as: { headers: { ...acme.admin.headers, 'x-environment': 'production' } },
    })
    assert.containsSubset(stats, { totalExecutions: 2, runningExecutions: 1, successRate: 0 })
  })

  // Red when older records are deleted unannounced, and when they are announced every night.
  test('parked events are deleted a week after the announcement', async ({ assert }) => {
    const [event] = await rowsOf('middleware_events', { tenant_id: acme.id })
    const parked = (age: number, state: string) => ({
      tenant_id: acme.id,
      consumer: `test ${age} ${state}`,
      event_id: event!.id,
      event_type: event!.event_type,
      transaction: 0,
      seq: 1,
      state,
      tries: 20,
      created_at: daysAgo(age),
      tried_at: daysAgo(age - 1),
    })
    const [old, soon, young, waiting] = await insert('parked_events', [
      parked(100, 'failed'),
      parked(86, 'failed'),
      parked(70, 'failed'),
      parked(100, 'asleep'),
    ])
    // Red when setAside() ignores the tenant.
    const other = { ...parked(100, 'failed'), tenant_id: birch.id, consumer: 'test of birch' }
    const [theirs] = await insert('parked_events', [other])
    const ids = () => idsOf('parked_events', { tenant_id: acme.id })
    for (let night = 0; night < 2; night++) await prune(acme.id)
    assert.sameMembers(await ids(), [old!, soon!, young!, waiting!])
    const { due } = await show(app, acme.admin)
    assert.containsSubset(due, [{ kind: 'parkedEvents', count: 2 }])
    assert.closeTo(Date.parse(due[0]!.at), Date.now() + 7 * 24 * 60 * 60_000, 60_000)
    const announced = await rowsOf('middleware_events', {
      tenant_id: acme.id,
      event_type: 'retention_deletion_announced',
    })
    assert.lengthOf(announced, 1)
    // Seven nights later.
    await look(async () => {
      const own = () => unscoped().from('parked_events').where({ tenant_id: acme.id })
      await unscoped()
        .from('retention_runs')
        .where({ tenant_id: acme.id, kind: 'parkedEvents' })
        .update({ warned_at: daysAgo(7), warned_before: daysAgo(90) })
      await own()
        .where({ id: soon })
        .update({ created_at: daysAgo(93), tried_at: daysAgo(92) })
    })
    await prune(acme.id)
    assert.sameMembers(await ids(), [young!, waiting!])
    assert.deepEqual(await idsOf('parked_events', { tenant_id: birch.id }), [theirs!])
  })

  // Red when failed jobs of all tenants are deleted.
  test('failed work follows the rule of its tenant', async ({ assert }) => {
    const failed = (tenant_id: string, age: number) => ({
      tenant_id,
      lane: tenant_id,
      name: 'tests.never',
      payload: '{}',
      state: 'failed',
      priority: 5,
      run_at: daysAgo(age),
      actor: '{"type":"system","id":null,"userId":null}',
      failed_at: daysAgo(age),
      created_at: daysAgo(age),
    })
    const [old, young, other] = await insert('jobs', [
      failed(acme.id, 61),
      failed(acme.id, 59),
      failed(birch.id, 61),
    ])
    await put(app, acme.admin, { failedJobs: 60 }, { confirm: true })
    await prune(acme.id)
    const left = await idsOf('jobs', { name: 'tests.never' })
    assert.includeMembers(left, [young!, other!])
    assert.notInclude(left, old!)
  })

  // Red when tenants are skipped, and when the job of a closed tenant does not rest.
  test('every tenant has its turn at night, a suspended one when it is active again', async ({
    assert,
  }) => {
    const operator = await app.superAdmin()
    const state = (act: string) =>
      app.ok('POST', `/api/tenants/${birch.id}/${act}`, {
        as: operator,
        body: act === 'suspend' ? { reason: 'unpaid' } : {},
      })
    const [old] = await entries(birch.id, [30])
    await put(app, birch.admin, { activity: 10 }, { confirm: true })
    await state('suspend')
    assert.deepEqual(
      schedules.map(({ job }) => job.name),
      [pruneAll.name]
    )
    await look(() => enqueue(pruneAll, {}))
    await until('acme to be done', async () => {
      const jobs = await rowsOf('jobs', { name: pruneRecords.name })
      const done = await rowsOf('retention_runs', { tenant_id: acme.id, kind: 'usage' })
      return done.length === 1 && jobs.every((job) => job.tenant_id === birch.id) && jobs.length > 0
    })
    assert.include(await idsOf('activity_logs', { tenant_id: birch.id }), old!)
    await state('reactivate')
    await until(
      'birch to be done',
      async () => !(await idsOf('activity_logs', { tenant_id: birch.id })).includes(old!)
    )
  })
})
