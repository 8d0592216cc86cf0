import { test } from '@japa/runner'
import { addEnvironment, setActive } from '../../../backend/tests/matrix/environments.js'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { assetEvents, type AssetEventPayload } from '@crossdock/backend/assets'
import { environmentBelongings } from '@crossdock/environments/contracts'
import { transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { parseJson } from '@crossdock/kernel/json'
import { pluginHost } from '@crossdock/kernel/plugin'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import type { Caller } from '@crossdock/kernel/testing'
import { flowRuns } from '../contracts/index.js'
import { FlowLab, probes, type Run } from './flow_lab.js'
import { Probe, probePlugin } from './probe.js'

/** A caller who works in one environment. */
const within = (name: string, { headers }: Caller): Caller => ({
  headers: { ...headers, 'x-environment': name },
})

const onUploads = { triggerType: 'file_event', triggerConfig: { eventTypes: ['file_upload'] } }

test.group('Workflows of environments', (group) => {
  const steps = new Probe()
  let app: TestApp
  let acme: TestTenant
  let development: string
  let production: FlowLab
  let tried: FlowLab

  const labIn = (name: string) => {
    const [admin, editor, viewer] = [acme.admin, acme.editor, acme.viewer].map((one) =>
      within(name, one)
    ) as [Caller, Caller, Caller]
    return new FlowLab(app, { ...acme, admin, editor, viewer })
  }

  group.setup(async () => {
    app = await bootApp({ plugins: [probePlugin(steps)] })
    acme = await app.tenant('acme')
    development = await addEnvironment(acme.id, 'development')
    production = new FlowLab(app, acme)
    tried = labIn('development')
    return () => app.stop()
  })

  /** Waits until all recorded events have been processed. */
  const settled = () => until('no job to be left', async () => (await tried.jobsLeft()) === 0)
  /** Records again that a file was uploaded, in another environment. */
  const again = (assetId: string, environmentId: string | null) =>
    app.inside(() =>
      inTenant(
        acme.id,
        () =>
          transaction(async () => {
            const { payload } = await unscoped()
              .from('middleware_events')
              .where({ target_id: assetId, event_type: 'file_upload' })
              .firstOrFail()
            await recordEvent(assetEvents.fileUpload, {
              target: { type: 'asset', id: assetId },
              payload: parseJson(payload) as AssetEventPayload,
            })
          }),
        { environmentId }
      )
    )
  const inDevelopment = <T>(work: () => Promise<T>) =>
    app.inside(() => inTenant(acme.id, work, { environmentId: development }))

  // Red when findMatches does not compare environments, and when an event outside any counts for all.
  test('an upload starts the workflows of its environment', async ({ assert }) => {
    const [live, trial] = [
      await production.workflow({ ...onUploads, steps: probes('live') }),
      await tried.workflow({ ...onUploads, steps: probes('trial') }),
    ]
    const there = await tried.upload('there.pdf', 'x')
    const here = await production.upload('here.pdf', 'x')
    const ran = (lab: FlowLab, flow: string, count: number) =>
      until('the runs', async () => {
        const runs = await lab.runsOf(flow)
        return runs.length >= count && runs.every(({ status }) => status === 'completed') && runs
      })
    const assetsOf = (runs: Run[]) => runs.map(({ assetId }) => assetId)
    assert.deepEqual(assetsOf(await ran(tried, trial, 1)), [there])
    assert.deepEqual(assetsOf(await ran(production, live, 1)), [here])
    // Events outside any environment count for production.
    await again(here, null)
    assert.deepEqual(assetsOf(await ran(production, live, 2)), [here, here])
    await settled()
    assert.lengthOf(await tried.runsOf(trial), 1)
    assert.lengthOf(await production.runsOf(live), 2)
    // The file belongs to the tenant, and both environments see it.
    const names = await app.ok<{ name: string }[]>('GET', '/api/assets', { as: acme.viewer })
    assert.includeMembers(
      names.map(({ name }) => name),
      ['there.pdf', 'here.pdf']
    )
  })

  // Red when the environment of recordOf or of the run's job is that of the event or of the caller.
  test('a run works in the environment of its workflow, regardless of its starter', async ({
    assert,
  }) => {
    const flow = await tried.workflow({ steps: probes('placed') })
    const started = await app.inside(() =>
      inTenant(acme.id, () => flowRuns.use().start({ workflowId: flow, trigger: 'webhook' }))
    )
    await tried.reached(started.id, 'completed')
    const events: { environment_id: string }[] = await asOperator('look', async () =>
      unscoped().from('middleware_events').where('target_id', started.id)
    )
    assert.isAbove(events.length, 1)
    for (const event of events) assert.equal(event.environment_id, development)
    const elsewhere = () =>
      inTenant(acme.id, () => flowRuns.use().start({ workflowId: flow, trigger: 'webhook' }), {
        environmentId: 'another',
      })
    await assert.rejects(() => app.inside(elsewhere), /There is no workflow/)
    const shown = { as: acme.viewer }
    assert.equal((await app.call('GET', `/api/flow-executions/${started.id}`, shown)).status, 404)
  })

  // Red when assertActive or findMatches do not check whether the environment is active.
  test('an inactive environment starts nothing', async ({ assert, cleanup }) => {
    const flow = await tried.workflow({ ...onUploads, steps: probes('off') })
    const byHand = await tried.workflow({ steps: probes('off') })
    await setActive(acme.id, development, false)
    cleanup(() => setActive(acme.id, development, true))
    const start = () => flowRuns.use().start({ workflowId: byHand, trigger: 'webhook' })
    await assert.rejects(
      () => app.inside(() => inTenant(acme.id, start)),
      /environment of workflow Lab is not active/
    )
    await again(await production.upload('late.pdf', 'x'), development)
    const mark = await production.workflow({ ...onUploads, steps: probes('mark') })
    await production.upload('mark.pdf', 'x')
    await until('a later event', async () => (await production.runsOf(mark)).length === 1)
    await settled()
    const runs = await inDevelopment(async () =>
      unscoped().from('flow_execution_history').whereIn('flow_id', [flow, byHand])
    )
    assert.lengthOf(runs, 0)
  })

  // Red when savedWorkflows is limited to the environment of the person who removes another.
  test('workflows of all environments go to the successor', async ({ assert }) => {
    const body = { email: 'leaves@acme.example', role: 'admin' }
    const { id } = await app.ok<{ id: string }>('POST', '/api/users', { as: acme.admin, body })
    const leaves = await app.signIn(body.email, 'acme')
    const theirs = new FlowLab(app, { ...acme, admin: within('development', leaves) })
    const flow = await theirs.workflow({ steps: probes('theirs') })
    const path = `/api/users/${id}`
    assert.equal((await app.call('DELETE', path, { as: acme.admin })).status, 409)
    const { user } = await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', {
      as: acme.admin,
    })
    await app.ok('DELETE', `${path}?successor=${user.id}`, { as: acme.admin })
    const [kept] = await asOperator('look', async () =>
      unscoped().from('integration_workflows').where('id', flow)
    )
    assert.equal(kept.saved_by, user.id)
  })

  // Red when `end` adds no job, or the job works in another environment.
  test('a deleted environment cancels its runs, and is deleted with all its data', async ({
    assert,
  }) => {
    const wait = [{ id: 'wait', type: 'delay', config: { amount: 1, unit: 'hours' } }]
    const [there, here] = [
      await tried.start(await tried.workflow({ steps: wait })),
      await production.start(await production.workflow({ steps: wait })),
    ]
    await tried.reached(there.id, 'running')
    await production.reached(here.id, 'running')
    const belongings = environmentBelongings.entries().map(([, each]) => each)
    const outside = <T>(work: () => Promise<T>) => app.inside(() => inTenant(acme.id, work))
    await outside(() =>
      transaction(async () => {
        for (const { end } of belongings) await end?.(development)
      })
    )
    await tried.reached(there.id, 'cancelled')
    assert.equal((await production.show(here.id)).status, 'running')

    const left = async (environmentId: string) => {
      const counts: Record<string, number> = {}
      for (const table of pluginHost.use().environmentTables) {
        const rows: object[] = await asOperator('count', async () =>
          unscoped().from(table).where('environment_id', environmentId)
        )
        counts[table] = rows.length
      }
      return counts
    }
    const [production_] = await app.ok<{ id: string }[]>('GET', '/api/tenant/environments', {
      as: acme.admin,
    })
    const before = await left(production_!.id)
    assert.isAbove((await left(development)).flow_execution_history!, 2)
    // Two concurrent deletions do not block each other.
    const deleteAll = () =>
      outside(async () => {
        for (const { deleteSome } of belongings) while (await deleteSome(development));
      })
    await Promise.all([deleteAll(), deleteAll()])
    for (const [table, rows] of Object.entries(await left(development))) {
      assert.equal(rows, 0, table)
    }
    assert.deepEqual(await left(production_!.id), before)
    const versions: object[] = await asOperator('count', async () =>
      unscoped()
        .from('integration_workflow_versions')
        .whereNotIn('workflow_id', unscoped().from('integration_workflows').select('id'))
    )
    assert.lengthOf(versions, 0)
  })
})
