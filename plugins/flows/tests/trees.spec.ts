import { test } from '@japa/runner'
import { bootApp, until } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import type { Problem } from '@crossdock/kernel/ground'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { size, notifySeen } from '@crossdock/kernel/testing'
import { flowRuns } from '../contracts/index.js'
import { Brancher, failingAt } from './branching.js'
import { FlowLab, probe, probes, type Run } from './flow_lab.js'
import { failing, hanging, probePlugin } from './probe.js'

const many = (count: number) => [...Array(count).keys()].map((at) => `s${at}`)
const token = () => crypto.randomUUID()

/** Paths with their status, in the order of the API. */
const shown = ({ stepResults }: Run) => stepResults.map(({ path, status }) => [path, status])

test.group('Flows as trees', (group) => {
  const steps = new Brancher()
  let lab: FlowLab

  group.setup(async () => {
    const app = await bootApp({ plugins: [probePlugin(steps)] })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const tree = (id: string, branches: object, config: object = {}) => ({
    ...probe(id, config),
    branches,
  })
  const begun = async (given: object[]) => lab.start(await lab.workflow({ steps: given }))
  const ended = async ({ id }: { id: string }) => lab.reached(id, 'completed', 'failed')
  const keysOf = (run: Run, ...ids: string[]) =>
    ids.flatMap((id) => steps.of(id)).map(({ key }) => key.replace(`${run.executionId}:`, ''))
  const inside = <T>(work: () => Promise<T>) => inTenant(lab.tenant.id, work)

  // Red when results are stored by step id, or #afterList does not continue after the branching step.
  test('a step continues in one of its branches, and the flow after it', async ({ assert }) => {
    steps.decides('fork', () => ({ enter: 'yes', output: { chosen: 'yes' } }))
    steps.on('last', ({ input }) => input.steps)
    const run = await ended(
      await begun([
        ...probes('before'),
        tree('fork', { yes: probes('one', 'two'), no: probes('never') }),
        ...probes('last'),
      ])
    )
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    assert.deepEqual(shown(run), [
      ['before', 'completed'],
      ['fork', 'completed'],
      ['fork.yes.one', 'completed'],
      ['fork.yes.two', 'completed'],
      ['fork.no.never', 'skipped'],
      ['last', 'completed'],
    ])
    assert.deepEqual(run.stepResults.at(-1)!.output, {
      before: { done: 'before' },
      fork: { chosen: 'yes' },
      one: { done: 'one' },
      two: { done: 'two' },
    })
    assert.containSubset(run, { totalSteps: 6, completedSteps: 6 })
    assert.deepEqual(keysOf(run, 'one'), ['fork.yes.one'])
  })

  test('an empty or missing branch completes immediately', async ({ assert }) => {
    steps.decides('empty', ({ step }) => ({ enter: step.config.to as string }))
    for (const [to, branches] of [
      ['yes', { yes: [] }],
      ['no', { yes: probes('other') }],
    ] as const) {
      const run = await ended(await begun([tree('empty', branches, { to }), ...probes('after')]))
      assert.equal(run.status, 'completed')
      assert.deepEqual(run.stepResults[0]!.output, { branch: to })
    }
    assert.lengthOf(steps.of('other'), 0)
  })

  test('condition takes yes or no depending on the value it reads', async ({ assert }) => {
    steps.on('asked', () => ({
      body: { total: 120, tags: ['late', 'large'], 'customer name': 'Ann' },
    }))
    const cases: [object, string][] = [
      [{ value: 'steps.asked.body.total', operator: 'greater', other: '99.5' }, 'yes'],
      [{ value: 'steps.asked.body.total', operator: 'equals', other: '120.0' }, 'yes'],
      [{ value: 'steps.asked.body.tags', operator: 'contains', other: 'late' }, 'yes'],
      [{ value: 'steps.asked.body["customer name"]', operator: 'equals', other: 'Ann' }, 'yes'],
      [{ value: 'steps.asked.body.tags[1]', operator: 'equals', other: 'large' }, 'yes'],
      [{ value: 'steps.asked.body.none.deeper', operator: 'exists' }, 'no'],
      [{ value: 'user.email', operator: 'contains', other: 'editor@' }, 'yes'],
      [{ value: 'file.name', operator: 'equals', other: 'a.txt' }, 'yes'],
      [{ value: 'file.path', operator: 'equals', other: '/a.txt' }, 'yes'],
      [{ value: 'file.path', operator: 'equals', other: 'a.txt' }, 'yes'],
      [{ value: 'event.eventType', operator: 'equals', other: 'file_upload' }, 'no'],
      [{ value: 'steps.asked.body.constructor', operator: 'exists' }, 'no'],
    ]
    const asset = await lab.upload('a.txt', 'x')
    for (const [config, branch] of cases) {
      const condition = {
        id: 'check',
        type: 'condition',
        config,
        branches: { [branch]: probes('in') },
      }
      const flow = await lab.workflow({ steps: [...probes('asked'), condition] })
      const run = await ended(await lab.start(flow, asset))
      assert.equal(run.status, 'completed', JSON.stringify([config, run.errorMessage]))
      assert.deepEqual(run.stepResults[1]!.output, { branch }, JSON.stringify(config))
      assert.equal(run.stepResults[2]!.path, `check.${branch}.in`)
      assert.equal(run.stepResults[2]!.status, 'completed')
    }
  })

  // Red when items of a branch start together, or out of order.
  test('items run one after the other, each with its own results', async ({ assert }) => {
    const order: unknown[] = []
    steps.decides('list', () => ({ enter: 'each', items: ['a', 'b', 'c'] }))
    steps.on('first', ({ input }) => void order.push(`first ${input.index}`))
    steps.on('second', ({ input }) => {
      order.push(`second ${input.index}`)
      return { item: input.item, before: input.steps }
    })
    steps.on('behind', ({ input }) => input.steps)
    const run = await ended(
      await begun([tree('list', { each: probes('first', 'second') }), ...probes('behind')])
    )
    assert.deepEqual(
      order,
      [0, 1, 2].flatMap((at) => [`first ${at}`, `second ${at}`])
    )
    const outputs = ['a', 'b', 'c'].map((item) => ({ item, before: { first: { done: 'first' } } }))
    assert.deepEqual(run.stepResults[0]!.output, outputs)
    assert.deepEqual(
      run.stepResults.map(({ path }) => path),
      ['list', ...[0, 1, 2].flatMap((at) => [`list[${at}].first`, `list[${at}].second`]), 'behind']
    )
    // Red when all items read the outputs of one item.
    assert.deepEqual(run.stepResults.at(-1)!.output, { list: outputs })
  })

  // Red when read() also finds inherited properties.
  test('condition does not find properties of all objects', async ({ assert }) => {
    const given = ['data.constructor', 'steps.made.__proto__', 'steps.made.toString'].map(
      (value) => ({
        type: 'condition',
        config: { value, operator: 'exists' },
      })
    )
    const { stepResults } = await ended(await begun([...probes('made'), ...given]))
    assert.deepEqual(
      stepResults.slice(1).map(({ output }) => output),
      given.map(() => ({ branch: 'no' }))
    )
  })

  // Red when the path of item 1 also matches item 10.
  test('item 10 reads nothing of item 1', async ({ assert }) => {
    steps.decides('eleven', () => ({ enter: 'each', items: many(11) }))
    steps.on('reads', ({ input }) => Object.keys(input.steps))
    const run = await ended(await begun([tree('eleven', { each: probes('reads', 'shows') })]))
    const read = run.stepResults.filter(({ stepId }) => stepId === 'reads')
    assert.deepEqual(
      read.map(({ output }) => output),
      many(11).map(() => [])
    )
  })

  // Red when more or fewer items run in parallel than `parallel` says.
  test('the number of items in parallel is that of the step', async ({ assert }) => {
    let now = 0
    let most = 0
    steps.decides('wide', () => ({
      enter: 'each',
      items: [...Array(9).keys()],
      parallel: 3,
    }))
    steps.on('busy', async ({ input }) => {
      most = Math.max(most, ++now)
      await until('others', () => most === 3)
      now--
      return { item: input.item }
    })
    const run = await ended(await begun([tree('wide', { each: probes('busy') })]))
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    assert.equal(most, 3)
    assert.deepEqual(
      run.stepResults[0]!.output,
      [...Array(9).keys()].map((item) => ({ item }))
    )
    assert.lengthOf(steps.of('busy'), 9)
  })

  // Red when one of several failures ends the run before the others are recorded, or is forgotten.
  test('a failed item ends the run; a retry resumes only that item', async ({ assert }) => {
    steps.decides('mixed', () => ({ enter: 'each', items: ['a', 'b', 'c'], parallel: 3 }))
    steps.on('work', failingAt(1, 1))
    const inner = tree('mixed', { each: probes('work') })
    steps.decides('outer', () => ({ enter: 'yes' }))
    const failed = await ended(await begun([tree('outer', { yes: [inner] }), ...probes('end')]))
    assert.equal(failed.status, 'failed')
    assert.match(failed.errorMessage!, /^Step 3 \(Probe\): No luck with item 1\.$/)
    assert.deepInclude(shown(failed), ['outer.yes.mixed[1].work', 'failed'])
    // Red when an outer step of the failed step is shown with its stored status.
    assert.deepInclude(shown(failed), ['outer', 'completed'])
    assert.deepInclude(shown(failed), ['outer.yes.mixed', 'stopped'])
    const before = steps.of('work').length
    assert.equal((await lab.act(failed.id, 'retry')).status, 200)
    const run = await ended(failed)
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    assert.lengthOf(steps.of('work').slice(before), 4 - before)
    const times = Object.groupBy(steps.of('work'), ({ key }) => key)
    assert.deepEqual(
      Object.values(times)
        .map((calls) => calls!.length)
        .sort(),
      [1, 1, 2]
    )
    assert.deepEqual(
      run.stepResults.find(({ path }) => path === 'outer.yes.mixed')!.output,
      ['a', 'b', 'c'].map((item) => ({ item }))
    )
  })

  // Red when a parallel step shows the failure of a step in its branch, or the failed step looks handled.
  test('a parallel step around a failed one is stopped, and a retry resumes it', async ({
    assert,
  }) => {
    steps.on('left', failing(1, false))
    const config = { branches: ['one', 'two'] }
    const both = { one: probes('left'), two: probes('right') }
    const failed = await ended(
      await begun([{ id: 'both', type: 'parallel', config, branches: both }])
    )
    assert.deepEqual(shown(failed), [
      ['both', 'stopped'],
      ['both.one.left', 'failed'],
      ['both.two.right', 'completed'],
    ])
    assert.containSubset(failed.stepResults[0], { errorMessage: null, errorFamily: null })
    assert.containSubset(failed.stepResults[1], { isHandled: false })
    await lab.act(failed.id, 'retry')
    assert.equal((await ended(failed)).status, 'completed')
  })

  // Red when reopenFailed() lets the outer step wait, or counts it as failed.
  test('a step around one that fails again after a retry keeps its own state', async ({
    assert,
  }) => {
    steps.decides('around', () => ({ enter: 'yes' }))
    steps.on('breaks', failing(99, false))
    const failed = await ended(await begun([tree('around', { yes: probes('breaks') })]))
    const states = [
      ['around', 'completed'],
      ['around.yes.breaks', 'failed'],
    ]
    assert.deepEqual(shown(failed), states)
    const { body } = await lab.act(failed.id, 'retry')
    assert.include(['running', 'completed'], body.stepResults[0]!.status)
    const again = await ended(failed)
    assert.deepEqual(shown(again), states)
    assert.equal(again.failedSteps, 1)
  })

  test('cancel aborts current calls in a branch, and no later step starts', async ({ assert }) => {
    const one = hanging()
    steps.decides('gate', () => ({ enter: 'yes' }))
    steps.on('stuck', one.behavior)
    const { id } = await begun([
      tree('gate', { yes: probes('stuck', 'later') }),
      ...probes('later2'),
    ])
    await one.begun
    const { body } = await lab.act(id, 'cancel')
    assert.deepEqual(shown(body), [
      ['gate', 'cancelled'],
      ['gate.yes.stuck', 'cancelled'],
      ['gate.yes.later', 'pending'],
      ['later2', 'pending'],
    ])
    await one.stopped
    assert.lengthOf(steps.of('later'), 0)
  })

  // Red when a wait occupies a worker: none would be left for the answer in between.
  test('delay waits for its time, keeps no job running, and continues after it', async ({
    assert,
  }) => {
    const delay = { id: 'wait', type: 'delay', config: { amount: 1, unit: 'seconds' } }
    const flow = await lab.workflow({ steps: [...probes('early'), delay, ...probes('late')] })
    const { id } = await lab.start(flow)
    await until('the wait', async () => (await lab.show(id)).stepResults[1]?.status === 'waiting')
    const run = await ended({ id })
    assert.equal(run.status, 'completed')
    const [, wait, late] = run.stepResults
    assert.equal(wait!.attempts, 1)
    const { until: at } = wait!.output as { until: string }
    assert.isAtLeast(Date.parse(late!.startedAt!), Date.parse(at))
    const past = { until: '2020-01-01T00:00:00Z' }
    const passed = await ended(await begun([{ id: 'wait', type: 'delay', config: past }]))
    assert.equal(passed.status, 'completed')
  })

  test('a run that waits for a token has no job, and continues when it is given', async ({
    assert,
  }) => {
    const key = token()
    steps.decides('ask', () => ({ wait: { token: key } }))
    steps.on('answered', ({ input }) => input.steps.ask)
    const { id } = await begun([...probes('ask', 'answered')])
    await until('the wait', async () => (await lab.jobsLeft()) === 0)
    assert.deepEqual(shown(await lab.show(id)), [
      ['ask', 'waiting'],
      ['answered', 'pending'],
    ])
    const other = new FlowLab(lab.app, await lab.app.tenant(`t${token().slice(0, 8)}`))
    const foreign = inTenant(other.tenant.id, () => flowRuns.use().resume(key, 1))
    await assert.rejects(() => foreign, /No run waits/)
    await inside(() => flowRuns.use().resume(key, { approved: true }))
    const run = await ended({ id })
    assert.deepEqual(run.stepResults[1]!.output, { approved: true })
    assert.lengthOf(
      steps.of('ask').filter(({ key: one }) => one.startsWith(run.executionId)),
      1
    )
    // Red when an answer is accepted twice.
    await assert.rejects(() => inside(() => flowRuns.use().resume(key, 2)), /No run waits/)
  })

  // Red when resume deletes the waits of other items.
  test('items wait for times and tokens in parallel', async ({ assert }) => {
    const keys = [token(), token(), token()]
    steps.decides('many', () => ({ enter: 'each', items: keys, parallel: 3 }))
    steps.decides('some', ({ input }) =>
      input.index === 0
        ? { wait: new Date(Date.now() + 300) }
        : { wait: { token: input.item as string } }
    )
    const { id } = await begun([tree('many', { each: probes('some', 'then') })])
    await until('all to wait', async () => (await lab.jobsLeft()) === 0)
    await Promise.all([1, 2].map((at) => inside(() => flowRuns.use().resume(keys[at]!, { at }))))
    const run = await ended({ id })
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    const of = (name: string) =>
      steps.of(name).filter(({ key }) => key.startsWith(run.executionId)).length
    assert.deepEqual([of('some'), of('then')], [3, 3])
  })

  test('a waiting run is cancelled, and later answers are refused', async ({ assert }) => {
    const key = token()
    steps.decides('open', () => ({ wait: { token: key } }))
    const { id } = await begun(probes('open'))
    await until('the wait', async () => (await lab.jobsLeft()) === 0)
    await inside(() => flowRuns.use().cancel(id))
    assert.equal((await lab.show(id)).status, 'cancelled')
    await assert.rejects(() => inside(() => flowRuns.use().resume(key, 1)), /No run waits/)
  })

  test('too many or too large items, and an invalid token, fail their step with a message', async ({
    assert,
  }) => {
    const wrong: [() => never | object, RegExp][] = [
      [() => ({ enter: 'each', items: Array(1_001).fill(0) }), /1001 items; it may have at most/],
      [() => ({ enter: 'each', items: ['x'.repeat(300_000)] }), /at most 262144/],
      [() => ({ wait: { token: 'a b' } }), /token/],
    ]
    for (const [outcome, sentence] of wrong) {
      steps.decides('wrong', () => outcome() as never)
      const run = await ended(await begun([tree('wrong', { each: probes('never') })]))
      assert.equal(run.status, 'failed')
      assert.match(run.errorMessage!, sentence)
      assert.equal(run.stepResults[0]!.attempts, 1)
    }
  })

  test('another plugin starts a run with its own data', async ({ assert }) => {
    steps.on('data', ({ input }) => ({ got: input.data }))
    const workflowId = await lab.workflow({ steps: probes('data') })
    const start = (input: object, id = workflowId) =>
      inside(() => flowRuns.use().start({ workflowId: id, trigger: 'webhook', input }))
    const run = await ended(await start({ data: { order: 7 } }))
    assert.containSubset(run, {
      triggerType: 'webhook',
      stepResults: [{ output: { got: { order: 7 } } }],
    })
    await assert.rejects(() => start({ data: 'x'.repeat(70_000) }), /at most 65536/)
    await assert.rejects(() => start({}, 'missing'), /There is no workflow/)
    const paused = await lab.workflow({ steps: [], isActive: false })
    await assert.rejects(() => start({}, paused), /is paused/)
  })

  test('a step type that is removed while runs wait in its branch fails them', async ({
    assert,
  }) => {
    const key = token()
    steps.decides('way', () => ({ enter: 'yes' }))
    steps.decides('held', () => ({ wait: { token: key } }))
    const { id } = await begun([tree('way', { yes: probes('held') }), ...probes('gone')])
    await until('the wait', async () => (await lab.jobsLeft()) === 0)
    await asOperator('as if its plugin was removed', async () => {
      const version = () => unscoped().from('integration_workflow_versions')
      const { steps: given } = await version()
        .whereRaw(`cast(steps as text) like '%"gone"%'`)
        .firstOrFail()
      const text = given.replaceAll('"probe"', '"vanished"')
      const [{ workflow_id: targetId }] = await version()
        .whereRaw(`cast(steps as text) like '%"gone"%'`)
        .update({ steps: text }, ['workflow_id'])
      notifySeen({
        eventType: 'workflow_updated',
        tenantId: null,
        targetType: 'workflow',
        targetId,
      })
    })
    await inside(() => flowRuns.use().resume(key, 1))
    await ended({ id })
    const as = lab.tenant.admin
    const { errorMessage } = await lab.app.ok<Run>('GET', `/api/flow-executions/${id}`, { as })
    assert.match(errorMessage!, /The step type "vanished" is no longer installed\./)
  })

  const create = (given: object[]) =>
    lab.app.call<Problem & { steps: object[] }>('POST', '/api/integrations/workflows', {
      as: lab.tenant.admin,
      body: { name: 'Tree', triggerType: 'manual', steps: given },
    })
  const deep = (levels: number): object =>
    levels === 1 ? probe(`l${levels}`) : tree(`l${levels}`, { yes: [deep(levels - 1)] })

  test('{0} is refused with a sentence')
    .with([
      [
        'a duplicate id in the tree',
        [tree('a', { yes: probes('b'), no: probes('b') })],
        'steps.0.branches.no.0.id',
        /id "b"/,
      ],
      [
        'a duplicate path',
        [tree('a', { yes: probes('b') }), probe('a.yes.b')],
        'steps.1.id',
        /"a\.yes\.b"/,
      ],
      [
        'an unknown branch',
        [tree('a', { maybe: probes('b') })],
        'steps.0.branches.maybe',
        /no branch "maybe".*yes, no, each/,
      ],
      [
        'a branch of a step without branches',
        [{ id: 'd', type: 'delay', config: { amount: 1 }, branches: { yes: [] } }],
        'steps.0.branches.yes',
        /no branches/,
      ],
      ['an eleventh level', [deep(11)], /^steps\.0(\.branches\.yes\.0){9}\.branches$/, /10 deep/],
      [
        '1,001 steps',
        [
          tree('a', {
            yes: probes(...many(1_000)),
          }),
        ],
        'steps.0.branches.yes.999',
        /at most 1000 steps/,
      ],
      // Red when unknownNames() does not look into lists.
      ['an unknown field in a step', [{ ...probe('a'), color: 1 }], 'steps.0.color', /color/],
      [
        'an unknown field in a branch',
        [tree('a', { yes: [{ ...probe('b'), color: 1 }] })],
        'steps.0.branches.yes.0.color',
        /color/,
      ],
      [
        'a step in a branch that is not an object',
        [tree('a', { yes: [5] })],
        'steps.0.branches.yes.0',
        /JSON object/,
      ],
      ['a branch that is not a list', [tree('a', { yes: 5 })], 'steps.0.branches.yes', /list/],
      [
        'an invalid config in a branch',
        [tree('a', { yes: [{ type: 'delay', config: {} }] })],
        'steps.0.branches.yes.0.config.amount',
        /how long/,
      ],
      [
        'a condition without a value to compare with',
        [{ type: 'condition', config: { value: 'file.name', operator: 'equals' } }],
        'steps.0.config.other',
        /to compare with/,
      ],
      [
        'a condition that reads a missing value',
        [{ type: 'condition', config: { value: 'moon.phase', operator: 'exists' } }],
        'steps.0.config.value',
        /must start with/,
      ],
      [
        'a delay of a thousand days',
        [{ type: 'delay', config: { amount: 1_000, unit: 'days' } }],
        'steps.0.config.amount',
        /366 days/,
      ],
      [
        'a delay until an invalid time',
        [{ type: 'delay', config: { until: 'tomorrow' } }],
        'steps.0.config.until',
        /time with its zone/,
      ],
    ] as [string, object[], string | RegExp, RegExp][])
    .run(async ({ assert }, [, given, field, sentence]) => {
      const { status, body } = await create(given)
      assert.equal(status, 422, JSON.stringify(body).slice(0, 500))
      const named = body.errors[0]!.field
      if (typeof field === 'string') assert.equal(named, field)
      else assert.match(named, field)
      assert.match(body.message, sentence)
    })

  test('ten levels and a thousand steps are saved, shown, sent back as read, and run', async ({
    assert,
  }) => {
    steps.decides('wide', () => ({ enter: 'no' }))
    const withWide = (count: number) =>
      create([deep(10), tree('wide', { no: probes(...many(count)) })])
    const made = await withWide(989)
    assert.equal(made.status, 201, JSON.stringify(made.body).slice(0, 500))
    const { id } = made.body as unknown as { id: string }
    const path = `/api/integrations/workflows/${id}`
    const as = lab.tenant.admin
    const read = await lab.app.ok<{ steps: object[] }>('GET', path, { as })
    assert.deepEqual(read.steps, made.body.steps)
    const again = await lab.app.ok<{ steps: object[] }>('PUT', path, { as, body: read })
    assert.deepEqual(again.steps, read.steps)
    const count = size({ quick: 189, full: 989 })
    const worked = (await withWide(count)).body as unknown as { id: string }
    const run = await ended(await lab.start(worked.id))
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    assert.equal(run.totalSteps, 11 + count)
  })
})
