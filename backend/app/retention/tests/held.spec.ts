import { addEnvironment } from '../../../tests/matrix/environments.js'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { test } from '@japa/runner'
import { keptRecords } from '../contracts/index.js'
import { daysAgo, insert, look, prune, put, rowsOf } from './support.js'

const dayMs = 24 * 60 * 60_000
/** The limits that the test kinds were asked to delete by, by name. */
const asked = new Map<string, string>()

const kind = (name: string) => ({
  label: text('Trash'),
  description: text('Trash'),
  belongsTo: 'tenant' as const,
  prune: async (before: string) => {
    asked.set(name, before)
    return 0
  },
  count: async () => 1,
})
const least = { days: 50, reason: text('A law requires it.') }
const held = definePlugin({
  name: 'held',
  version: '1.0.0',
  compatibility: '^0.1',
  dependsOn: ['retention'],
  contributes: [
    contribute(keptRecords, (records) => {
      records.add('kept', { ...kind('kept'), defaultDays: 1, least })
      records.add('warned', { ...kind('warned'), defaultDays: 90, warnDays: 7 })
    }),
  ],
})

test.group('Limits of deletions', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    app = await bootApp({ plugins: [held] })
    return () => app.stop()
  })
  group.each.setup(async () => {
    acme = await app.tenant(`acme${crypto.randomUUID().slice(0, 8)}`)
    asked.clear()
  })

  // Red when withMinimum() leaves the days unchanged: a rule may be older than the minimum of a kind.
  test('a minimum period wins over every rule', async ({ assert }) => {
    await prune(acme.id)
    assert.closeTo(Date.parse(asked.get('kept')!), Date.now() - 50 * dayMs, 60_000)
  })

  // Red when prunedBefore() considers only the current rule.
  test('records that were not announced stay, also after a rule became shorter', async ({
    assert,
  }) => {
    await prune(acme.id)
    assert.isFalse(asked.has('warned'))
    const own = { tenant_id: acme.id, kind: 'warned' }
    const announced = daysAgo(90)
    // Seven nights later.
    await look(async () =>
      unscoped()
        .from('retention_runs')
        .where(own)
        .update({ warned_at: daysAgo(7), warned_before: announced })
    )
    await put(app, acme.admin, { warned: 30 }, { confirm: true })
    await prune(acme.id)
    assert.equal(asked.get('warned'), announced)
    assert.isNotNull((await rowsOf('retention_runs', own))[0]!.ended_at)
  })

  // Red when it is counted outside of the environment: records of others follow their own days, despite a
  // confirmation.
  test('records of an environment are counted there before they are deleted', async ({
    assert,
  }) => {
    const development = await addEnvironment(acme.id, 'development')
    await look(async () =>
      unscoped()
        .from('tenant_environments')
        .where({ id: development })
        .update({ logs_retention_days: 5 })
    )
    const all = await rowsOf('tenant_environments', { tenant_id: acme.id })
    await insert(
      'flow_execution_history',
      all.map(({ id }) => ({
        tenant_id: acme.id,
        environment_id: id,
        flow_id: 'a',
        flow_name: 'Run',
        execution_id: crypto.randomUUID(),
        trigger_type: 'manual',
        status: 'completed',
        context_data: '{}',
        total_steps: 1,
        duration: 1_000,
        created_at: daysAgo(20),
        started_at: daysAgo(20),
        completed_at: daysAgo(20),
      }))
    )
    assert.lengthOf(all, 2)
    const { status, body } = await put(app, acme.admin, { runs: 10 })
    assert.deepEqual([status, body.code], [409, 'E_DELETES'])
    assert.include(body.message, '1 record of "runs" is older')
  })

  // Red when failedBefore() ignores the state: jobs that wait for their plugin would be lost.
  test('jobs of a removed plugin wait for it without limit', async ({ assert }) => {
    const job = (state: string) => ({
      tenant_id: acme.id,
      lane: acme.id,
      name: 'tests.away',
      payload: '{}',
      state,
      priority: 5,
      run_at: daysAgo(99),
      created_at: daysAgo(99),
      failed_at: daysAgo(99),
      actor: '{"type":"system","id":null,"userId":null}',
    })
    const [, unknown] = await insert('jobs', [job('failed'), job('unknown')])
    await prune(acme.id)
    const left = await rowsOf('jobs', { tenant_id: acme.id, name: 'tests.away' })
    assert.deepEqual(
      left.map(({ id }) => id),
      [unknown]
    )
  })

  // Red without assertMayGrant in the controller.
  test('callers with one environment cannot change rules for all', async ({ assert }) => {
    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: acme.admin,
      body: { name: 'confined', environment: 'production' },
    })
    const as = { headers: { authorization: `Bearer ${token}` } }
    assert.equal((await put(app, as, { activity: 10 })).status, 403)
    assert.equal((await put(app, acme.token, { activity: 10 })).status, 200)
  })
})
