import { test } from '@japa/runner'
import { bootApp, explain, type TestApp } from '@crossdock/backend/testing'
import { inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { flowsRead } from '../contracts/index.js'
import { eventTypes } from '../event_types.js'
import { newestAbout } from '../queries/file_events.js'
import { naming } from '../queries/workflows.js'
import { FlowLab, probe } from './flow_lab.js'
import { Probe, probePlugin } from './probe.js'

interface ShownStep {
  name: string | null
  branches?: Record<string, ShownStep[]>
}

interface Preview {
  isDriven: boolean
  files: { name: string; events: string[]; firedBy: string[] }[]
  warnings: { field: string; message: string }[]
}

const path = '/api/integrations/workflows'
const compare = (value: string, branches = {}) => ({
  type: 'condition',
  config: { value, operator: 'exists' },
  branches,
})

test.group('The page of a workflow', (group) => {
  let app: TestApp
  let lab: FlowLab

  group.setup(async () => {
    app = await bootApp({ plugins: [probePlugin(new Probe())], settings: { LOG_LEVEL: 'silent' } })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const as = () => lab.tenant.admin
  const preview = (body: object, headers = {}) =>
    app.call<Preview & { errors: { field: string }[] }>('POST', `${path}/preview`, {
      as: as(),
      body,
      headers,
    })

  // Red when the name of a step is dropped, in a branch or in its run.
  test('steps have their names, in branches and in runs', async ({ assert }) => {
    const inner = { ...probe('inner'), name: 'Tell the yard' }
    const steps = [
      { id: 'ask', name: 'Is it urgent?', ...compare('user.id', { yes: [inner] }) },
      probe('last'),
    ]
    const id = await lab.workflow({ steps })
    const shown = await app.ok<{ steps: ShownStep[] }>('GET', `${path}/${id}`, { as: as() })
    assert.equal(shown.steps[0]!.name, 'Is it urgent?')
    assert.equal(shown.steps[0]!.branches!.yes![0]!.name, 'Tell the yard')
    assert.isNull(shown.steps[1]!.name)
    const { executionId } = await lab.start(id)
    const run = await lab.reached(executionId, 'completed')
    const names = run.stepResults as unknown as { name: string | null }[]
    assert.deepEqual(
      names.map(({ name }) => name),
      ['Is it urgent?', 'Tell the yard', null]
    )
  })

  test('a workflow shows its version, who saved it, and its former versions', async ({
    assert,
  }) => {
    const id = await lab.workflow({ name: 'First', steps: [probe('a')] })
    const change = (body: object) =>
      app.ok<{ version: number; savedByName: string }>('PUT', `${path}/${id}`, { as: as(), body })
    assert.equal((await change({ description: 'The same' })).version, 1)
    const saved = await change({ name: 'Second' })
    assert.equal(saved.version, 2)
    assert.isString(saved.savedByName)
    const versions = await app.ok<object[]>('GET', `${path}/${id}/versions`, { as: as() })
    assert.containSubset(versions, [
      { version: 2, name: 'Second', stepCount: 1, savedByName: saved.savedByName },
      { version: 1, name: 'First' },
    ])
  })

  // Red when personNames() does not check users.read.
  test('the email of a nameless saver is hidden from people who may not read users', async ({
    assert,
  }) => {
    const id = await lab.workflow({ steps: [probe('a')] })
    interface Saved {
      savedByName: string | null
    }
    const savers = async (reader: typeof lab.tenant.admin) => [
      (await app.ok<Saved>('GET', `${path}/${id}`, { as: reader })).savedByName,
      ...(await app.ok<Saved[]>('GET', `${path}/${id}/versions`, { as: reader })).map(
        ({ savedByName }) => savedByName
      ),
    ]
    const [saver, ...others] = await savers(lab.tenant.admin)
    assert.match(saver!, /@/)
    assert.deepEqual(others, [saver!])
    assert.deepEqual(await savers(lab.tenant.viewer), [null, null])
  })

  // Red when an event of a workflow or run is visible to everyone who may follow the log.
  test('events of runs are sent to people who may read runs', ({ assert }) => {
    for (const { name, permission } of eventTypes) {
      // People who are asked for a decision need no permission for these events.
      if (!['approval_requested', 'approvals_changed'].includes(name)) {
        assert.equal(permission, flowsRead, name)
      }
    }
  })

  // Red when the guard is not used: the later of two people silently wins.
  test('a change with an outdated ETag is refused', async ({ assert }) => {
    const id = await lab.workflow({ steps: [probe('a')] })
    const read = await app.call('GET', `${path}/${id}`, { as: as() })
    const headers = { 'if-match': read.headers.get('etag')! }
    const put = (name: string) =>
      app.call('PUT', `${path}/${id}`, { as: as(), body: { name }, headers })
    assert.equal((await put('Mine')).status, 200)
    assert.equal((await put('Theirs')).status, 412)
  })

  test('the newest files show what would have started a workflow, and which values no file has', async ({
    assert,
  }) => {
    const invoice = await lab.upload('invoice.pdf', 'a')
    await lab.upload('photo.png', 'b')
    // Red when newestFiles() includes the trash.
    const thrown = await lab.upload('thrown away.pdf', 'c')
    await app.ok('DELETE', `/api/assets/${thrown}`, { as: lab.tenant.editor })
    await app.ok('PUT', `/api/assets/${invoice}`, {
      as: lab.tenant.editor,
      body: { metadata: { order: { number: 7 } } },
    })
    const trigger = (config: object) => ({ triggerType: 'file_event', triggerConfig: config })
    const uploads = { eventTypes: ['file_upload'], fileTypes: ['pdf'] }
    const steps = [
      { ...compare('file.metadata.order.number') },
      { ...compare('file.metadata.ordre') },
      { type: 'metadata_update', config: { metadata: { seen: true } } },
      { ...compare('file.metadata.seen', { yes: [compare('file.color')] }) },
    ]
    const { body } = await preview({ ...trigger(uploads), steps })
    assert.lengthOf(body.files, 2)
    assert.containSubset(body.files, [
      { name: 'photo.png', events: ['file_upload'], firedBy: [] },
      { name: 'invoice.pdf', events: ['file_upload', 'metadata_change'], firedBy: ['file_upload'] },
    ])
    assert.deepEqual(
      body.warnings.map(({ field }) => field),
      ['steps.1.config.value', 'steps.3.branches.yes.0.config.value']
    )
    assert.include(body.warnings[0]!.message, 'None of the last 2 files has "file.metadata.ordre"')
    const german = await preview({ ...trigger(uploads), steps }, { 'accept-language': 'de' })
    // Red when warnings are always in English.
    assert.match(german.body.warnings[0]!.message, /^Keine der letzten 2 Dateien/)
    // Red when seenFiles() counts inherited properties as the file's.
    const everywhere = await preview({ ...trigger(uploads), steps: [compare('file.toString')] })
    assert.lengthOf(everywhere.body.warnings, 1)
    const many = Array.from({ length: 60 }, (_, at) => compare(`file.metadata.none_${at}`))
    // Red when mostWarnings is ignored.
    assert.lengthOf((await preview({ ...trigger(uploads), steps: many })).body.warnings, 50)
    const byHand = await preview({ triggerType: 'manual', triggerConfig: {} })
    assert.containSubset(byHand.body, { isDriven: false, files: [], warnings: [] })
    const wrong = await preview(trigger({ eventTypes: ['file_uplaod'] }))
    assert.equal(wrong.status, 422)
    assert.equal(wrong.body.errors[0]!.field, 'triggerConfig.eventTypes.0')
  })

  // Red when the index ends before seq.
  test('the events of a file are found by an index, however many there are', async ({ assert }) => {
    const plan = await inTenant(lab.tenant.id, () => explain(newestAbout('a file')))
    assert.include(plan, 'middleware_events_about')
    assert.notMatch(plan, /sort|temp b-tree/i)
  })

  test('runs are found by their file and have its name; workflows by their references', async ({
    assert,
  }) => {
    const assetId = await lab.upload('cmr.pdf', 'c')
    const id = await lab.workflow({
      name: 'Uses it',
      steps: [{ type: 'metadata_update', config: { metadata: { a: 1 }, assetId } }],
    })
    await lab.start(id, assetId)
    await lab.start(id)
    const list = <T>(where: string, filter: object) =>
      app.ok<T[]>('GET', `${where}?filter=${encodeURIComponent(JSON.stringify(filter))}`, {
        as: as(),
      })
    const runs = await list<{ assetName: string }>('/api/flow-executions', { assetId })
    assert.deepEqual(
      runs.map(({ assetName }) => assetName),
      ['cmr.pdf']
    )
    const uses = await list<{ name: string }>(path, { uses: [assetId, 'missing'] })
    assert.deepEqual(
      uses.map(({ name }) => name),
      ['Uses it']
    )
    assert.isEmpty(await list(path, { uses: ['%'] }))
    assert.isEmpty(await list(path, { uses: [] }))
    assert.lengthOf(await list(path, { uses: assetId.toUpperCase() }), 1)
    const stranger = await app.tenant('globex')
    const theirs = `${path}?filter=${encodeURIComponent(JSON.stringify({ uses: assetId }))}`
    assert.isEmpty(await app.ok<object[]>('GET', theirs, { as: stranger.admin }))
    const star = `${path}?uses=${assetId.slice(0, 8)}*`
    assert.equal((await app.call('GET', star, { as: as() })).status, 400)
    const many = Array.from({ length: 101 }, () => crypto.randomUUID())
    const tooMany = `${path}?filter=${encodeURIComponent(JSON.stringify({ uses: many }))}`
    assert.equal((await app.call('GET', tooMany, { as: as() })).status, 400)
    const unknown = `${path}/${crypto.randomUUID()}/versions`
    assert.equal((await app.call('GET', unknown, { as: as() })).status, 404)
    const plan = await inTenant(lab.tenant.id, () => explain(naming([assetId, 'missing'])))
    assert.include(plan, 'integration_workflow_uses_of')
    // Red when keepUses() is left out of a change, looks only at the top level, or leaves old entries.
    const inner = { type: 'metadata_update', config: { metadata: { a: 1 }, assetId } }
    const change = (steps: object[]) =>
      app.ok('PUT', `${path}/${id}`, { as: as(), body: { steps } })
    await change([compare('user.id', { yes: [inner] })])
    assert.lengthOf(await list(path, { uses: assetId }), 1)
    await change([probe('a')])
    assert.isEmpty(await list(path, { uses: assetId }))
    await change([inner])
    await app.ok('DELETE', `${path}/${id}`, { as: as() })
    assert.isEmpty(await list(path, { uses: assetId }))
  })

  // Red when more rows than a statement allows are stored together, or all are stored again after a rename.
  test('thousands of referenced ids are stored once', async ({ assert }) => {
    const ids = Array.from({ length: 2_500 }, () => crypto.randomUUID())
    const naming = (named: string[]) => [
      { id: 'all', type: 'metadata_update', config: { metadata: { named: [...named, named[0]] } } },
    ]
    const id = await lab.workflow({ name: 'Names many', steps: naming(ids) })
    const change = (body: object) => app.ok('PUT', `${path}/${id}`, { as: as(), body })
    const noted = () =>
      inTenant(lab.tenant.id, async () => {
        const own = tenantTable<{ id: string; used_id: string }>('integration_workflow_uses')
        const rows = await own.where('workflow_id', id).select('id', 'used_id')
        return new Map(rows.map((row) => [row.used_id, row.id]))
      })
    const before = await noted()
    assert.sameMembers([...before.keys()], ids)
    await change({ name: 'Names them still' })
    const after = await noted()
    for (const [used, row] of before) assert.equal(after.get(used), row)
    const others = [...ids.slice(0, 3), ...Array.from({ length: 600 }, () => crypto.randomUUID())]
    await change({ steps: naming(others) })
    assert.sameMembers([...(await noted()).keys()], others)
  })
})
