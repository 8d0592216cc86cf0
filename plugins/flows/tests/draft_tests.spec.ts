import { test } from '@japa/runner'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { FlowLab, probe, probes, type Run } from './flow_lab.js'
import { Probe, probePlugin } from './probe.js'

const path = '/api/integrations/workflows'

test.group('Tests of drafts', (group) => {
  const seen = new Probe()
  let app: TestApp
  let lab: FlowLab

  group.setup(async () => {
    app = await bootApp({ plugins: [probePlugin(seen)], settings: { LOG_LEVEL: 'silent' } })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const as = () => lab.tenant.admin
  const save = (id: string, steps: object[], revision = 0) =>
    app.ok<{ revision: number }>('PUT', `${path}/${id}/draft`, {
      as: as(),
      body: {
        name: 'Lab',
        triggerType: 'manual',
        triggerConfig: {},
        steps,
        revision,
        baseVersion: 1,
      },
    })
  const draft = (id: string) =>
    app.ok<{ samples: Record<string, string> }>('GET', `${path}/${id}/draft`, { as: as() })
  const tryStep = (id: string, step: string, body: object = {}) =>
    app.call<Run & { errors: { field: string }[] }>(
      'POST',
      `${path}/${id}/draft/steps/${step}/try`,
      { as: as(), body }
    )

  // Red when the test runs the active version, or is listed under another trigger.
  test('a whole draft runs on a sample, and the active version stays', async ({ assert }) => {
    const id = await lab.workflow({ steps: probes('a'), isActive: false })
    await save(id, probes('a', 'b'))
    const file = await lab.upload('sample.txt', 'x')
    const started = await app.ok<Run>('POST', `${path}/${id}/draft/test`, {
      as: as(),
      body: { assetId: file },
    })
    assert.equal(started.triggerType, 'test')
    const run = await lab.reached(started.id, 'completed')
    assert.deepEqual(
      run.stepResults.map(({ stepId }) => stepId),
      ['a', 'b']
    )
    assert.equal(run.assetId, file)
    assert.deepEqual((await draft(id)).samples, { a: run.id, b: run.id })
    const versions = await app.ok<{ version: number }[]>('GET', `${path}/${id}/versions`, {
      as: as(),
    })
    assert.deepEqual(
      versions.map(({ version }) => version),
      [1]
    )
  })

  // Red when a later step reads something other than the sample shown for the earlier one.
  test('a step is tried with the test outputs of earlier steps', async ({ assert }) => {
    const id = await lab.workflow({ steps: probes('a') })
    const check = {
      id: 'check',
      type: 'condition',
      config: { value: 'steps.a.note', operator: 'equals', other: 'one' },
    }
    await save(id, [probe('a', { note: 'one' }), check, { id: 'open', type: 'delay', config: {} }])
    seen.on('a', () => ({ note: 'one' }))
    const first = await tryStep(id, 'a')
    assert.equal(first.status, 200)
    assert.equal(first.body.status, 'completed')
    assert.deepEqual(first.body.stepResults[0]!.output, { note: 'one' })
    const second = await tryStep(id, 'check')
    assert.deepEqual(second.body.stepResults[0]!.output, { branch: 'yes' })
    assert.deepEqual((await draft(id)).samples, { a: first.body.id, check: second.body.id })
    // Red when the whole draft has to be complete, or the field has the wrong position.
    const third = await tryStep(id, 'open')
    assert.equal(third.status, 422)
    assert.equal(third.body.errors[0]!.field, 'steps.2.config.amount')
    assert.equal((await tryStep(id, 'nothing')).status, 404)
  })

  test('a failed try reports the reason, and is stored', async ({ assert }) => {
    const id = await lab.workflow({ steps: probes('a') })
    const lost = { id: 'mark', type: 'metadata_update', config: { metadata: { a: 1 } } }
    await save(id, [lost])
    const { body } = await tryStep(id, 'mark')
    assert.equal(body.status, 'failed')
    assert.match(body.stepResults[0]!.errorMessage!, /has no file/)
    const file = await lab.upload('mark.txt', 'x')
    assert.equal((await tryStep(id, 'mark', { assetId: file })).body.status, 'completed')
    const asset = await app.ok<{ metadata: object }>('GET', `/api/assets/${file}`, { as: as() })
    assert.deepEqual(asset.metadata, { a: 1 })
  })

  // Red when a failed test makes the workflow count as failing.
  test('a failed test causes no alert', async ({ assert }) => {
    const id = await lab.workflow({ steps: probes('a') })
    await save(id, [{ id: 'm', type: 'metadata_update', config: { metadata: { a: 1 } } }])
    const { id: run } = await app.ok<Run>('POST', `${path}/${id}/draft/test`, {
      as: as(),
      body: {},
    })
    await lab.reached(run, 'failed')
    const failing = await app.ok<{ id: string }[]>('GET', `${path}/failing`, { as: as() })
    assert.notInclude(
      failing.map((one) => one.id),
      id
    )
  })

  // Red when a figure or monitoring counts a test, or misses a real run after it.
  test('tests are not part of any statistics', async ({ assert }) => {
    const id = await lab.workflow({ steps: probes('a') })
    const figures = async () => {
      const get = <T>(at: string) => app.ok<T>('GET', `/api/flow-executions/${at}`, { as: as() })
      const hours = await get<{ runs: number }[]>('hours')
      const all = await get<{ totalExecutions: number; completedToday: number }>('stats')
      const seen = await get<{ completed: number }>(`monitoring?workflowId=${id}`)
      return [all.totalExecutions, all.completedToday, hours.at(-1)!.runs, seen.completed]
    }
    const before = await figures()
    const { id: run } = await app.ok<Run>('POST', `${path}/${id}/draft/test`, {
      as: as(),
      body: {},
    })
    await lab.reached(run, 'completed')
    assert.deepEqual(await figures(), before)
    await lab.reached((await lab.start(id)).id, 'completed')
    const one = before.map((figure) => figure + 1)
    // Monitoring lags slightly; an earlier test would be counted by then.
    const after = await until('the real run', async () => {
      const now = await figures()
      return now.at(-1) === before.at(-1) ? undefined : now
    })
    assert.deepEqual(after, one)
  })

  // Red without assertMayReadEvent(): the test would output an event that the run hides.
  test('a test cannot use the event of a run that its person may not read', async ({ assert }) => {
    const flow = await lab.workflow({
      triggerType: 'event',
      triggerConfig: { eventTypes: ['role_created'] },
      steps: [{ id: 'make', type: 'transform', config: { expression: 'event.payload' } }],
    })
    const permissions = ['flows.read', 'flows.write', 'flows.run', 'assets.read']
    const { key } = await app.ok<{ key: string }>('POST', '/api/roles', {
      as: as(),
      body: { name: 'Builder', permissions },
    })
    const email = 'builder@acme.example'
    await app.ok('POST', '/api/users', { as: as(), body: { email, role: key } })
    const builder = await app.signIn(email, 'acme')
    const [run] = await until('the run', async () => {
      const runs = await app.ok<Run[]>('GET', `/api/flow-executions?flowId=${flow}`, {
        as: builder,
      })
      return runs.length > 0 && runs
    })
    const tries = (who: typeof builder) =>
      app.call('POST', `${path}/${flow}/draft/steps/make/try`, {
        as: who,
        body: { runId: run!.id },
      })
    assert.equal((await tries(builder)).status, 403)
    assert.equal((await tries(as())).status, 200)
  })

  test('a person with flows.run only cannot test', async ({ assert }) => {
    const id = await lab.workflow({ steps: probes('a') })
    const { status } = await app.call('POST', `${path}/${id}/draft/test`, {
      as: lab.tenant.editor,
      body: {},
    })
    assert.equal(status, 403)
  })
})
