import { test } from '@japa/runner'
import { bootApp, until } from '@crossdock/backend/testing'
import { inTenant } from '@crossdock/kernel/tenancy'
import type { Problem } from '@crossdock/kernel/ground'
import { flowRuns, StepFailed, type ErrorFamily, type StepContext } from '../contracts/index.js'
import { Brancher } from './branching.js'
import { FlowLab, probe, probes, type Run } from './flow_lab.js'
import { probePlugin } from './probe.js'

const shown = ({ stepResults }: Run) => stepResults.map(({ path, status }) => [path, status])

const breaks =
  (family: ErrorFamily = 'internal', times = Infinity) =>
  ({ attempt, step }: StepContext) => {
    if (attempt > times) return { done: step.id }
    throw new StepFailed(`No luck with ${step.id}.`, {
      retryable: false,
      family,
      ...(family === 'auth' ? { status: 403 } : {}),
      output: { seen: true },
    })
  }

test.group('When a step or an item fails', (group) => {
  const steps = new Brancher()
  let lab: FlowLab

  group.setup(async () => {
    const app = await bootApp({ plugins: [probePlugin(steps)] })
    lab = new FlowLab(app, await app.tenant('acme'))
    steps.on('list', () => ({ items: [0, 1, 2, 3], text: 'x', deep: { list: ['a'] } }))
    return () => app.stop()
  })

  const each = (config: object, inner: object[], more: object = {}) => ({
    id: 'each',
    type: 'for_each',
    config: { items: 'steps.list.items', ...config },
    branches: { each: inner, ...more },
  })
  const ended = async ({ id }: { id: string }) => lab.reached(id, 'completed', 'failed')
  const work = async (given: object[]) =>
    ended(await lab.start(await lab.workflow({ steps: given })))
  const outputOf = (run: Run, path: string) =>
    run.stepResults.find((one) => one.path === path)?.output
  const odd = (index: number | undefined) => {
    if ((index ?? 0) % 2 === 1) throw new StepFailed(`Item ${index} is odd.`, { retryable: false })
    return { index }
  }
  const times = (run: Run, id: string) =>
    steps.of(id).filter(({ key }) => key.startsWith(run.executionId)).length

  // Red when a failed item ends the run, or another item takes its position in the results.
  test('for_each continues with the others, and the run completes with the failures', async ({
    assert,
  }) => {
    steps.on('item', ({ input }) => odd(input.index))
    steps.on('seen', ({ input }) => input.steps['each'])
    for (const parallel of [1, 3]) {
      const run = await work([
        ...probes('list'),
        each({ onItemError: 'continue', parallel }, probes('item')),
        ...probes('seen'),
      ])
      assert.equal(run.status, 'completed', run.errorMessage ?? '')
      assert.containSubset(run, { failedItems: 2, failedSteps: 0 })
      const report = {
        results: [{ index: 0 }, null, { index: 2 }, null],
        failedItems: [1, 3].map((index) => ({
          index,
          message: `Item ${index} is odd.`,
          family: 'internal',
        })),
      }
      assert.deepEqual(outputOf(run, 'each'), report)
      assert.deepEqual(outputOf(run, 'seen'), report)
      assert.deepInclude(shown(run), ['each[1].item', 'failed'])
      assert.containSubset(
        run.stepResults.find(({ path }) => path === 'each[1].item'),
        { isHandled: true, errorFamily: 'internal' }
      )
    }
  })

  test('items have their data, an empty list completes immediately, and a missing list fails', async ({
    assert,
  }) => {
    steps.on('item', ({ input }) => ({ item: input.item, index: input.index }))
    const fine = await work([
      ...probes('list'),
      each({ items: 'steps.list.deep.list' }, probes('item')),
    ])
    assert.deepEqual(outputOf(fine, 'each'), {
      results: [{ item: 'a', index: 0 }],
      failedItems: [],
    })
    for (const [items, sentence] of [
      ['steps.list.text', /is a text, not a list\. Choose a list/],
      ['steps.list.nothing', /This run has no/],
      ['steps.list', /is an object/],
    ] as const) {
      const run = await work([...probes('list'), each({ items }, probes('item'))])
      assert.equal(run.status, 'failed')
      assert.match(run.errorMessage!, sentence)
      assert.equal(run.stepResults[1]!.attempts, 1)
    }
    steps.on('many', () => ({ items: Array(1_001).fill(1) }))
    const many = await work([
      ...probes('many'),
      each({ items: 'steps.many.items' }, probes('item')),
    ])
    assert.match(many.errorMessage!, /1001 items; it may have at most 1000/)
  })

  // Red when a retry resumes items after which the run has continued.
  test('a retry leaves failed items of a completed list alone', async ({ assert }) => {
    steps.on('item', ({ input }) => odd(input.index))
    steps.on('later', breaks('internal', 1))
    const failed = await work([
      ...probes('list'),
      each({ onItemError: 'continue' }, probes('item')),
      ...probes('later'),
    ])
    assert.equal(failed.status, 'failed')
    await lab.act(failed.id, 'retry')
    const run = await ended(failed)
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    assert.equal(times(run, 'item'), 4)
    assert.deepInclude(shown(run), ['each[1].item', 'failed'])
    assert.equal((run as Run & { failedItems: number }).failedItems, 2)
  })

  test('a handled error lets the run continue, with its details', async ({ assert }) => {
    steps.on('call', breaks('auth'))
    steps.on('after', ({ input }) => input.steps['call'])
    const run = await work([probe('call', { onError: { then: 'continue' } }), ...probes('after')])
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    const error = {
      message: 'No luck with call.',
      family: 'auth',
      attempts: 1,
      status: 403,
      output: { seen: true },
    }
    assert.deepEqual(outputOf(run, 'after'), { error })
    assert.containSubset(run.stepResults[0], {
      status: 'failed',
      errorFamily: 'auth',
      isHandled: true,
      errorMessage: 'No luck with call.',
    })
  })

  // Red when families are ignored.
  test('only errors of the listed families are handled', async ({ assert }) => {
    steps.on('call', breaks('not_found'))
    for (const [families, status] of [
      [['timeout', 'not_found'], 'completed'],
      [['timeout'], 'failed'],
      [[], 'completed'],
    ] as const) {
      const run = await work([probe('call', { onError: { then: 'continue', families } })])
      assert.equal(run.status, status)
    }
  })

  test('the error branch reads the error, and the run continues after the step', async ({
    assert,
  }) => {
    steps.on('call', breaks('quota'))
    steps.on('fix', ({ input }) => input.steps['call'])
    const run = await work([
      {
        ...probe('call', { onError: { then: 'branch', families: ['quota'] } }),
        branches: { error: probes('fix') },
      },
      ...probes('after'),
    ])
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    assert.deepEqual(shown(run), [
      ['call', 'failed'],
      ['call.error.fix', 'completed'],
      ['after', 'completed'],
    ])
    assert.containSubset(outputOf(run, 'call.error.fix'), { error: { family: 'quota' } })
    steps.on('call', () => ({ fine: true }))
    const fine = await work([
      {
        ...probe('call', { onError: { then: 'branch' } }),
        branches: { error: probes('fix') },
      },
    ])
    assert.deepEqual(shown(fine), [
      ['call', 'completed'],
      ['call.error.fix', 'skipped'],
    ])
  })

  // Red when a step handles the errors of its own error branch, or a retry forgets the error.
  test('a failing step in an error branch ends the run; a retry continues there', async ({
    assert,
  }) => {
    steps.on('call', breaks('quota'))
    steps.on('fix', breaks('internal', 1))
    const failed = await work([
      {
        ...probe('call', { onError: { then: 'branch' } }),
        branches: { error: probes('fix') },
      },
    ])
    assert.equal(failed.status, 'failed')
    assert.match(failed.errorMessage!, /No luck with fix/)
    await lab.act(failed.id, 'retry')
    const run = await ended(failed)
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    assert.deepEqual([times(run, 'call'), times(run, 'fix')], [1, 2])
    assert.containSubset(run.stepResults[0], { status: 'failed', isHandled: true })
  })

  test('a step also handles failures in its branches; started items end first', async ({
    assert,
  }) => {
    const key = crypto.randomUUID()
    steps.decides('wait', ({ input }) =>
      input.index === 0 ? { wait: { token: key } } : { output: input.index }
    )
    steps.on('item', ({ input }) => {
      if (input.index === 1) throw new StepFailed('Not this one.', { retryable: false })
      return { index: input.index }
    })
    const flow = await lab.workflow({
      steps: [
        ...probes('list'),
        each({ parallel: 2, onError: { then: 'branch' } }, probes('wait', 'item'), {
          error: probes('mend2'),
        }),
        ...probes('behind'),
      ],
    })
    steps.on('mend2', ({ input }) => input.steps['each'])
    const { id } = await lab.start(flow)
    await until('the wait', async () => (await lab.jobsLeft()) === 0)
    assert.equal((await lab.show(id)).status, 'running')
    await inTenant(lab.tenant.id, () => flowRuns.use().resume(key, 1))
    const run = await ended({ id })
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    assert.match(
      (outputOf(run, 'each.error.mend2') as { error: { message: string } }).error.message,
      /^Step 4 \(Probe\): Not this one\.$/
    )
    // No third item has started.
    assert.deepEqual(times(run, 'item'), 2)
    assert.deepInclude(shown(run), ['behind', 'completed'])
    assert.deepInclude(shown(run), ['each[1].item', 'failed'])
  })

  const both = (config: object = {}, more: object = {}) => ({
    id: 'both',
    type: 'parallel',
    config: { branches: ['one', 'two'], ...config },
    branches: { one: probes('a', 'b'), two: probes('c'), ...more },
  })

  // Red when a branch waits for the other one.
  test('parallel runs its branches at the same time and outputs the result of each', async ({
    assert,
  }) => {
    const met = Promise.withResolvers<void>()
    steps.on('a', () => met.promise.then(() => ({ done: 'a' })))
    steps.on('c', () => met.resolve())
    steps.on('after', ({ input }) => input.steps['both'])
    const run = await work([both(), ...probes('after')])
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    assert.deepEqual(outputOf(run, 'after'), { one: { done: 'b' }, two: { done: 'c' } })
    assert.deepEqual(shown(run), [
      ['both', 'completed'],
      ['both.one.a', 'completed'],
      ['both.one.b', 'completed'],
      ['both.two.c', 'completed'],
      ['after', 'completed'],
    ])
  })

  test('a failing branch fails the step after the others have ended; a retry runs only that branch', async ({
    assert,
  }) => {
    steps.on('a', () => ({ done: 'a' }))
    steps.on('c', breaks('timeout', 1))
    const failed = await work([both(), ...probes('after')])
    assert.equal(failed.status, 'failed')
    assert.match(failed.errorMessage!, /^Step 1 \(Parallel\): Step 4 \(Probe\): No luck with c\.$/)
    assert.deepInclude(shown(failed), ['both.one.b', 'completed'])
    await lab.act(failed.id, 'retry')
    const run = await ended(failed)
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    assert.deepEqual(
      ['a', 'b', 'c'].map((id) => times(run, id)),
      [1, 1, 2]
    )
    steps.on('c', breaks('timeout'))
    const handled = await work([
      both({ onError: { then: 'continue', families: ['timeout'] } }),
      ...probes('after'),
    ])
    assert.equal(handled.status, 'completed', handled.errorMessage ?? '')
  })

  test('a list in a list, each with its own error handling', async ({ assert }) => {
    steps.on('item', ({ input }) => odd(input.index))
    const inner = { ...each({}, probes('item')), id: 'inner' }
    const run = await work([
      ...probes('list'),
      each({ onItemError: 'continue', parallel: 4 }, [inner]),
    ])
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    const { failedItems } = outputOf(run, 'each') as { failedItems: { message: string }[] }
    assert.lengthOf(failedItems, 4)
    assert.match(failedItems[0]!.message, /^Step 1 \(Probe\): Item 1 is odd|Item 1 is odd/)
    // In each of the four runs, item 0 completes, item 1 fails, and no other item starts.
    assert.equal(times(run, 'item'), 8)
  })

  test('{0} is refused when it is saved')
    .with([
      [
        'an error branch of a step without one',
        { ...probe('a'), branches: { error: probes('b') } },
        /no branch "error"/,
      ],
      [
        'an unknown family',
        probe('a', { onError: { then: 'fail', families: ['bad'] } }),
        /one of: timeout/,
      ],
      ['an unknown way to continue', probe('a', { onError: { then: 'jump' } }), /one of: fail/],
      [
        'a branch of parallel with a reserved name',
        { type: 'parallel', config: { branches: ['a', 'error'] } },
        /is the branch for errors/,
      ],
      ['parallel with one branch', { type: 'parallel', config: { branches: ['a'] } }, /at least 2/],
      [
        '21 items at a time',
        { type: 'for_each', config: { items: 'data.x', parallel: 21 } },
        /from 1 to 20/,
      ],
    ] as [string, object, RegExp][])
    .run(async ({ assert }, [, step, sentence]) => {
      const { status, body } = await lab.app.call<Problem>('POST', '/api/integrations/workflows', {
        as: lab.tenant.admin,
        body: { name: 'Wrong', triggerType: 'manual', steps: [step] },
      })
      assert.equal(status, 422, JSON.stringify(body))
      assert.match(body.message, sentence)
    })
})
