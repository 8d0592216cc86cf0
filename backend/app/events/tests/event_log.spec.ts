// onBothDatabases: the log is narrowed by statements of its own
import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import {
  bootApp,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { transaction } from '@crossdock/kernel/database'
import { defineEvent, recordEvent, type Consumer } from '@crossdock/kernel/events'
import { definePlugin } from '@crossdock/kernel/plugin'
import { inTenant } from '@crossdock/kernel/tenancy'
import { addEnvironment } from '../../../tests/matrix/environments.js'
import { startSystem } from '../../../tests/matrix/furnished_tenant.js'

interface Event {
  id: string
  tenantId: string
  tenantName: string | null
  eventType: string
  group: string
  actorType: string
  actorId: string | null
  targetId: string | null
  targetName: string | null
  action: string | null
  status: string
  retryCount: number
  causeId: string | null
  rootId: string
  payload: Record<string, unknown>
  caused: { count: number; first: { eventType: string; targetName: string | null } | null }
  createdAt: string
}

interface Details extends Omit<Event, 'caused'> {
  parked: { id: string; consumer: string; state: string; lastError: string }[]
  caused: { kind: string; total: number; items: { id: string; name: string; status: string }[] }[]
}

const moodSwung = defineEvent('mood_swung', {
  description: 'What is never handled',
  permission: null,
  payload: vine.object({ number: vine.number() }),
})

const moody: Consumer = {
  name: 'mood.moody',
  from: 'now',
  on: [moodSwung],
  async handle() {
    throw new Error('bad mood')
  },
}

const mood = definePlugin({
  name: 'mood',
  version: '0.1.0',
  compatibility: '^0.1',
  eventTypes: [moodSwung],
  consumers: async () => ({ default: [moody] }),
})

test.group('The event log', (group) => {
  let app: TestApp
  let acme: TestTenant
  let birch: TestTenant
  let operator: Caller
  let upload: Event

  const page = (filter: object, as: Caller = acme.admin, more = '') =>
    app.call<Event[]>(
      'GET',
      `/api/events?filter=${encodeURIComponent(JSON.stringify(filter))}${more}`,
      { as }
    )
  const list = async (filter: object, as: Caller = acme.admin, more = '') => {
    const { status, body } = await page(filter, as, more)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
  const show = (id: string, as: Caller = acme.admin) =>
    app.ok<Details>('GET', `/api/events/${id}`, { as })

  /** A caller with a new API token. */
  async function programWith(body: object): Promise<Caller> {
    const made = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: acme.admin,
      body,
    })
    return { headers: { authorization: `Bearer ${made.token}` } }
  }

  async function uploaded(name: string, parentId?: string): Promise<string> {
    const form = new FormData()
    if (parentId) form.set('parentId', parentId)
    form.set('file', new Blob(['x'], { type: 'text/plain' }), name)
    const { id } = await app.ok<{ id: string }>('POST', '/api/assets', {
      as: acme.admin,
      body: form,
    })
    return id
  }

  group.setup(async () => {
    const system = await startSystem()
    app = await bootApp({
      plugins: [mood],
      settings: { LOG_LEVEL: 'silent', EGRESS_ALLOW: ['127.0.0.1/32'] },
    })
    acme = await app.tenant('acme')
    birch = await app.tenant('birch')
    operator = await app.superAdmin()
    const post = (path: string, body: object) =>
      app.ok<{ id: string }>('POST', path, { as: acme.admin, body })
    const customs = await post('/api/integrations/systems', {
      name: 'Customs',
      systemType: 'api',
      baseUrl: system.url,
      authType: 'bearer',
      capabilities: ['send'],
    })
    const endpoint = await post(`/api/integrations/systems/${customs.id}/endpoints`, {
      name: 'Declare',
      path: '/declare',
      method: 'POST',
      endpointType: 'outbound',
      triggers: [],
    })
    const step = { type: 'api_call', systemId: customs.id, endpointId: endpoint.id, config: {} }
    await post('/api/integrations/workflows', {
      name: 'Arrivals to customs',
      triggerType: 'file_event',
      triggerConfig: { eventTypes: ['file_upload'] },
      steps: [{ ...step, order: 1 }],
    })
    const assetId = await uploaded('arrival-2071.csv')
    await until('the run', async () => {
      const runs = await app.ok<unknown[]>('GET', '/api/flow-executions?status=completed', {
        as: acme.admin,
      })
      return runs.length === 1
    })
    upload = await until('the upload to be processed', async () => {
      const [event] = await list({ targetId: assetId, eventType: 'file_upload' })
      return event?.status === 'processed' && event
    })
    await inTenant(acme.id, () =>
      transaction(() => recordEvent(moodSwung, { payload: { number: 1 } }))
    )
    await inTenant(birch.id, () =>
      transaction(() => recordEvent(moodSwung, { payload: { number: 2 } }))
    )
    await until('both to be parked', async () => {
      const rows = await app.ok<unknown[]>('GET', '/api/events/parked', { as: operator })
      return rows.length === 2
    })
    return async () => {
      system.close()
      await app.stop()
    }
  })

  test('is a list in the order of the log, newest first, in pages', async ({ assert }) => {
    const { body, headers } = await page({}, acme.admin, '&range=[0,2]')
    assert.lengthOf(body, 3)
    const total = Number(headers.get('content-range')!.split('/')[1])
    assert.isAbove(total, 5)
    const all = await list({})
    assert.equal(all.length, total)
    assert.deepEqual(
      all.map(({ id }) => id),
      (await list({}, acme.admin, '&sort=["createdAt","ASC"]')).map(({ id }) => id).reverse()
    )
    assert.equal(upload.targetName, 'arrival-2071.csv')
    assert.containSubset(upload, { group: 'assets', status: 'processed', retryCount: 0 })
    assert.equal(upload.action, 'Uploaded arrival-2071.csv')
    assert.lengthOf(await list({}, acme.admin, '&limit=2'), 2)
    assert.equal((await page({ nothing: 1 })).status, 400)
    assert.equal((await page({ status: 'lost' })).status, 400)
  })

  // Red when `eventFilters` lacks a filter, so that the list compares a column of that name.
  test('is filtered by types, groups, causes, targets, actors and times', async ({ assert }) => {
    const types = async (filter: object) => [
      ...new Set((await list(filter)).map(({ eventType }) => eventType)),
    ]
    assert.deepEqual(await types({ eventType: 'file_upload' }), ['file_upload'])
    assert.sameMembers(await types({ eventType: ['file_upload', 'flow_started'] }), [
      'file_upload',
      'flow_started',
    ])
    assert.lengthOf(await list({ eventType: ['none'] }), 0)
    const flows = await list({ group: 'flows' })
    assert.includeMembers(
      flows.map(({ eventType }) => eventType),
      ['workflow_created', 'flow_started', 'flow_completed']
    )
    assert.isTrue(flows.every((event) => event.group === 'flows'))
    const caused = await list({ causeId: upload.id })
    assert.includeMembers(
      caused.map(({ eventType }) => eventType),
      ['flow_started']
    )
    const chain = await list({ rootId: upload.rootId })
    assert.includeMembers(
      chain.map(({ id }) => id),
      [upload.id, ...caused.map(({ id }) => id)]
    )
    assert.isTrue(
      (await list({ actorType: 'flow' })).every(({ actorType }) => actorType === 'flow')
    )
    assert.lengthOf(await list({ actorId: 'none' }), 0)
    assert.lengthOf(await list({ before: '2020-01-01T00:00:00Z' }), 0)
    // Red when the margin of the search by time produces a year with five digits.
    assert.include(
      (await list({ before: '9999-12-31T23:59:59.999Z' })).map(({ id }) => id),
      upload.id
    )
    assert.lengthOf(await list({ after: '2099-01-01T00:00:00Z' }), 0)
    const since = await list({ after: upload.createdAt })
    assert.include(
      since.map(({ id }) => id),
      upload.id
    )
    const until = await list({ before: upload.createdAt })
    assert.isTrue(until.every(({ createdAt }) => createdAt < upload.createdAt))
    assert.equal(since.length + until.length, (await list({})).length)
  })

  test('is searched by ids, their beginnings, types and the text of the feed', async ({
    assert,
  }) => {
    const found = async (search: string) => (await list({ search })).map(({ id }) => id)
    assert.deepEqual(await found(upload.id), [upload.id])
    assert.include(await found(upload.targetId!), upload.id)
    assert.include(await found(upload.id.slice(0, 23)), upload.id)
    assert.include(await found('file_up'), upload.id)
    assert.include(await found('arrival-2071'), upload.id)
    // Red when a text of hexadecimal digits searches only ids.
    const named = await uploaded('20710131')
    await until('the feed', async () => (await found('20710131')).length > 0)
    assert.equal((await list({ search: '20710131' }))[0]!.targetId, named)
    assert.deepEqual(await found('No match'), [])
  })

  test('shows the progress of consumers for each event', async ({ assert }) => {
    const [parked] = await list({ status: 'parked' })
    assert.containSubset(parked!, { eventType: 'mood_swung', status: 'parked' })
    assert.lengthOf(await list({ status: ['parked', 'failed'] }), 1)
    assert.lengthOf(await list({ status: 'failed' }), 0)
    const details = await show(parked!.id)
    assert.containSubset(details.parked, [
      { consumer: 'mood.moody', state: 'waiting', lastError: 'bad mood' },
    ])
    assert.deepEqual(details.payload, { number: 1 })
  })

  // Red when effectsOf does not check `holds(permission)`.
  test('shows the events, runs and calls that an event caused, as far as the caller may read them', async ({
    assert,
  }) => {
    assert.deepEqual(upload.caused.first, {
      eventType: 'flow_started',
      targetName: 'Arrivals to customs',
    })
    const { caused } = await show(upload.id)
    assert.containSubset(caused, [
      { kind: 'runs', total: 1, items: [{ name: 'Arrivals to customs', status: 'completed' }] },
      { kind: 'calls', total: 1, items: [{ name: 'Declare', status: 'success' }] },
    ])
    assert.equal(caused[0]!.kind, 'events')
    assert.isAtLeast(caused[0]!.total, upload.caused.count)
    // Red when the end of a run counts as an effect of its start.
    const [started] = await list({ eventType: 'flow_started' })
    assert.isFalse(started!.caused.first?.eventType === 'flow_completed')
    const program = await programWith({
      name: 'files only',
      scopes: ['activity.read', 'assets.read'],
    })
    const seen = await show(upload.id, program)
    assert.deepEqual(
      seen.caused.map(({ kind, total }) => [kind, total]),
      [['events', 0]]
    )
    const [listed] = await list({ id: upload.id }, program)
    assert.deepEqual(listed!.caused, { count: 0, first: null })
    const types = new Set((await list({}, program)).map(({ group }) => group))
    assert.isFalse(types.has('flows'))
    assert.equal((await app.call('GET', `/api/events/${started!.id}`, { as: program })).status, 404)
  })

  // Red when `runsOfEvents` counts events of all environments.
  test('counts no run of an environment that the token cannot reach', async ({ assert }) => {
    await addEnvironment(acme.id, 'development')
    const program = await programWith({ name: 'elsewhere', environment: 'development' })
    const { caused } = await show(upload.id, program)
    const totals = Object.fromEntries(caused.map(({ kind, total }) => [kind, total]))
    assert.include(totals, { runs: 0, calls: 0 })
  })

  // Red when `visibleCondition` leaves out the visibility filters.
  test('hides events about files in a folder closed to the caller', async ({ assert }) => {
    const { id } = await app.ok<{ id: string }>('POST', '/api/assets', {
      as: acme.admin,
      body: { name: 'Closed', type: 'folder' },
    })
    const file = await uploaded('payroll.csv', id)
    assert.isAbove((await list({ targetId: file }, acme.editor)).length, 0)
    await app.ok('PUT', `/api/assets/${id}/permissions`, {
      as: acme.admin,
      body: { everyone: 'none', grants: [] },
    })
    const [event] = await list({ targetId: file })
    assert.exists(event)
    assert.lengthOf(await list({ targetId: file }, acme.editor), 0)
    assert.lengthOf(await list({ search: 'payroll' }, acme.editor), 0)
    const hidden = await app.call('GET', `/api/events/${event!.id}`, { as: acme.editor })
    assert.equal(hidden.status, 404)
  })

  // Red when `wherever` reads only one tenant for a super administrator outside of any.
  test('is of one tenant, or of all tenants with their names for an operator', async ({
    assert,
  }) => {
    assert.isTrue((await list({}, birch.admin)).every(({ tenantId }) => tenantId === birch.id))
    const foreign = await app.call('GET', `/api/events/${upload.id}`, { as: birch.admin })
    assert.equal(foreign.status, 404)
    assert.lengthOf(await list({ rootId: upload.rootId }, birch.admin), 0)
    const moods = await list({ eventType: 'mood_swung' }, operator)
    assert.sameMembers(
      moods.map(({ tenantName }) => tenantName),
      ['Acme Freight', 'Birch Freight']
    )
    const { caused } = await show(upload.id, operator)
    assert.containSubset(caused, [{ kind: 'runs', total: 1 }])
    assert.equal((await page({}, acme.viewer)).status, 403)
  })

  test('is exported as a file with the matching events', async ({ assert }) => {
    const filter = encodeURIComponent(JSON.stringify({ eventType: 'file_upload' }))
    const { body } = await app.call<string>('GET', `/api/events/export?filter=${filter}`, {
      as: acme.admin,
    })
    const [head, ...lines] = body.trim().split('\r\n')
    assert.match(head!, /createdAt,eventType,targetName,status/)
    assert.isTrue(lines.every((line) => line.includes(',file_upload,')))
    assert.isTrue(lines.some((line) => line.includes(upload.id)))
  })
})
