// onBothDatabases: the database role of tenants may not read these tables
import { test } from '@japa/runner'
import { accounts } from '@crossdock/backend/users'
import {
  countMails,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { now, transaction, unscoped } from '@crossdock/kernel/database'
import { defineEvent, recordEvent, type Consumer } from '@crossdock/kernel/events'
import { defineJob, enqueue, jobRef } from '@crossdock/kernel/jobs'
import { definePlugin } from '@crossdock/kernel/plugin'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import vine from '@vinejs/vine'
import { bootApp } from '@crossdock/backend/testing'
import { diskConditions } from '../../system/operator_notices.js'
import { watchStandings } from '../job_refs.js'
import { OperatorNotification } from '../models/operator_notification.js'

interface Shown {
  id: string
  kind: string
  text: string
  count: number
  place: string | null
  endedAt: string | null
  readAt: string | null
}

const breaks = jobRef<object>('broken.work')
const spoilt = defineEvent('scale_spoilt', {
  description: 'What no consumer handles',
  payload: vine.object({}),
})
const refusing: Consumer = {
  name: 'broken.refusing',
  from: 'now',
  on: [spoilt],
  handle: () => Promise.reject(new Error('The scale is broken.')),
}
/** A plugin with jobs that fail permanently, and events that are parked. */
const broken = definePlugin({
  name: 'broken',
  version: '1.0.0',
  compatibility: '^0.1',
  eventTypes: [spoilt],
  consumers: async () => ({ default: [refusing] }),
  jobs: async () => ({
    default: [
      defineJob(breaks, {
        retry: { attempts: 1 },
        handle: () => Promise.reject(new Error('The scale is broken.')),
      }),
    ],
  }),
})

const operator = 'operator@crossdock.example'
const second = 'second@crossdock.example'
const digest = /Choose what you get mails about/

test.group('Notifications of operators', (group) => {
  let app: TestApp
  let acme: TestTenant
  let first: Caller
  let other: Caller

  group.setup(async () => {
    app = await bootApp({ plugins: [broken], settings: { LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    first = await app.superAdmin()
    await app.inside(() => accounts.use().ensureSuperAdministrator(second))
    other = await app.signIn(second)
    return () => app.stop()
  })

  const acrossTenants = <T>(work: () => Promise<T>): Promise<T> =>
    app.inside(() => asOperator('a test looks', work))
  const list = (as: Caller) => app.ok<Shown[]>('GET', '/api/notifications', { as })
  const of = async (kind: string, as = first) => (await list(as)).filter((one) => one.kind === kind)
  const notified = (as: Caller, text: string) =>
    until(`"${text}" in the notifications`, async () =>
      (await list(as)).find((one) => one.text === text)
    )
  const unread = async (as: Caller) =>
    (await app.ok<{ count: number }>('GET', '/api/notifications/unread', { as })).count
  const rows = (table: string) => acrossTenants(async () => unscoped().from(table))
  const jobsCalled = (name: string) =>
    acrossTenants(async () => unscoped().from('jobs').where({ name }).whereNot('state', 'failed'))
  /** Runs the job that the schedule starts every five minutes. */
  const watch = async () => {
    await acrossTenants(() => enqueue(watchStandings, {}))
    await until('the job', async () => (await jobsCalled('notifications.watch')).length === 0)
  }
  /** Makes the scheduled mail jobs due now. */
  const hurry = () =>
    acrossTenants(async () => {
      const jobs = unscoped().from('jobs').where({ name: 'notifications.mail', state: 'scheduled' })
      await jobs.update({ run_at: now() })
    })
  const asked = async () => {
    const [environment] = await app.ok<{ id: string }[]>('GET', '/api/tenant/environments', {
      as: acme.admin,
    })
    const body = { environmentId: environment!.id, meter: 'apiCallsPerMonth' }
    await app.ok('POST', '/api/tenant/usage/request', { as: acme.admin, body })
  }

  test('a request for a higher limit names the organization and the page to raise it', async ({
    assert,
  }) => {
    await asked()
    const one = await notified(
      first,
      'Acme Freight asks for more in Production: API calls per month'
    )
    assert.equal(one.place, '/admin/environments')
    await notified(other, one.text)
  })

  test('demo requests of an hour cause one notification', async ({ assert }) => {
    for (const name of ['Ada', 'Grace']) {
      const body = new URLSearchParams({ name, email: `${name}@example.com`, message: '' })
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        origin: app.url,
      }
      const { status } = await app.call('POST', '/sales', { body: body.toString(), headers })
      assert.equal(status, 303)
    }
    await until(
      'the second request',
      async () =>
        (await of('front.demoRequest')).every(({ count }) => count <= 2) &&
        (await of('front.demoRequest')).reduce((sum, { count }) => sum + count, 0) === 2
    )
    assert.isAtMost((await of('front.demoRequest')).length, 2)
  })

  // Red without `exceptActor`.
  test('another operator is notified when a tenant is suspended or closing', async ({ assert }) => {
    const birch = await app.tenant('birch')
    const body = { reason: 'unpaid' }
    await app.ok('POST', `/api/tenants/${birch.id}/suspend`, { as: other, body })
    await app.ok('DELETE', `/api/tenants/${birch.id}?confirm=birch`, { as: other })
    await until('both notifications', async () => (await of('tenants.closed')).length === 2)
    assert.lengthOf(await of('tenants.closed', other), 0)
    await app.ok('POST', `/api/tenants/${birch.id}/restore`, { as: other })
  })

  // Red without the search for existing notices, and without `end`.
  test('a condition causes one notification while it holds', async ({ assert }) => {
    await acrossTenants(async () => {
      for (let at = 0; at < 5; at += 1) await transaction(() => enqueue(breaks, {}))
    })
    const failed = () =>
      acrossTenants(async () =>
        unscoped().from('jobs').where({ name: 'broken.work', state: 'failed' })
      )
    await until('the jobs to fail', async () => (await failed()).length === 5)
    await watch()
    await watch()
    const [one, ...more] = await of('system.failedJobs')
    assert.lengthOf(more, 0)
    assert.equal(one!.text, '5 jobs have failed')
    assert.isNull(one!.endedAt)
    const before = await unread(first)
    const [job] = await failed()
    await app.ok('DELETE', `/api/jobs/${job.id}`, { as: first })
    await watch()
    const [ended] = await of('system.failedJobs')
    assert.isString(ended!.endedAt)
    assert.isString(ended!.readAt)
    assert.equal(await unread(first), before - 1)
    // A condition that returns within the hour continues its notice; later it causes a new one.
    await acrossTenants(() => transaction(() => enqueue(breaks, {})))
    await until('the job to fail', async () => (await failed()).length === 5)
    await watch()
    const [back] = await of('system.failedJobs')
    assert.deepEqual([back!.id, back!.endedAt], [one!.id, null])
    await acrossTenants(async () => {
      await unscoped()
        .from('operator_notices')
        .where('kind', 'system.failedJobs')
        .update({ ended_at: new Date(Date.now() - 2 * 60 * 60_000).toISOString() })
    })
    await watch()
    assert.lengthOf(await of('system.failedJobs'), 2)
  })

  test('parked events, damaged content, backups and used limits cause notifications', async ({
    assert,
  }) => {
    await app.inside(() =>
      inTenant(acme.id, () =>
        transaction(async () => {
          for (let at = 0; at < 5; at += 1) await recordEvent(spoilt, { payload: {} })
        })
      )
    )
    await until('the events to be parked', async () => (await rows('parked_events')).length === 5)
    const form = new FormData()
    form.set('file', new Blob(['a chunk']), 'chunk.txt')
    await app.ok('POST', '/api/assets', { as: acme.admin, body: form })
    await acrossTenants(async () => {
      await unscoped().from('content_chunks').limit(1).update({ damaged_at: now() })
      const day = 24 * 60 * 60_000
      const ago = (days: number) => new Date(Date.now() - days * day - 60_000).toISOString()
      const row = { id: 'last', taken_at: ago(3), before_at: ago(4) }
      await unscoped().insertQuery().table('backups').insert(row)
    })
    const [environment] = await app.ok<{ id: string }[]>(
      'GET',
      `/api/admin/environments?tenantId=${acme.id}`,
      { as: first }
    )
    await app.ok('PUT', `/api/admin/environments/${environment!.id}`, {
      as: first,
      body: { apiCallsPerMonth: 1 },
    })
    await until('the calls to be counted', async () => {
      await app.call('GET', '/api/assets', { as: acme.token })
      await watch()
      return (await of('tenants.nearLimit')).length > 0
    })
    const texts = (await list(first)).map(({ text }) => text)
    assert.includeMembers(texts, [
      '5 events are parked',
      '1 chunk of stored files is damaged. Restore it from a backup.',
      'The last backup is 3 days old',
      'Acme Freight has no API calls left this month',
    ])
    const failure = { failed_at: now(), reason: 'No space left on device' }
    await acrossTenants(async () => unscoped().from('backups').update(failure))
    await watch()
    await notified(first, 'The backup failed: No space left on device')
    assert.isString((await of('system.backups')).find(({ text }) => /days old/.test(text))!.endedAt)
  })

  test('a disk is low before it is full', ({ assert }) => {
    const gibibyte = 1024 ** 3
    const keys = [3, 1, 0.1].map((free) =>
      diskConditions({ freeBytes: free * gibibyte, keptBytes: gibibyte / 2 }).map(({ key }) => key)
    )
    assert.deepEqual(keys, [[], ['low'], ['full']])
  })

  test('mails are combined, and contain only the chosen kinds', async ({ assert }) => {
    const mails = () => countMails(app.database.dataDir, operator, digest)
    const before = await mails()
    const mail = await app.mailTo(
      operator,
      async () => {
        await until('mail to be sent', async () => {
          await hurry()
          return (await jobsCalled('notifications.mail')).length === 0
        })
      },
      digest
    )
    assert.include(mail.text, 'The backup failed: No space left on device')
    assert.include(mail.text, '5 events are parked')
    // This condition ended before the mail.
    assert.notInclude(mail.text, 'days old')
    assert.equal(await mails(), before + 1)
    const settings = await app.ok<{ kinds: { kind: string }[] }>(
      'GET',
      '/api/notifications/settings',
      { as: first }
    )
    assert.includeMembers(
      settings.kinds.map(({ kind }) => kind),
      ['system.lowDisk', 'tenants.nearLimit', 'front.demoRequest', 'environments.moreRequested']
    )
    const body = { kinds: [{ kind: 'environments.moreRequested', console: false, mail: false }] }
    await app.ok('PUT', '/api/notifications/settings', { as: first, body })
    const letters = () => countMails(app.database.dataDir, operator, /asks for more/)
    const lettersBefore = await letters()
    const known = (await of('environments.moreRequested')).length
    await asked()
    await until(
      'the other notification',
      async () => (await of('environments.moreRequested', other)).length > known
    )
    assert.lengthOf(await of('environments.moreRequested'), known)
    assert.equal(await letters(), lettersBefore)
  })

  // Red when the tables are chosen by the tenant that an operator works in.
  test('an operator who works in a tenant has the same notifications', async ({ assert }) => {
    const ids = (await list(first)).map(({ id }) => id)
    const inside = { ...first, headers: { ...first.headers, 'x-tenant': acme.id } }
    assert.deepEqual(
      (await list(inside)).map(({ id }) => id),
      ids
    )
    assert.isAbove(await unread(inside), 0)
    const body = { upTo: new Date(Date.now() + 60_000).toISOString() }
    await app.ok('POST', '/api/notifications/read', { as: inside, body })
    assert.equal(await unread(first), 0)
    // Other operators have their own read state.
    assert.isAbove(await unread(other), 0)
  })

  // Red when people of a tenant get the kinds of operators, and when OperatorModel refuses nothing.
  test('people of a tenant can neither read nor choose them', async ({ assert }) => {
    for (const as of [acme.admin, acme.editor, acme.viewer]) {
      const kinds = (await list(as)).map(({ kind }) => kind)
      const mine = await app.ok<{ kinds: { kind: string }[] }>(
        'GET',
        '/api/notifications/settings',
        {
          as,
        }
      )
      const ofOperators = /^(system|front|tenants)\.|^environments\.moreRequested/
      for (const kind of [...kinds, ...mine.kinds.map((one) => one.kind)]) {
        assert.notMatch(kind, ofOperators)
      }
      const body = { kinds: [{ kind: 'system.backups', console: false }] }
      const refused = await app.call('PUT', '/api/notifications/settings', { as, body })
      assert.equal(refused.status, 422)
    }
    await assert.rejects(
      () => app.inside(() => inTenant(acme.id, async () => OperatorNotification.query())),
      /operator_notifications: rows of the operator cannot be used/
    )
    await assert.rejects(
      () =>
        app.inside(() =>
          inTenant(acme.id, async () => OperatorNotification.create({ id: 'x', userId: 'y' }))
        ),
      /cannot be used/
    )
  })
})
