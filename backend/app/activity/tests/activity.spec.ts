// onBothDatabases: the first spec of its domain
import { test } from '@japa/runner'
import { pluginHost } from '@crossdock/kernel/plugin'
import { inTenant } from '@crossdock/kernel/tenancy'
import { bootApp, explain, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { ActivityLog } from '../models/activity_log.js'

interface Entry {
  id: string
  action: string
  createdAt: string
  entityType: string
  entityId: string
  userId: string
  metadata: Record<string, unknown>
}

test.group('activity', (group) => {
  let app: TestApp
  let acme: TestTenant
  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  const entry = (action: string) =>
    until(`the entry "${action}"`, async () => {
      const rows = await app.ok<Entry[]>('GET', '/api/activity', { as: acme.admin })
      return rows.find((row) => row.action === action)
    })

  // Red when the index is dropped.
  test('entries of one event type are found with an index', async ({ assert }) => {
    const plan = await inTenant(acme.id, () => {
      const query = ActivityLog.query().where('eventType', 'file_upload')
      return explain(query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(25))
    })
    assert.include(plan, 'activity_logs_event_type')
    assert.notInclude(plan, 'Sort')
    assert.notInclude(plan, 'TEMP B-TREE')
  })

  test('describes what people did in sentences', async ({ assert }) => {
    const body = { email: 'new@acme.example', role: 'viewer' }
    const user = await app.ok<{ id: string }>('POST', '/api/users', { as: acme.admin, body })
    const me = await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', { as: acme.admin })
    const found = await entry('Invited new@acme.example as viewer')
    assert.containsSubset(found, {
      entityType: 'user',
      entityId: user.id,
      userId: me.user.id,
      metadata: { eventType: 'user_invited', role: 'viewer' },
    })
    await entry('Created the organization Acme Freight')
  })

  // Red when sentences show the recorded addresses.
  test('sentences name people who have a name', async ({ assert }) => {
    const body = { email: 'ada@acme.example', role: 'viewer' }
    await app.ok('POST', '/api/users', { as: acme.admin, body })
    const as = await app.signIn(body.email, 'acme')
    await entry('ada@acme.example signed in')
    await app.ok('PUT', '/api/settings/profile', {
      as,
      body: { firstName: 'Ada', lastName: 'Quay' },
    })
    assert.equal((await entry('Ada Quay signed in')).metadata.eventType, 'user_signed_in')
    await entry('Invited Ada Quay as viewer')
  })

  test('the dashboard has the newest entries, even for viewers', async ({ assert }) => {
    const body = { name: 'Newest', type: 'folder' }
    await app.ok('POST', '/api/assets', { as: acme.admin, body })
    await entry('Created folder Newest')
    const rows = await app.ok<Entry[]>('GET', '/api/dashboard/activity', { as: acme.viewer })
    assert.equal(rows[0]!.action, 'Created folder Newest')
    assert.isAtMost(rows.length, 10)
    const times = rows.map(({ createdAt }) => createdAt)
    assert.deepEqual(times, times.toSorted().reverse())
  })

  test('the feed has filters and a limit, and needs its permission', async ({ assert }) => {
    const as = acme.editor
    const two = await app.call<Entry[]>('GET', '/api/activity?limit=2', { as })
    assert.lengthOf(two.body, 2)
    assert.match(two.headers.get('content-range')!, /^activity 0-1\/\d+$/)
    const invited = await app.ok<Entry[]>('GET', '/api/activity?search=invited', { as })
    assert.isTrue(invited.every(({ action }) => action.startsWith('Invited')))
    assert.isAbove(invited.length, 0)
    assert.equal((await app.call('GET', '/api/activity', { as: acme.viewer })).status, 403)
  })

  // Red when visibleEntries() narrows nothing, or shows a program the actions of its owner.
  test('the feed shows only data that is readable elsewhere, and own actions', async ({
    assert,
  }) => {
    const as = acme.admin
    const system = {
      name: 'Customs',
      systemType: 'api',
      authType: 'bearer',
      capabilities: ['send'],
    }
    await app.ok('POST', '/api/integrations/systems', { as, body: system })
    await app.ok('POST', '/api/api-tokens', { as, body: { name: 'unseen' } })
    await app.ok('POST', '/api/users', { as, body: { email: 'plain@acme.example' } })
    const scopes = ['activity.read', 'dashboard.read', 'assets.read']
    const body = { name: 'narrow', scopes }
    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', { as, body })
    await entry('Created the API token narrow')
    const program = { headers: { authorization: `Bearer ${token}` } }
    const readers = {
      editor: acme.editor,
      viewer: acme.viewer,
      program,
      user: await app.signIn('plain@acme.example', 'acme'),
    }
    await entry('plain@acme.example signed in')
    const { eventTypes } = pluginHost.use()
    const needed = new Map(eventTypes.map(({ name, permission }) => [name, permission]))
    for (const [who, reader] of Object.entries(readers)) {
      const { user, permissions } = await app.ok<{ user: { id: string }; permissions: string[] }>(
        ...(['GET', '/api/auth/me', { as: reader }] as const)
      )
      const feeds = [await app.ok<Entry[]>('GET', '/api/dashboard/activity', { as: reader })]
      if (permissions.includes('activity.read')) {
        const whole = await app.call<Entry[]>('GET', '/api/activity?limit=100', { as: reader })
        assert.equal(whole.headers.get('content-range')!.split('/')[1], String(whole.body.length))
        feeds.push(whole.body)
        const search = await app.ok<Entry[]>('GET', '/api/activity?search=API', { as: reader })
        assert.lengthOf(search, 0, who)
      }
      for (const { action, userId, metadata } of feeds.flat()) {
        const permission = needed.get(String(metadata.eventType))
        if (permission === null || permissions.includes(permission!.name)) continue
        assert.equal(userId, user.id, `${who} reads "${action}"`)
        assert.notEqual(who, 'program', action)
      }
      const actions = feeds.flat().map(({ action }) => action)
      if (who === 'editor') assert.include(actions, 'Connected Customs')
      if (who === 'user') assert.deepEqual(actions.slice(0, 1), ['plain@acme.example signed in'])
      if (who === 'viewer') assert.notInclude(JSON.stringify(feeds), 'plain@acme.example')
    }
  })

  test('every sentence of the feed names an existing permission, or null for all', ({ assert }) => {
    const { eventTypes, permissions } = pluginHost.use()
    const declared = permissions.map(({ name }) => name)
    for (const { name, activity, permission } of eventTypes) {
      if (activity && permission !== null) assert.include(declared, permission!.name, name)
    }
  })

  // Entries store the event type under this name; the field of a payload would replace it.
  test('no payload in the feed has a field eventType', ({ assert }) => {
    for (const { name, activity, payload } of pluginHost.use().eventTypes) {
      const { properties = {} } = payload.toJSONSchema() as { properties?: object }
      if (activity) assert.notProperty(properties, 'eventType', name)
    }
  })

  test('the last activity of a tenant is its last event', async ({ assert }) => {
    const as = await app.superAdmin()
    const last = async () =>
      (await app.ok<{ updatedAt: string }>('GET', `/api/tenants/${acme.id}`, { as })).updatedAt
    const before = await last()
    await app.ok('POST', '/api/api-tokens', { as: acme.admin, body: { name: 'busy' } })
    const { createdAt } = await entry('Created the API token busy')
    assert.equal(await last(), createdAt)
    assert.isAbove(Date.parse(createdAt), Date.parse(before))
  })

  test('a restart neither loses nor repeats an entry', async ({ assert }) => {
    const { database } = app
    const count = async (running: TestApp) =>
      (await running.call('GET', '/api/activity?limit=1', { as: acme.admin })).headers.get(
        'content-range'
      )
    const before = await count(app)
    await app.app.terminate()
    app = await bootApp({ database })
    assert.equal(await count(app), before)
    await app.ok('POST', '/api/api-tokens', { as: acme.admin, body: { name: 'after restart' } })
    await entry('Created the API token after restart')
    const total = (range: string | null) => Number(range!.split('/')[1])
    assert.equal(total(await count(app)), total(before) + 1)
    await app.stop()
    await database.remove()
    app = await bootApp()
  })
})
