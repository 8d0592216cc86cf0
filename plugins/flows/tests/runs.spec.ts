import { test } from '@japa/runner'
import { newId, now, unscoped } from '@crossdock/kernel/database'
import { asOperator, insertAll, inTenant } from '@crossdock/kernel/tenancy'
import { bootApp, until, type TestTenant } from '@crossdock/backend/testing'
import { Execution } from '../models/execution.js'
import { failing, hanging, Probe, probePlugin } from './probe.js'
import { FlowLab, probe, probes } from './flow_lab.js'

test.group('runs', (group) => {
  const steps = new Probe()
  let lab: FlowLab

  group.setup(async () => {
    const app = await bootApp({ plugins: [probePlugin(steps)] })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  // Red when beginsWith() has no limit, or counts rows of another tenant.
  test('are not found by an id prefix that matches very many', async ({ assert }) => {
    const add = (tenant: TestTenant, first: number, count: number) =>
      inTenant(tenant.id, () =>
        insertAll(
          Array.from({ length: count }, (_, at) =>
            new Execution().fill({
              id: `0000aaaa-0000-7000-8000-${String(first + at).padStart(12, '0')}`,
              executionId: newId(),
              flowId: newId(),
              flowName: 'Former',
              triggerType: 'manual',
              status: 'completed',
              totalSteps: 0,
              contextData: { assetId: null, event: null, userId: null },
            })
          )
        )
      )
    const [full, other] = [await lab.app.tenant('umbrella'), await lab.app.tenant('hooli')]
    const list = (query: string) =>
      lab.app.call<object[]>('GET', `/api/flow-executions?${query}`, { as: full.viewer })
    await add(full, 0, 1_000)
    await add(other, 1_000, 5)
    assert.lengthOf((await list('id=0000*&limit=1000')).body, 1_000)
    assert.lengthOf((await list('id=0000aaaa-0000-7000-8000-00000000000*')).body, 10)
    await add(full, 2_000, 1)
    const refused = await list('id=0000*')
    assert.equal(refused.status, 400)
    assert.include(JSON.stringify(refused.body), 'more than 1000 rows fit 0000*')
  })

  test('runs its steps in order and shows the output of each', async ({ assert }) => {
    steps.on('second', ({ input }) => ({ before: input.steps.first }))
    const flow = await lab.workflow({ name: 'Two steps', steps: probes('first', 'second') })
    const started = await lab.start(flow)
    assert.equal(started.status, 'pending')
    const run = await lab.reached(started.executionId, 'completed')
    assert.containSubset(run, {
      id: started.id,
      flowName: 'Two steps',
      triggerType: 'manual',
      totalSteps: 2,
      completedSteps: 2,
      failedSteps: 0,
      errorMessage: null,
      stepResults: [
        { stepId: 'first', status: 'completed', attempts: 1, output: { done: 'first' } },
        { stepId: 'second', output: { before: { done: 'first' } } },
      ],
    })
    assert.isNumber(run.duration)
    // Watchers receive an event for each step.
    assert.deepEqual(await typesAbout(run.id), [
      'flow_started',
      'flow_progressed',
      'flow_completed',
    ])
    assert.deepEqual(
      [...steps.of('first'), ...steps.of('second')].map(({ key }) => key),
      [`${run.executionId}:first`, `${run.executionId}:second`]
    )
  })

  test('a failing step is retried with the same key', async ({ assert }) => {
    steps.on('shaky', failing(2))
    const shaky = probe('shaky', { retry: { attempts: 3, delayMs: 1 } })
    const flow = await lab.workflow({ steps: [...probes('before'), shaky] })
    const run = await lab.reached((await lab.start(flow)).id, 'completed')
    const [before, result] = run.stepResults
    assert.equal(before?.attempts, 1)
    assert.equal(result?.attempts, 3)
    assert.deepEqual(
      result?.tries.map(({ errorMessage }) => errorMessage),
      ['No luck at try 1.', 'No luck at try 2.', null]
    )
    assert.lengthOf(new Set(steps.of('shaky').map(({ key }) => key)), 1)
    assert.lengthOf(steps.of('before'), 1)
  })

  // Red when a run is given up without checking whether the step was running (isRunning()).
  test('a step that was waiting when processes died gets its try', async ({ assert }) => {
    steps.on('patient', failing(1))
    const patient = probe('patient', { retry: { attempts: 2, delayMs: 600_000 } })
    const { id } = await lab.start(await lab.workflow({ steps: [patient] }))
    await until('the step to wait', async () => {
      return (await lab.show(id)).stepResults[0]?.status === 'waiting'
    })
    // Simulates that ten of them had taken it in turn, and that its time has come.
    await asOperator('as other processes', async () =>
      unscoped()
        .from('jobs')
        .where({ name: 'flows.run', state: 'scheduled' })
        .update({ losses: 10, state: 'waiting', run_at: now() })
    )
    const run = await lab.reached(id, 'completed', 'failed')
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    assert.equal(run.stepResults[0]?.attempts, 2)
  })

  test('a permanent failure ends the run; retry continues with the failed step', async ({
    assert,
  }) => {
    steps.on('broken', failing(1, false))
    const flow = await lab.workflow({ steps: probes('fine', 'broken', 'after') })
    const failed = await lab.reached((await lab.start(flow)).id, 'failed')
    assert.containSubset(failed, {
      errorMessage: 'Step 2 (Probe): No luck at try 1.',
      completedSteps: 1,
      failedSteps: 1,
      stepResults: [
        { status: 'completed' },
        { status: 'failed', output: { attempt: 1 } },
        { status: 'pending', attempts: 0 },
      ],
    })
    assert.equal((await lab.act(failed.id, 'cancel')).status, 409)

    const retried = await lab.act(failed.id, 'retry')
    assert.equal(retried.status, 200)
    assert.equal(retried.body.executionId, failed.executionId)
    const run = await lab.reached(failed.id, 'completed')
    assert.containSubset(run, { completedSteps: 3, failedSteps: 0, errorMessage: null })
    assert.lengthOf(steps.of('fine'), 1)
    assert.lengthOf(steps.of('broken'), 2)
    const again = await lab.act(failed.id, 'retry')
    assert.equal(again.status, 409)
    assert.match((again.body as unknown as { message: string }).message, /is completed/)
  })

  // Red when failures before the retry are counted.
  test('a retried step has all its tries', async ({ assert }) => {
    steps.on('stubborn', failing(3))
    const stubborn = probe('stubborn', { retry: { attempts: 2, delayMs: 0 } })
    const { id } = await lab.start(await lab.workflow({ steps: [stubborn] }))
    await lab.reached(id, 'failed')
    assert.equal((await lab.act(id, 'retry')).status, 200)
    const run = await lab.reached(id, 'completed', 'failed')
    assert.containSubset(run, { status: 'completed', stepResults: [{ attempts: 4 }] })
  })

  // Red when retryExecution() does not check the workflow (assertMayRun).
  test('a failed run of a paused or deleted workflow is not retried', async ({ assert }) => {
    const broken = 'of-a-deleted-one'
    steps.on(broken, failing(1, false))
    const flow = await lab.workflow({ name: 'Harbor', steps: probes(broken) })
    const { id } = await lab.reached((await lab.start(flow)).id, 'failed')
    const change = (method: string, body?: object) =>
      lab.app.ok(method, `/api/integrations/workflows/${flow}`, { as: lab.tenant.admin, body })
    const refused = async (code: string, message: string) => {
      const { status, body } = await lab.act(id, 'retry')
      assert.equal(status, 409)
      assert.containSubset(body, { code, message })
      assert.equal((await lab.show(id)).status, 'failed')
    }
    const canRetry = async () => (await lab.show(id)).canRetry
    assert.isTrue(await canRetry())
    await change('PUT', { isActive: false })
    await refused('E_PAUSED', 'Workflow Harbor is paused. Activate it first.')
    await change('DELETE')
    await refused('E_STATE', 'Workflow Harbor was deleted, so its runs cannot be retried.')
    // Red when retriable() does not check the workflow.
    assert.isFalse(await canRetry())
    assert.lengthOf(steps.of(broken), 1)
  })

  // Red when cancelExecution() requires the workflow as retryExecution() does.
  test('a run of a deleted workflow can be cancelled', async ({ assert }) => {
    const { behavior, begun } = hanging()
    const endless = 'endless-of-a-deleted-one'
    steps.on(endless, behavior)
    const flow = await lab.workflow({ steps: probes(endless) })
    const { id } = await lab.start(flow)
    await begun
    await lab.app.ok('DELETE', `/api/integrations/workflows/${flow}`, { as: lab.tenant.admin })
    assert.equal((await lab.act(id, 'cancel')).status, 200)
    assert.equal((await lab.show(id)).status, 'cancelled')
  })

  test('cancel aborts the current call, and its result is discarded', async ({ assert }) => {
    const { behavior, begun, stopped } = hanging()
    steps.on('endless', behavior)
    const flow = await lab.workflow({ steps: probes('endless', 'never') })
    const { id } = await lab.start(flow)
    await begun
    const { status, body } = await lab.act(id, 'cancel')
    assert.equal(status, 200)
    assert.containSubset(body, { status: 'cancelled', stepResults: [{ status: 'cancelled' }] })
    await stopped
    assert.equal((await lab.show(id)).status, 'cancelled')
    assert.lengthOf(steps.of('never'), 0)
    assert.equal((await lab.act(id, 'cancel')).status, 409)
    assert.equal((await lab.act(id, 'retry')).status, 409)
  })

  test('a run that waits for its next try can be cancelled', async ({ assert }) => {
    steps.on('later', failing(9))
    const later = probe('later', { retry: { attempts: 5, delayMs: 600_000 } })
    const { id } = await lab.start(await lab.workflow({ steps: [later] }))
    await until('the step to wait', async () =>
      (await lab.show(id)).stepResults.some(({ status }) => status === 'waiting')
    )
    assert.equal((await lab.act(id, 'cancel')).body.status, 'cancelled')
  })

  test('a step that takes too long is stopped', async ({ assert }) => {
    const { behavior, begun, stopped } = hanging()
    steps.on('slow', behavior)
    const slow = probe('slow', { timeoutMs: 60_000, retry: { attempts: 1 } })
    const { id } = await lab.start(await lab.workflow({ steps: [slow] }))
    await begun
    lab.app.clock.advance(60_000)
    const run = await lab.reached(id, 'failed')
    assert.equal((await stopped).name, 'TimeoutError')
    assert.match(run.errorMessage ?? '', /took longer than 60000 ms/)
  })

  test('a run keeps the definition it started with', async ({ assert }) => {
    const gate = Promise.withResolvers<void>()
    steps.on('gated', () => gate.promise)
    const flow = await lab.workflow({ steps: probes('gated', 'old') })
    const { id } = await lab.start(flow)
    await until('the first step', () => steps.of('gated').length > 0)
    await lab.app.ok('PUT', `/api/integrations/workflows/${flow}`, {
      as: lab.tenant.admin,
      body: { steps: probes('gated', 'new') },
    })
    gate.resolve()
    const run = await lab.reached(id, 'completed')
    assert.deepEqual(
      run.stepResults.map(({ stepId }) => stepId),
      ['gated', 'old']
    )
    assert.lengthOf(steps.of('new'), 0)
  })

  test('large and unusual outputs are limited', async ({ assert }) => {
    steps.on('large', () => ({ text: 'x'.repeat(100_000) }))
    steps.on('odd', () => ({ text: 'a\0b\ud800', number: Infinity }))
    steps.on('circular', () => {
      const circle: Record<string, unknown> = {}
      return Object.assign(circle, { circle })
    })
    const circular = probe('circular', { retry: { attempts: 1 } })
    const flow = await lab.workflow({ steps: [...probes('large', 'odd'), circular] })
    const run = await lab.reached((await lab.start(flow)).id, 'failed')
    const [large, odd] = run.stepResults
    assert.containSubset(large?.output, { truncated: true, bytes: 100_011 })
    const [listed] = await lab.runsOf(flow)
    assert.sameMembers(Object.keys(listed?.stepResults[0]?.output as object), [
      'truncated',
      'bytes',
    ])
    assert.deepEqual(listed?.stepResults[1]?.output, odd?.output)
    assert.deepEqual(odd?.output, { text: 'ab\ufffd', number: null })
    assert.match(run.errorMessage ?? '', /Step 3 .*circular/)
  })

  test('a paused or foreign workflow and an unknown asset are not started', async ({ assert }) => {
    const flow = await lab.workflow({ steps: probes('first'), isActive: false })
    const body = { flowId: flow }
    const call = (given: object) =>
      lab.app.call('POST', '/api/flow-executions/trigger', { as: lab.tenant.editor, body: given })
    assert.equal((await call(body)).status, 409)
    assert.equal((await call({ flowId: 'missing' })).status, 404)
    assert.equal((await call({ flowId: await lab.workflow({}), assetId: 'none' })).status, 404)
    assert.equal((await call({})).status, 422)
  })

  test('lists by status and search, and counts', async ({ assert }) => {
    const flow = await lab.workflow({ name: 'Harbor 100% report', steps: [] })
    const { id, executionId } = await lab.start(flow)
    await lab.reached(id, 'completed')
    const list = (query: string) =>
      lab.app.call<{ id: string; createdAt: string }[]>('GET', `/api/flow-executions?${query}`, {
        as: lab.tenant.viewer,
      })
    for (const search of ['HARBOR 100%', flow, executionId.slice(0, 8)]) {
      const { body } = await list(`status=completed&search=${encodeURIComponent(search)}`)
      assert.deepEqual(
        body.map((run) => run.id),
        [id]
      )
    }
    assert.lengthOf((await list(`status=failed&search=${flow}`)).body, 0)
    assert.equal((await list('status=unheard')).status, 400)
    const [run] = (await list(`search=${flow}`)).body
    assert.lengthOf((await list(`search=${flow}&after=${run!.createdAt}`)).body, 1)
    assert.lengthOf((await list(`search=${flow}&before=${run!.createdAt}`)).body, 0)
    for (const after of [
      'yesterday',
      '2027-01-31',
      '2027-02-30T00:00:00Z',
      '0000-01-01T00:00:00Z',
      // Red when a time is not checked again after its conversion to UTC.
      '9999-12-31T23:00:00-02:00',
    ]) {
      const refused = await list(`after=${after}`)
      assert.equal(refused.status, 400, after)
      assert.include(
        JSON.stringify(refused.body),
        'The filter \\"after\\" must be an instant such as'
      )
    }
    // Red when a filter accepts any number of values.
    const words = JSON.stringify({ executionId: Array.from({ length: 1_001 }, () => 'a') })
    assert.equal((await list(`filter=${encodeURIComponent(words)}`)).status, 400)
    const begun = await list(`executionId=${executionId.slice(0, 8).toUpperCase()}*`)
    assert.deepEqual(
      begun.body.map((one) => one.id),
      [id]
    )
    assert.lengthOf((await list(`id=${id.slice(0, 20)}*&search=${flow}`)).body, 1)
    for (const short of ['3f2*', '%25f2a9c41*']) {
      assert.equal((await list(`executionId=${short}`)).status, 400, short)
    }
    const extremes = 'after=0001-01-01T00:00:00Z&before=9999-12-31T23:59:59.999Z'
    assert.lengthOf((await list(`search=${flow}&${extremes}`)).body, 1)
    const stats = await lab.app.ok<Record<string, number>>('GET', '/api/flow-executions/stats', {
      as: lab.tenant.viewer,
    })
    const all = await lab.runsOf(flow)
    assert.lengthOf(all, 1)
    assert.isAbove(stats.completedToday!, 0)
    assert.isAbove(stats.failedToday!, 0)
    assert.equal(stats.runningExecutions, 0)
    assert.isAbove(stats.successRate!, 0)
    assert.isBelow(stats.successRate!, 100)
  })

  test('the database error of a failure appears only in the log', async ({ assert }) => {
    const { readableMessage: tellable } = await import('../runs/try_step.js')
    const failing = asOperator('test', async () => unscoped().from('no_such_table').first())
    const error = await failing.catch((cause: unknown) => cause)
    assert.match(String(error), /no_such_table/)
    assert.notMatch(tellable(error), /no_such_table/)
    assert.equal(tellable(new Error('The partner is closed.')), 'The partner is closed.')
  })
})

/** Types of the events about a run, in log order. */
const typesAbout = (id: string) =>
  asOperator('look at the log', async () => {
    const rows = await unscoped().from('middleware_events').where('target_id', id).orderBy('seq')
    return rows.map((row) => String(row.event_type))
  })
