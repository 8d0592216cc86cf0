import { test } from '@japa/runner'
import { bootApp } from '@crossdock/backend/testing'
import { MASK } from '@crossdock/kernel/secrets'
import { inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { Brancher } from './branching.js'
import { FlowLab, probe, probes, type Run } from './flow_lab.js'
import { failing, hanging, probePlugin } from './probe.js'

type Replayed = Run & {
  replayOf: string | null
  replayedFrom: string | null
  version: number | null
  activeVersion: number | null
}

test.group('replays of runs', (group) => {
  const steps = new Brancher()
  let lab: FlowLab

  group.setup(async () => {
    const app = await bootApp({ plugins: [probePlugin(steps)] })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const replay = (id: string, body: object = {}) =>
    lab.app.call<Replayed>('POST', `/api/flow-executions/${id}/replay`, {
      as: lab.tenant.editor,
      body,
    })
  const inputOf = (id: string) =>
    inTenant(lab.tenant.id, async () => {
      const [row] = await tenantTable<{ context_data: unknown }>('flow_execution_history')
        .where('id', id)
        .select('context_data')
      const { context_data: data } = row!
      return typeof data === 'string' ? data : JSON.stringify(data)
    })
  const refusals = (reply: { body: object }) => JSON.stringify(reply.body)

  // Red when replayRun() creates a new input, or refuses a run that was cancelled before it started.
  test('have the same input, however the run ended', async ({ assert }) => {
    const file = await lab.upload('arrival.csv', 'one')
    const { behavior, begun } = hanging()
    steps.on('fails', failing(9, false))
    steps.on('endless', behavior)
    const flows = {
      completed: await lab.workflow({ name: 'Whole', steps: probes('fine') }),
      failed: await lab.workflow({ name: 'Broken', steps: probes('fails') }),
      cancelled: await lab.workflow({ name: 'Endless', steps: probes('endless') }),
    }
    for (const [status, flow] of Object.entries(flows)) {
      const { id } = await lab.start(flow, file)
      if (status === 'cancelled') {
        await begun
        await lab.act(id, 'cancel')
      }
      await lab.reached(id, status)
      if (status === 'failed') steps.on('fails', () => 'now it works')
      if (status === 'cancelled') steps.on('endless', () => 'now it ends')
      const { status: code, body } = await replay(id)
      assert.equal(code, 202, JSON.stringify(body))
      assert.containSubset(body, { replayOf: id, replayedFrom: null })
      // A worker may have started it before it is read for the answer.
      assert.include(['pending', 'running'], body.status)
      assert.notEqual(body.executionId, id)
      assert.equal(await inputOf(body.id), await inputOf(id), status)
      await lab.reached(body.id, 'completed')
    }
  })

  // Red when copyResults() copies nothing, or a copied step runs again.
  test('start at any step, with the outputs of the steps before', async ({ assert }) => {
    steps.on('last', ({ input }) => input.steps)
    const flow = await lab.workflow({ steps: probes('one', 'two', 'last') })
    const { id } = await lab.reached((await lab.start(flow)).id, 'completed')
    const { body } = await replay(id, { fromStepId: 'last' })
    assert.containSubset(body, { replayOf: id, replayedFrom: 'last' })
    const run = await lab.reached(body.id, 'completed')
    assert.deepEqual(run.stepResults.at(-1)!.output, { one: { done: 'one' }, two: { done: 'two' } })
    assert.lengthOf(steps.of('one'), 1)
    assert.lengthOf(steps.of('two'), 1)
    assert.lengthOf(steps.of('last'), 2)
    assert.equal(steps.of('last')[1]!.key, `${run.executionId}:last`)
  })

  test('start inside the branch that was taken, and in no other', async ({ assert }) => {
    steps.decides('fork', () => ({ enter: 'yes', output: { chosen: 'yes' } }))
    steps.on('behind', ({ input }) => Object.keys(input.steps))
    const fork = { ...probe('fork'), branches: { yes: probes('a', 'b'), no: probes('c') } }
    const flow = await lab.workflow({ steps: [fork, probe('behind')] })
    const { id } = await lab.reached((await lab.start(flow)).id, 'completed')
    const run = await lab.reached(
      (await replay(id, { fromStepId: 'b' })).body.id,
      'completed',
      'failed'
    )
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    assert.sameMembers(run.stepResults.at(-1)!.output as string[], ['a', 'b', 'fork'])
    assert.lengthOf(steps.of('fork'), 1)
    assert.lengthOf(steps.of('a'), 1)
    assert.lengthOf(steps.of('b'), 2)
    const other = await replay(id, { fromStepId: 'c' })
    assert.equal(other.status, 409)
    assert.include(refusals(other), 'did not reach step 4 (Probe)')
  })

  test('are refused with the reason', async ({ assert }) => {
    steps.on('stops', failing(9, false))
    const flow = await lab.workflow({ name: 'Stopped', steps: probes('stops', 'later') })
    const { id } = await lab.reached((await lab.start(flow)).id, 'failed')
    const early = await replay(id, { fromStepId: 'later' })
    assert.equal(early.status, 409)
    const unknown = await replay(id, { fromStepId: 'missing' })
    assert.equal(unknown.status, 422)
    assert.include(refusals(unknown), 'fromStepId')
    const large = await replay(id, { input: { data: 'x'.repeat(70_000) } })
    assert.equal(large.status, 422)
    assert.equal((await replay(id, { input: { assetId: 'none' } })).status, 404)
    await lab.app.ok('PUT', `/api/integrations/workflows/${flow}`, {
      as: lab.tenant.admin,
      body: { isActive: false },
    })
    const paused = await replay(id)
    assert.equal(paused.status, 409)
    assert.include(refusals(paused), 'is paused')
  })

  const repair = (id: string, body: object) =>
    lab.app.ok('PUT', `/api/integrations/workflows/${id}`, { as: lab.tenant.admin, body })

  // Red when definitionOf() returns the definition of the old run.
  test('take up the failed run of a workflow that was repaired since', async ({ assert }) => {
    steps.on('wrong', failing(99, false))
    const file = await lab.upload('order.csv', 'one')
    const flow = await lab.workflow({ name: 'Repaired', steps: probes('before', 'wrong') })
    const { id } = await lab.reached((await lab.start(flow, file)).id, 'failed')
    await repair(flow, { steps: probes('before', 'right') })
    assert.containSubset(await lab.show(id), { version: 1, activeVersion: 2 })
    await lab.act(id, 'retry')
    await lab.reached(id, 'failed')

    const { body: repaired } = await replay(id)
    assert.containSubset(repaired, { version: 2, activeVersion: 2, replayOf: id })
    assert.equal(await inputOf(repaired.id), await inputOf(id))
    const run = await lab.reached(repaired.id, 'completed', 'failed')
    assert.equal(run.status, 'completed', run.errorMessage ?? '')

    const { body: same } = await replay(id, { version: 'same' })
    assert.containSubset(same, { version: 1, activeVersion: 2 })
    await lab.reached(same.id, 'failed')
    assert.equal((await replay(id, { version: 'newest' })).status, 422)

    await repair(flow, { isActive: false })
    assert.containSubset(await lab.show(id), { version: 1, activeVersion: null })
  })

  // Red when resultsBefore() always reads the old definition, or copies results of a step of another type.
  test('on the active version from a step take over only what the run has done', async ({
    assert,
  }) => {
    steps.on('first', () => 'done before')
    steps.on('target', ({ input }) => input.steps)
    const flow = await lab.workflow({ name: 'Moved', steps: probes('first', 'target') })
    const { id } = await lab.reached((await lab.start(flow)).id, 'completed')
    await repair(flow, { steps: probes('first', 'target', 'after') })

    const own = await replay(id, { fromStepId: 'target' })
    assert.containSubset(own.body, { version: 1, totalSteps: 2 })
    await lab.reached(own.body.id, 'completed')

    const active = await replay(id, { fromStepId: 'target', version: 'active' })
    assert.containSubset(active.body, { version: 2, totalSteps: 3, replayedFrom: 'target' })
    const run = await lab.reached(active.body.id, 'completed')
    assert.deepEqual(run.stepResults[1]!.output, { first: 'done before' })
    assert.lengthOf(steps.of('first'), 1)

    const missing = await replay(id, { fromStepId: 'gone', version: 'active' })
    assert.equal(missing.status, 422)
    assert.include(refusals(missing), 'The active version has no step')
    await repair(flow, { steps: probes('first', 'added', 'target') })
    const added = await replay(id, { fromStepId: 'target', version: 'active' })
    assert.equal(added.status, 409)
    assert.include(refusals(added), 'has steps before step 3 (Probe) that the run did not do')
    const delay = { id: 'first', type: 'delay', config: { amount: 1, unit: 'seconds' } }
    await repair(flow, { steps: [delay, ...probes('target')] })
    assert.equal((await replay(id, { fromStepId: 'target', version: 'active' })).status, 409)
  })

  // Red when the given data is used as it is: steps would send the mask to other systems.
  test('keep the secrets of the input where it is masked', async ({ assert }) => {
    steps.on('sends', ({ input }) => input.data)
    const flow = await lab.workflow({ steps: probes('sends') })
    const { id } = await lab.reached((await lab.start(flow)).id, 'completed')
    const secret = { order: 7, login: { password: 's3cr3t-of-partner', user: 'ada' } }
    const first = await replay(id, { input: { data: { ...secret, pins: [{ pin: '0815' }] } } })
    await lab.reached(first.body.id, 'completed')
    const path = `/api/flow-executions/${first.body.id}`
    type Shown = { contextData: { data: typeof secret & { pins: { pin: string }[] } } }
    const seen = await lab.app.ok<Shown>('GET', path, { as: lab.tenant.admin })
    const { data } = seen.contextData
    assert.deepEqual(data.login, { password: MASK, user: 'ada' })
    const as = (caller: typeof lab.tenant.admin, given: object) =>
      lab.app.call<Replayed>('POST', `${path}/replay`, {
        as: caller,
        body: { input: { data: given } },
      })

    const { body } = await as(lab.tenant.admin, { ...data, order: 8 })
    await lab.reached(body.id, 'completed')
    assert.deepEqual(steps.of('sends').at(-1)!.context.input.data, {
      order: 8,
      login: { password: 's3cr3t-of-partner', user: 'ada' },
      pins: [{ pin: '0815' }],
    })
    // A mask elsewhere has no value, and entries of a list may have moved.
    const moved = { ...data, other: MASK }
    const list = { ...data, pins: [...data.pins, { pin: '4711' }] }
    for (const given of [moved, list]) {
      const refused = await as(lab.tenant.admin, given)
      assert.equal(refused.status, 422)
      assert.include(refusals(refused), 'masked values')
    }
    // Red when a caller who may not see the data can send its secrets elsewhere.
    const editor = await as(lab.tenant.editor, { ...data, url: 'https://elsewhere.example' })
    assert.equal(editor.status, 422)
  })

  // Red when a person who cannot test a draft can replay its test, which acts for the person who tested.
  test('of a test of a draft need flows.write, and count on the active version', async ({
    assert,
  }) => {
    const flow = await lab.workflow({ name: 'Drafted', steps: probes('draft') })
    const path = `/api/integrations/workflows/${flow}/draft/test`
    const as = lab.tenant.admin
    const { id } = await lab.app.ok<Run>('POST', path, { as, body: {} })
    await lab.reached(id, 'completed')
    const given = { version: 'same', input: { data: { order: 7 } } }
    for (const body of [{}, given]) {
      const refused = await replay(id, body)
      assert.equal(refused.status, 403)
      assert.include(refusals(refused), 'tested a draft')
    }
    const again = await lab.app.ok<Replayed>('POST', `/api/flow-executions/${id}/replay`, {
      as,
      body: {},
    })
    assert.containSubset(again, { triggerType: 'test', version: null })
    const active = await replay(id, { version: 'active' })
    // Red when it stays a test, which no statistics and no alerts count.
    assert.containSubset(active.body, { triggerType: 'manual', version: 1 })
  })

  test('may have another input', async ({ assert }) => {
    steps.on('reads', ({ input }) => ({ data: input.data, assetId: input.assetId }))
    const [former, other] = [await lab.upload('a.csv', '1'), await lab.upload('b.csv', '2')]
    const flow = await lab.workflow({ steps: probes('reads') })
    const { id } = await lab.reached((await lab.start(flow, former)).id, 'completed')
    const input = { assetId: other, data: { order: 7 } }
    const run = await lab.reached((await replay(id, { input })).body.id, 'completed')
    assert.deepEqual(run.stepResults[0]!.output, { data: { order: 7 }, assetId: other })
  })
})
