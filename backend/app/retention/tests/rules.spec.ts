import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import { daysAgo, entries, insert, prune, put, show, type Kept } from './support.js'

test.group('How long records are kept', (group) => {
  let app: TestApp
  let acme: TestTenant
  let turn = 0

  group.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })
  group.each.setup(async () => {
    acme = await app.tenant(`acme${++turn}`)
  })

  const kindIn = (records: Kept[], kind: string) => records.find((one) => one.kind === kind)!

  test('kinds show their defaults and their limits', async ({ assert }) => {
    const { records, lastRuns, due } = await show(app, acme.admin)
    const shown = Object.fromEntries(records.map((one) => [one.kind, one]))
    assert.containsSubset(shown, {
      activity: { days: null, defaultDays: null, keptDays: null, least: null },
      trash: { days: null, defaultDays: 30, keptDays: 30 },
      events: { keptDays: null, least: { days: 7 } },
      failedJobs: { keptDays: 30 },
      parkedEvents: { keptDays: 90, warnDays: 7 },
      usage: { keptDays: 400, least: { days: 62 } },
      runs: {
        keptDays: null,
        environments: [{ name: 'production', logsRetentionDays: 30, keptDays: 30 }],
      },
    })
    assert.deepEqual(kindIn(records, 'calls').environments, kindIn(records, 'runs').environments)
    assert.deepEqual([lastRuns, due], [[], []])
    for (const as of [acme.editor, acme.viewer]) {
      assert.equal((await app.call('GET', '/api/tenant/retention', { as })).status, 403)
      assert.equal((await put(app, as, { activity: 1 })).status, 403)
    }
  })

  // Red when rules can also lengthen the period of environments.
  test('a rule can only shorten the period of environments', async ({ assert }) => {
    const { body: shorter } = await put(app, acme.admin, { runs: 10 })
    assert.equal(kindIn(shorter.records, 'runs').environments[0]!.keptDays, 10)
    // Red without assertShorter: records would be deleted after thirty days, despite the rule.
    const longer = await put(app, acme.admin, { runs: 1_000 })
    assert.equal(longer.status, 422)
    assert.include(JSON.stringify(longer.body), '30 days at most')
  })

  // Red when the days are not compared with `least`.
  test('periods below the minimum, and unknown kinds, are refused', async ({ assert }) => {
    const early = await put(app, acme.admin, { events: 6 })
    assert.deepEqual([early.status, early.body.errors[0]!.field], [422, 'rules.0.days'])
    assert.include(early.body.message, 'at least 7 days')
    const unknown = await put(app, acme.admin, { dreams: 6 })
    assert.equal(unknown.status, 422)
    assert.include(unknown.body.message, 'activity')
    for (const days of [0, 1.5, 36_501, '7']) {
      assert.equal((await put(app, acme.admin, { activity: days as number })).status, 422)
    }
  })

  // Red when `confirm` is checked after the rule is stored, and when it is not checked at all.
  test('a shorter time that deletes records needs a confirmation, and appears in the feed', async ({
    assert,
  }) => {
    await entries(acme.id, [40, 41, 3])
    const asked = await put(app, acme.admin, { activity: 20, failedJobs: 20 })
    assert.deepEqual([asked.status, asked.body.code], [409, 'E_DELETES'])
    assert.deepEqual(
      asked.body.errors.map(({ field }) => field),
      ['activity']
    )
    assert.include(asked.body.message, '2 records of "activity" are older')
    assert.isNull(kindIn((await show(app, acme.admin)).records, 'activity').days)
    const done = await put(app, acme.admin, { activity: 20 }, { confirm: true })
    assert.equal(kindIn(done.body.records, 'activity').keptDays, 20)
    // A longer time deletes nothing, and neither does the same time again.
    for (const days of [30, 30, null]) {
      assert.equal((await put(app, acme.admin, { activity: days })).status, 200)
    }
    const shown = await until('the feed', async () => {
      const feed = await app.ok<{ action: string }[]>('GET', '/api/activity?entityType=retention', {
        as: acme.admin,
      })
      return feed.length >= 3 && feed.map(({ action }) => action)
    })
    assert.sameMembers(shown, [
      'Keeps activity for 20 days',
      'Keeps activity for 30 days',
      'Keeps activity as long as usual',
    ])
  })

  // Red when a kind does not count: every shorter rule would claim to delete something.
  test('deletions of audit entries and notifications are counted', async ({ assert }) => {
    const shorter = { audit: 400, notifications: 20 }
    assert.equal((await put(app, acme.admin, shorter)).status, 200)
    assert.equal((await put(app, acme.admin, { audit: null, notifications: null })).status, 200)
    const old = { tenant_id: acme.id, event_type: 'user_joined', created_at: daysAgo(500) }
    const sealed = { chain: acme.id, actor_type: 'system', root_id: 'none', hash: 'none' }
    await insert(
      'audit_entries',
      [-1, -2].map((seq) => ({ ...old, ...sealed, seq }))
    )
    const notice = { kind: 'people', event_id: 'none', payload: '{}' }
    const bundles = ['one', 'two', 'three']
    await insert(
      'notices',
      bundles.map((bundle) => ({ ...old, ...notice, bundle }))
    )
    const { status, body } = await put(app, acme.admin, shorter)
    assert.equal(status, 409)
    assert.sameMembers(
      body.errors.map(({ field, message }) => `${field} ${/(\d+) .*are older/.exec(message)?.[1]}`),
      ['audit 2', 'notifications 3']
    )
  })

  // Red when runs are not among the `figures` of the answer.
  test('of two concurrent changes, the second is refused; a deletion in between is no change', async ({
    assert,
  }) => {
    const read = await app.call('GET', '/api/tenant/retention', { as: acme.admin })
    const headers = { 'if-match': read.headers.get('etag')! }
    await prune(acme.id)
    assert.equal((await put(app, acme.admin, { activity: 50 }, { headers })).status, 200)
    assert.equal((await put(app, acme.admin, { activity: 60 }, { headers })).status, 412)
  })
})
