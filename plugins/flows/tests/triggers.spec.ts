import { test } from '@japa/runner'
import { bootApp, until } from '@crossdock/backend/testing'
import { asOperator, inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { Probe, probePlugin } from './probe.js'
import { FlowLab, probe, probes } from './flow_lab.js'

interface Logged {
  id: string
  event_type: string
  actor_type: string
  actor_id: string | null
  cause_id: string | null
  root_id: string
  target_id: string | null
}

const on = (eventTypes: string[], more: object = {}) => ({
  triggerType: 'file_event',
  triggerConfig: { eventTypes, ...more },
})

test.group('file events', (group) => {
  const steps = new Probe()
  let lab: FlowLab

  group.setup(async () => {
    const app = await bootApp({ plugins: [probePlugin(steps)] })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  /** Waits until all recorded events have been processed and their runs have ended. */
  let marks = 0
  async function settled(): Promise<void> {
    const name = `mark-${marks++}.settled`
    await lab.upload(name, 'x')
    await until('the mark, a later event', () =>
      steps.of('mark').some(({ context }) => context.input.event?.payload.name === name)
    )
    await until('no job to be left', async () => (await lab.jobsLeft()) === 0)
    await until('all runs to end', async () => {
      const stats = await lab.app.ok<{ runningExecutions: number }>(
        'GET',
        '/api/flow-executions/stats',
        { as: lab.tenant.viewer }
      )
      return stats.runningExecutions === 0
    })
  }
  group.setup(async () => {
    await lab.workflow({
      ...on(['file_upload'], { fileTypes: ['settled'] }),
      steps: probes('mark'),
    })
  })

  const logOf = (targetId: string) =>
    inTenant(lab.tenant.id, async () =>
      tenantTable<Logged>('middleware_events').where('target_id', targetId).orderBy('seq')
    )

  test('an upload starts the flow once, about its file, linked to its cause', async ({
    assert,
  }) => {
    const flow = await lab.workflow({
      ...on(['file_upload'], { fileTypes: ['.PDF'] }),
      name: 'On invoices',
      steps: probes('invoice'),
    })
    const asset = await lab.upload('invoice-0412.pdf', 'first')
    await lab.upload('notes.txt', 'no invoice')
    await lab.upload('invoice-0412.pdf', 'a new version is a file_update')
    await settled()
    const [run, ...others] = await lab.runsOf(flow)
    assert.lengthOf(others, 0)
    assert.containSubset(run, { triggerType: 'file_event', assetId: asset, status: 'completed' })
    const { input } = steps.of('invoice')[0]!.context
    assert.equal(input.assetId, asset)
    assert.containSubset(input.event, { eventType: 'file_upload', targetId: asset })
    assert.isString(input.userId)

    const [upload] = await logOf(asset)
    const [started, completed] = await logOf(run!.id)
    assert.containSubset(started, { event_type: 'flow_started', cause_id: upload!.id })
    assert.containSubset(completed, { event_type: 'flow_completed', cause_id: started!.id })
    for (const event of [started, completed]) {
      assert.containSubset(event, { root_id: upload!.root_id, actor_type: 'flow', actor_id: flow })
    }
  })

  test('folders and media types filter the files that start it', async ({ assert }) => {
    const inbox = await lab.folder('Inbox')
    const scans = await lab.folder('Scans', inbox)
    const inInbox = on(['file_upload'], { folderPaths: ['/Inbox/Scans', 'Elsewhere'] })
    const flow = await lab.workflow({ ...inInbox, steps: probes('scan') })
    const images = on(['file_upload'], { fileTypes: ['image/*'] })
    const pictures = await lab.workflow({ ...images, steps: probes('picture') })
    const found = await lab.upload('page.png', 'x', scans)
    const outside = await lab.upload('other.png', 'x', inbox)
    await lab.upload('Scans.txt', 'x')
    await settled()
    assert.deepEqual(
      (await lab.runsOf(flow)).map(({ assetId }) => assetId),
      [found]
    )
    assert.sameMembers(
      (await lab.runsOf(pictures)).map(({ assetId }) => assetId),
      [found, outside]
    )
  })

  test('updates, deletions and metadata changes are separate events', async ({ assert }) => {
    const flows: Record<string, string> = {}
    for (const type of ['file_update', 'file_delete', 'metadata_change', 'user_action']) {
      const trigger = on([type], { fileTypes: ['own'] })
      flows[type] = await lab.workflow({ ...trigger, steps: probes(type) })
    }
    const id = await lab.upload('a.own', 'one')
    await lab.upload('a.own', 'two')
    const as = lab.tenant.editor
    await lab.app.ok('PUT', `/api/assets/${id}`, { as, body: { metadata: { color: 'red' } } })
    await lab.app.ok('DELETE', `/api/assets/${id}`, { as })
    await settled()
    const counts = await Promise.all(
      Object.entries(flows).map(async ([type, flow]) => [type, (await lab.runsOf(flow)).length])
    )
    assert.deepEqual(Object.fromEntries(counts), {
      file_update: 1,
      file_delete: 1,
      metadata_change: 1,
      user_action: 4,
    })
  })

  test('a paused flow and another tenant’s flow are not started', async ({ assert }) => {
    const other = new FlowLab(lab.app, await lab.app.tenant('birch'))
    const foreign = await other.workflow({ ...on(['file_upload']), steps: probes('foreign') })
    const paused = await lab.workflow({
      ...on(['file_upload']),
      steps: probes('paused'),
      isActive: false,
    })
    await lab.upload('anything.bin', 'x')
    await settled()
    assert.lengthOf(await lab.runsOf(paused), 0)
    assert.lengthOf(await other.runsOf(foreign), 0)
  })

  test('metadata_update writes the file’s metadata, as the flow', async ({ assert }) => {
    const mark = { type: 'metadata_update', config: { metadata: { checked: true, old: null } } }
    const flow = await lab.workflow({
      ...on(['file_upload'], { fileTypes: ['meta'] }),
      steps: [mark],
    })
    const asset = await lab.upload('a.meta', 'x')
    await until('the run', async () => (await lab.runsOf(flow))[0]?.status === 'completed')
    const { metadata } = await lab.app.ok<{ metadata: object }>('GET', `/api/assets/${asset}`, {
      as: lab.tenant.viewer,
    })
    assert.deepEqual(metadata, { checked: true })
    const changes = (await logOf(asset)).filter((event) => event.event_type === 'metadata_change')
    assert.lengthOf(changes, 1)
    assert.containSubset(changes[0], { actor_type: 'flow', actor_id: flow })
  })

  test('flows that react to each other stop', async ({ assert }) => {
    let turn = 0
    const as = lab.tenant.editor
    const answered = async (asset: string) => {
      const path = `/api/assets/${asset}`
      const { metadata } = await lab.app.ok<{ metadata: object }>('GET', path, { as })
      return 'ping' in metadata && 'pong' in metadata
    }
    // A reaction with the existing value is no change and no event: the first two are processed first.
    steps.on('turn', async ({ input: { assetId } }) => {
      if (++turn > 2) await until('both answers', () => answered(assetId!))
      return { turn }
    })
    const answer = (key: string) => ({
      ...on(['metadata_change'], { fileTypes: ['loop'] }),
      name: key,
      steps: [
        probe('turn'),
        { type: 'metadata_update', config: { metadata: { [key]: crypto.randomUUID() } } },
      ],
    })
    const ping = await lab.workflow(answer('ping'))
    const pong = await lab.workflow(answer('pong'))
    const id = await lab.upload('a.loop', 'x')
    await lab.app.ok('PUT', `/api/assets/${id}`, { as, body: { metadata: { start: 1 } } })
    // The person's change starts both; each reaction starts the other one once more, and then they stop.
    await until('the answers', async () => {
      const runs = [...(await lab.runsOf(ping)), ...(await lab.runsOf(pong))]
      return runs.length >= 4 && runs.every(({ status }) => status === 'completed')
    })
    await settled()
    assert.lengthOf(await lab.runsOf(ping), 2)
    assert.lengthOf(await lab.runsOf(pong), 2)
  })

  test('the numbers for the integrations page count them', async ({ assert }) => {
    const { flowStatistics } = await import('../contracts/index.js')
    const own = await inTenant(lab.tenant.id, () => flowStatistics.use().summary())
    const all = await asOperator('sum over tenants', () => flowStatistics.use().summary())
    const runs = await lab.app.ok<{ startedAt: string }[]>(
      'GET',
      '/api/flow-executions?limit=1000',
      { as: lab.tenant.admin }
    )
    const today = new Date().toISOString().slice(0, 10)
    assert.isNotEmpty(runs)
    assert.equal(own.executionsToday, runs.filter((run) => run.startedAt.startsWith(today)).length)
    assert.equal(own.successRate, 100)
    assert.equal(all.totalWorkflows, own.totalWorkflows + 1)
    assert.equal(all.activeWorkflows, own.activeWorkflows + 1)
  })
})
