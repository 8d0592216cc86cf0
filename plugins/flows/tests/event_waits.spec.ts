import { test } from '@japa/runner'
import { bootApp, until } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import type { Problem } from '@crossdock/kernel/ground'
import { asOperator } from '@crossdock/kernel/tenancy'
import { size } from '@crossdock/kernel/testing'
import { StepFailed } from '../contracts/index.js'
import { FlowLab, probes, type Run } from './flow_lab.js'
import { Probe, probePlugin } from './probe.js'

const statuses = ({ stepResults }: Run) => stepResults.map(({ status }) => status)

// onBothDatabases: log positions and lock order differ between them
test.group('Steps that wait for an event', (group) => {
  const steps = new Probe()
  let lab: FlowLab

  group.setup(async () => {
    const app = await bootApp({ plugins: [probePlugin(steps)] })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const waiting = (config: object = {}) => ({
    id: 'wait',
    type: 'wait_for_event',
    config: { eventTypes: ['file_upload'], amount: 1, unit: 'hours', ...config },
  })
  const begin = async (given: object[], asset?: string) => {
    const { id } = await lab.start(await lab.workflow({ steps: given }), asset)
    return id
  }
  const settled = (id: string) =>
    until('the wait', async () => {
      const run = await lab.show(id)
      // A step that waits for its retry is also `waiting`, without a time.
      return run.stepResults.some((one) => one.status === 'waiting' && one.nextTryAt) && run
    })
  const ended = (id: string) => lab.reached(id, 'completed', 'failed')
  const admin = (id: string) =>
    lab.app.ok<Run>('GET', `/api/flow-executions/${id}`, { as: lab.tenant.admin })
  const waitsLeft = () =>
    asOperator('count waits', async () => (await unscoped().from('flow_event_waits')).length)

  // Red when the filter is ignored, or the event is not returned.
  test('the first matching event ends the wait', async ({ assert }) => {
    steps.on('name', () => ({ is: 'b.txt' }))
    const id = await begin([
      ...probes('name'),
      waiting({ value: 'event.payload.name', operator: 'equals', otherPath: 'steps.name.is' }),
      ...probes('after'),
    ])
    await settled(id)
    await lab.upload('a.txt', 'x')
    const asset = await lab.upload('b.txt', 'x')
    await ended(id)
    const run = await admin(id)
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    assert.containSubset(run.stepResults[1]!.output, {
      timedOut: false,
      event: { eventType: 'file_upload', targetId: asset },
    })
    assert.isNull(run.stepResults[1]!.nextTryAt)
    assert.lengthOf(
      steps.of('after').filter(({ key }) => key.startsWith(run.executionId)),
      1
    )
    await until('no wait to be left', async () => (await waitsLeft()) === 0)
  })

  test('with that setting, only events about the file of the run count', async ({ assert }) => {
    const asset = await lab.upload('mine.txt', 'x')
    const config = { eventTypes: ['metadata_change'], sameAsset: true }
    const id = await begin([waiting(config)], asset)
    await settled(id)
    const other = await lab.upload('other.txt', 'x')
    const tag = (one: string) =>
      lab.app.ok('PUT', `/api/assets/${one}`, {
        as: lab.tenant.editor,
        body: { metadata: { checked: true } },
      })
    await tag(other)
    await until('all to be matched', async () => (await lab.jobsLeft()) === 1)
    assert.equal((await lab.show(id)).status, 'running')
    await tag(asset)
    assert.equal((await ended(id)).status, 'completed')
  })

  const pass = (hours: number) =>
    asOperator('let time pass', async () => {
      const past = new Date(Date.now() - hours * 1_000).toISOString()
      await unscoped()
        .from('flow_step_results')
        .where({ waits_for: 'token', status: 'waiting' })
        .update({ next_try_at: past })
      await unscoped()
        .from('jobs')
        .where({ name: 'flows.run', state: 'scheduled' })
        .update({ run_at: past })
    })

  test('without an event the step fails after the time, or the run continues', async ({
    assert,
  }) => {
    for (const [whenLate, status] of [
      ['continue', 'completed'],
      ['fail', 'failed'],
    ] as const) {
      const id = await begin([waiting({ whenLate }), ...probes('after')])
      await settled(id)
      await pass(1)
      await lab.app.ok('GET', '/api/health/live').catch(() => undefined)
      await ended(id)
      const run = await admin(id)
      assert.equal(run.status, status)
      if (status === 'completed') {
        assert.deepEqual(run.stepResults[0]!.output, { timedOut: true, event: null })
      } else assert.match(run.errorMessage!, /None of these events came in time: file_upload/)
      // Red when an expired step leaves its wait behind.
      assert.equal(await waitsLeft(), 0)
      // Red when a failed step keeps its old wait after a retry.
      if (status === 'failed') {
        await lab.act(id, 'retry')
        await settled(id)
        await lab.upload(`${crypto.randomUUID()}.txt`, 'x')
        assert.equal((await ended(id)).status, 'completed')
      }
    }
  })

  // Red when a wait ignores events that came while it started: keepWait adds no job.
  test('an event that comes while the step starts to wait is not lost', async ({ assert }) => {
    const count = size({ quick: 10, full: 100 })
    const flow = await lab.workflow({ steps: [waiting()] })
    for (let at = 0; at < count; at++) {
      const started = lab.start(flow)
      const { id } = await started
      // As soon as the step has started, whether or not its wait is recorded.
      await until('the step', async () => (await lab.show(id)).stepResults[0]!.status !== 'pending')
      await lab.upload(`${crypto.randomUUID()}.txt`, 'x')
      assert.equal((await ended(id)).status, 'completed')
    }
  })

  test('of an event and a deadline at the same time, exactly one counts', async ({ assert }) => {
    const count = size({ quick: 5, full: 100 })
    const flow = await lab.workflow({
      steps: [waiting({ whenLate: 'continue' }), ...probes('race')],
    })
    for (let at = 0; at < count; at++) {
      const { id, executionId } = await lab.start(flow)
      await settled(id)
      await Promise.all([pass(1), lab.upload(`${crypto.randomUUID()}.txt`, 'x')])
      const run = await ended(id)
      assert.equal(run.status, 'completed', run.errorMessage ?? '')
      assert.deepEqual(statuses(run), ['completed', 'completed'])
      assert.lengthOf(
        steps.of('race').filter(({ key }) => key.startsWith(executionId)),
        1
      )
    }
  })

  test('a cancelled run has no waits', async ({ assert }) => {
    const id = await begin([waiting()])
    await settled(id)
    await lab.act(id, 'cancel')
    // Red when cancelExecution() leaves the wait until the next event.
    assert.equal(await waitsLeft(), 0)
    await lab.upload(`${crypto.randomUUID()}.txt`, 'x')
    assert.equal((await lab.show(id)).status, 'cancelled')
  })

  // Red when isMeant() does not check the run: the wait is deleted, and the retried step waits forever.
  test('a failed run waits again after a retry', async ({ assert }) => {
    const isWaiting = Promise.withResolvers<void>()
    steps.on('list', () => ({ of: [1, 2] }))
    steps.on('gate', async ({ input, attempt }) => {
      if (input.index !== 1 || attempt > 1) return {}
      await isWaiting.promise
      throw new StepFailed('Broken.', { retryable: false })
    })
    const each = {
      id: 'each',
      type: 'for_each',
      config: { items: 'steps.list.of', parallel: 2 },
      branches: { each: [...probes('gate'), waiting()] },
    }
    const id = await begin([...probes('list'), each])
    await settled(id)
    isWaiting.resolve()
    assert.equal((await ended(id)).status, 'failed')
    const upload = () => lab.upload(`${crypto.randomUUID()}.txt`, 'x')
    // Waits are checked in the order of their start. When this one has ended, the other one was checked.
    const other = await begin([waiting()])
    await settled(other)
    await upload()
    await ended(other)
    await lab.act(id, 'retry')
    await until('both items to wait', async () => {
      const { stepResults } = await lab.show(id)
      const waits = stepResults.filter(({ path }) => path.endsWith('.wait'))
      return waits.filter(({ status }) => status === 'waiting').length === 2
    })
    await upload()
    assert.equal((await ended(id)).status, 'completed')
  })

  test('{0} is refused when it is saved')
    .with([
      ['an unknown event', { eventTypes: ['moon_rise'] }, /no events of the type "moon_rise"/],
      // Red when check() checks permissions only: these events are for single people.
      [
        'an event that only the people concerned may read',
        { eventTypes: ['approval_requested'] },
        /You may not read events of the type "approval_requested"/,
      ],
      ['a value outside the event', { value: 'steps.a', other: 'x' }, /starts with "event"/],
      ['a comparison without a value', { value: 'event.payload.name' }, /to compare with/],
      ['a thousand days', { amount: 1_000, unit: 'days' }, /366 days/],
    ] as [string, object, RegExp][])
    .run(async ({ assert }, [, config, sentence]) => {
      const { status, body } = await lab.app.call<Problem>('POST', '/api/integrations/workflows', {
        as: lab.tenant.admin,
        body: { name: 'Wrong', triggerType: 'manual', steps: [waiting(config)] },
      })
      assert.equal(status, 422, JSON.stringify(body))
      assert.match(body.message, sentence)
    })
})
