import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import type { Reply } from '@crossdock/kernel/testing'
import { TestAgent } from '../../agents/tests/agent_lab.js'

const path = '/api/sync-contracts'

interface Shown {
  id: string
  name: string
  sourceConfig: { path: string; clientId?: string }
  targetConfig: { path: string }
  isActive: boolean
  syncMode: string
  syncDirection: string
  localPath: string
  remotePath: string
  revision: number
  createdBy: string | null
  syncRules: Record<string, unknown>
  scheduleConfig: Record<string, unknown>
  state: { phase: string; message: string | null; nextRunAt: string | null }
  sides: Record<'source' | 'target', { label: string | null; isOnline: boolean; agentId: string }>
}
interface Refused {
  code: string
  message: string
  errors?: { field: string; message: string }[]
}

const between = (one: string, other: string) => ({
  sourceType: 'asset_folder',
  sourceConfig: { path: one },
  targetType: 'asset_folder',
  targetConfig: { path: other },
})
const manual = { scheduleConfig: { mode: 'manual' } }
const plain = { name: 'Plans', ...between('/From', '/To'), ...manual }

test.group('Sync contracts', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  const create = (body: object, as = acme.admin) =>
    app.call<Shown & Refused>('POST', path, { as, body })
  const made = async (body: object = {}, as = acme.admin): Promise<Shown> => {
    const reply = await create({ ...plain, ...body }, as)
    if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
    return reply.body
  }
  const shown = (id: string, as = acme.viewer) => app.ok<Shown>('GET', `${path}/${id}`, { as })
  const events = async (eventType: string, id: string) =>
    (
      await app.ok<{ targetId: string }[]>('GET', `/api/events?eventType=${eventType}`, {
        as: acme.admin,
      })
    ).filter(({ targetId }) => targetId === id).length

  test('accept the fields of the form and return them with defaults', async ({ assert }) => {
    const reply = await create({
      name: 'Desk to assets',
      description: 'Nightly',
      tenantId: acme.id,
      sourceType: 'local_folder',
      sourceConfig: { path: '/srv/share/' },
      targetType: 'asset_folder',
      targetConfig: { path: '/Arrivals//New/' },
      conflictResolution: 'timestamp',
      syncRules: {
        fileTypes: ['.PDF', '*.docx', 'pdf'],
        excludePatterns: ['~*'],
        bidirectional: false,
      },
      isActive: true,
    })
    assert.equal(reply.status, 201)
    assert.equal(reply.headers.get('location'), `${path}/${reply.body.id}`)
    assert.containSubset(reply.body, {
      name: 'Desk to assets',
      description: 'Nightly',
      conflictResolution: 'timestamp',
      sourceConfig: { path: '/srv/share' },
      targetConfig: { path: '/Arrivals/New' },
      syncRules: {
        fileTypes: ['pdf', 'docx'],
        excludePatterns: ['~*'],
        bidirectional: false,
        deletes: true,
        folders: [],
      },
      scheduleConfig: { mode: 'continuous' },
      syncMode: 'continuous',
      syncDirection: 'upload',
      localPath: '/srv/share',
      remotePath: '/Arrivals/New',
      isActive: true,
      lastSync: null,
      lastSyncAt: null,
      revision: 1,
      tenantId: acme.id,
      state: { phase: 'waiting' },
    })
    // There is no agent: the contract says so, and begins with the first one.
    assert.include(reply.body.state.message!, 'There is no desktop agent yet')
    const sync = await app.call<Refused>('POST', `${path}/${reply.body.id}/sync`, {
      as: acme.editor,
    })
    assert.deepEqual([sync.status, sync.body.code], [409, 'E_END_MISSING'])
    const desk = await new TestAgent(app.url, 'Desk').join(acme.token)
    const filled = await until('the agent to be filled in', async () => {
      const now = await shown(reply.body.id)
      return now.sourceConfig.clientId !== undefined && now
    })
    assert.equal(filled.sourceConfig.clientId, desk.enrolled.clientId)
    assert.containSubset(filled.sides.source, { label: 'Desk', agentId: desk.enrolled.agentId })
    const agent = await app.ok<{ syncContractIds: string[] }>(
      'GET',
      `/api/desktop-agents/${desk.enrolled.agentId}`,
      { as: acme.viewer }
    )
    assert.deepEqual(agent.syncContractIds, [reply.body.id])
    // The next contract finds the only agent automatically.
    const next = await made({ sourceType: 'local_folder', sourceConfig: { path: 'C:\\Share\\' } })
    assert.deepInclude(next.sourceConfig, { path: 'C:\\Share', clientId: desk.enrolled.clientId })
    // Red when the consumer gets no event of a retired agent.
    await app.ok('POST', `/api/desktop-agents/${desk.enrolled.agentId}/retire`, { as: acme.admin })
    const failed = await until('the contract to say so', async () => {
      const now = await shown(reply.body.id)
      return now.state.phase === 'failed' && now
    })
    assert.equal(
      failed.state.message,
      'The desktop agent of the contract was retired. Choose another one.'
    )
    const attention = await app.ok<Shown[]>('GET', `${path}?filter={"attention":true}`, {
      as: acme.viewer,
    })
    assert.includeMembers(
      attention.map(({ id }) => id),
      [reply.body.id]
    )
  })

  test('are changed, paused, resumed and deleted, each with an event', async ({ assert }) => {
    const { id, revision } = await made({ name: 'Turn' })
    const changed = await app.ok<Shown>('PUT', `${path}/${id}`, {
      as: acme.admin,
      body: { name: 'Turned', syncRules: { deletes: false }, tenantId: acme.id },
    })
    assert.containSubset(changed, {
      name: 'Turned',
      revision: revision + 1,
      syncRules: { deletes: false, bidirectional: true },
    })
    const paused = await app.ok<Shown>('POST', `${path}/${id}/pause`, { as: acme.editor })
    assert.containSubset(paused, { isActive: false, state: { phase: 'inactive' } })
    const sync = await app.call<Refused>('POST', `${path}/${id}/sync`, { as: acme.editor })
    assert.deepEqual([sync.status, sync.body.code], [409, 'E_INACTIVE'])
    const resumed = await app.ok<Shown>('POST', `${path}/${id}/resume`, { as: acme.editor })
    assert.containSubset(resumed, { isActive: true, state: { phase: 'idle' } })
    const gone = await app.call('DELETE', `${path}/${id}`, { as: acme.admin })
    assert.equal(gone.status, 204)
    assert.equal((await app.call('GET', `${path}/${id}`, { as: acme.admin })).status, 404)
    for (const name of ['created', 'updated', 'paused', 'resumed', 'deleted'])
      assert.equal(await events(`sync_contract_${name}`, id), 1, name)
  })

  test('are refused with the field and a message')
    .with([
      [{ name: '' }, 'name', 'Give the contract a name.'],
      [{ name: 'x'.repeat(101) }, 'name', 'at most 100'],
      [{ sourceConfig: { path: ' ' } }, 'sourceConfig.path', 'Enter the place of the source.'],
      [{ targetConfig: {} }, 'targetConfig.path', 'Enter the place of the target.'],
      [{ targetConfig: { path: 'Arrivals' } }, 'targetConfig.path', 'begins with a slash'],
      [{ targetConfig: { path: '/' } }, 'targetConfig.path', 'The top level'],
      [{ targetConfig: { path: '/a/../b' } }, 'targetConfig.path', 'without "." and ".."'],
      [{ targetConfig: { path: '/From/Below' } }, 'targetConfig.path', 'inside of the other'],
      [{ targetConfig: { path: '/from' } }, 'targetConfig.path', 'inside of the other'],
      [
        { targetConfig: { path: `/${'x'.repeat(256)}` } },
        'targetConfig.path',
        'cannot be the name',
      ],
      [
        { sourceType: 'local_folder', sourceConfig: { path: 'share' } },
        'sourceConfig.path',
        'whole path',
      ],
      [
        { sourceType: 'local_folder', sourceConfig: { path: '/srv', clientId: 'unknown' } },
        'sourceConfig.clientId',
        'There is no desktop agent with the client id "unknown".',
      ],
      [{ sourceType: 'external_system' }, 'sourceConfig.systemId', 'Choose the external system'],
      [
        { sourceType: 'external_system', sourceConfig: { path: '/', systemId: 'none' } },
        'sourceConfig.systemId',
        'There is no external system',
      ],
      [{ sourceType: 'cloud' }, 'sourceType', 'must be one of'],
      [{ conflictResolution: 'mine' }, 'conflictResolution', 'must be one of'],
      [{ syncRules: { fileTypes: ['a/b'] } }, 'syncRules.fileTypes.0', 'is no file type'],
      [{ syncRules: { folders: ['../up'] } }, 'syncRules.folders', 'is no folder below'],
      [
        { syncRules: { maxDeletionPercent: 101 } },
        'syncRules.maxDeletionPercent',
        'between 0 and 100',
      ],
      [{ syncRules: { maxDeletions: -1 } }, 'syncRules.maxDeletions', 'between'],
      [
        { syncRules: { excludePatterns: Array(101).fill('a') } },
        'syncRules.excludePatterns',
        'at most 100',
      ],
      [{ scheduleConfig: { mode: 'schedule' } }, 'scheduleConfig.cron', 'Choose when'],
      [{ scheduleConfig: { mode: 'schedule', cron: '9 9' } }, 'scheduleConfig.cron', 'five fields'],
      [
        { scheduleConfig: { mode: 'schedule', cron: '0 0 31 2 *' } },
        'scheduleConfig.cron',
        'never comes',
      ],
      [
        { scheduleConfig: { mode: 'manual', timezone: 'Mars/Olympus' } },
        'scheduleConfig.timezone',
        'is not a time zone',
      ],
      [
        { scheduleConfig: { mode: 'manual', events: ['rain'] } },
        'scheduleConfig.events.0',
        'There are no events of the type "rain".',
      ],
      [{ bandwidth: [{ from: '25:00', to: '08:00', kbps: 100 }] }, 'bandwidth.0.from', ''],
      [{ bandwidth: [{ from: '08:00', to: '18:00', kbps: 1 }] }, 'bandwidth.0.kbps', 'between'],
      [{ isActive: 'yes' }, 'isActive', 'true or false'],
      [{ colour: 'red' }, 'colour', ''],
    ] as [object, string, string][])
    .run(async ({ assert }, [body, field, sentence]) => {
      const reply = await create({ ...plain, ...body })
      assert.equal(reply.status, 422, JSON.stringify(reply.body))
      const error = reply.body.errors?.find((one) => one.field === field)
      assert.isDefined(error, JSON.stringify(reply.body.errors))
      assert.include(error!.message, sentence)
    })

  test('with several agents, one must be named', async ({ assert }) => {
    const fleet = await app.tenant('fleet')
    const one = await new TestAgent(app.url, 'One').join(fleet.token)
    await new TestAgent(app.url, 'Two').join(fleet.token)
    const body = { ...plain, sourceType: 'local_folder', sourceConfig: { path: '/srv' } }
    const refused = await create(body, fleet.admin)
    assert.equal(refused.status, 422)
    assert.equal(refused.body.errors![0]!.field, 'sourceConfig.clientId')
    for (const clientId of [one.enrolled.clientId, one.enrolled.agentId]) {
      const named = await made({ ...body, sourceConfig: { path: '/srv', clientId } }, fleet.admin)
      assert.equal(named.sourceConfig.clientId, one.enrolled.clientId)
    }
    const stats = await app.ok('GET', `${path}/stats`, { as: fleet.viewer })
    assert.deepEqual(stats, {
      totalContracts: 2,
      activeContracts: 2,
      syncedToday: 0,
      syncingContracts: 0,
      attentionContracts: 0,
      conflictsToday: 0,
      openConflicts: 0,
    })
    const agentId = one.enrolled.agentId
    const list = await app.ok<Shown[]>('GET', `${path}?filter={"agentId":"${agentId}"}`, {
      as: fleet.viewer,
    })
    assert.lengthOf(list, 2)
    const bindings = await app.call<{ side: string; contractId: string }[]>(
      'GET',
      `${path}/bindings?range=[1,2]`,
      { as: fleet.viewer }
    )
    assert.deepEqual(
      bindings.body.map(({ side }) => side),
      ['target', 'source']
    )
    assert.equal(bindings.headers.get('content-range'), 'sync-bindings 1-2/4')
  })

  test('are separate for each organization, and roles have their permissions', async ({
    assert,
  }) => {
    const other = await app.tenant('other')
    const { id } = await made({ name: 'Ours' })
    const calls: [string, string, object?][] = [
      ['GET', `/${id}`],
      ['PUT', `/${id}`, { name: 'Theirs' }],
      ['POST', `/${id}/sync`],
      ['POST', `/${id}/pause`],
      ['GET', `/${id}/runs`],
      ['GET', `/${id}/plan`],
      ['GET', `/${id}/skipped`],
      ['GET', `/${id}/kept`],
      ['GET', `/${id}/transfers`],
      ['GET', `/${id}/explain?path=a`],
      ['DELETE', `/${id}`],
    ]
    for (const [method, at, body] of calls) {
      const reply = await app.call(method, `${path}${at}`, { as: other.admin, body })
      assert.equal(reply.status, 404, `${method} ${at}`)
    }
    assert.lengthOf(await app.ok<Shown[]>('GET', path, { as: other.admin }), 0)
    const tried = async (method: string, at: string, as = acme.viewer, body?: object) =>
      (await app.call(method, `${path}${at}`, { as, body })).status
    assert.equal(await tried('GET', `/${id}`), 200)
    assert.equal(await tried('POST', `/${id}/sync`), 403)
    assert.equal(await tried('POST', `/${id}/pause`), 403)
    assert.equal(await tried('PUT', `/${id}`, acme.editor, { name: 'No' }), 403)
    assert.equal(await tried('DELETE', `/${id}`, acme.editor), 403)
    assert.equal(await tried('POST', `/${id}/pause`, acme.editor), 200)
  })

  test('are limited by the environment', async ({ assert }) => {
    const small = await app.tenant('small')
    await app.limit(small.id, { limits: '{"maxSyncContracts":1}' })
    await made({}, small.admin)
    const refused: Reply<Refused> = await create(plain, small.admin)
    assert.deepEqual([refused.status, refused.body.code], [409, 'E_QUOTA_SYNC_CONTRACTS'])
  })
})
