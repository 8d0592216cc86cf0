import { test } from '@japa/runner'
import { bootApp, until } from '@crossdock/backend/testing'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { KnownSecrets, MASK } from '@crossdock/kernel/secrets'
import { flowsWrite, StepFailed, stepTypes, type FlowStep } from '../contracts/index.js'
import { asOneIfEqual, storedOutput } from '../runs/stored_output.js'
import { afterwards } from '../runs/outcome.js'
import { Brancher } from './branching.js'
import { FlowLab, probe, probes, type Run } from './flow_lab.js'
import { Probe, probePlugin } from './probe.js'

/** A probe whose words are for those who change workflows. */
class Quiet extends Probe {
  override readonly outputPermission = flowsWrite
}

const quietPlugin = (quiet: Quiet) =>
  definePlugin({
    name: 'quiet',
    version: '1.0.0',
    compatibility: '^1.0',
    dependsOn: ['flows'],
    contributes: [contribute(stepTypes, (types) => types.add('quiet', quiet))],
  })

test.group('Outcomes of steps', (group) => {
  const steps = new Brancher()
  const quiet = new Quiet()
  let lab: FlowLab

  group.setup(async () => {
    const app = await bootApp({ plugins: [probePlugin(steps), quietPlugin(quiet)] })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const ended = async (...given: object[]): Promise<Run> => {
    const { id } = await lab.start(await lab.workflow({ steps: given }))
    return lab.reached(id, 'completed', 'failed')
  }

  // Red when faultIn() is not asked: the step would be done again and again, wait for ever, or pass.
  test('what is no outcome, {0}, fails its step at once and names its type')
    .with([
      ['nothing', null, /gave back nothing/],
      ['a text', 'done', /gave back nothing/],
      ['no time', { wait: new Date(Number.NaN) }, /never comes/],
      ['a time behind all others', { wait: new Date(8.64e15) }, /never comes/],
      ['a wait for nothing', { wait: {} }, /waits for no time/],
      ['a token that is none', { wait: { token: undefined } }, /waits for no time/],
      ['a branch of another', { enter: 'maybe' }, /the branch "maybe"/],
      ['a branch all objects have', { enter: 'constructor' }, /the branch "constructor"/],
      ['items that are no list', { enter: 'each', items: 'abc' }, /no list/],
    ] as [string, unknown, RegExp][])
    .run(async ({ assert }, [, outcome, sentence]) => {
      steps.run = () => Promise.resolve(outcome as never)
      const run = await ended({ ...probe('odd'), branches: { each: probes('in') } })
      assert.equal(run.status, 'failed')
      assert.match(run.errorMessage!, /The step type "probe" has a fault: it/)
      assert.match(run.errorMessage!, sentence)
      assert.equal(run.stepResults[0]!.attempts, 1)
    })
    .teardown(() => void Reflect.deleteProperty(steps, 'run'))

  // Red when Deed.saving() takes what is thrown before there is a promise for a fault of the database.
  test('what a step saves may fail before it has begun', async ({ assert }) => {
    const save = (): never => {
      throw new Error('No room.')
    }
    steps.decides('save', () => ({ output: 1, save }))
    const run = await ended(probe('save', { retry: { attempts: 1 } }))
    assert.match(run.errorMessage!, /No room\./)
    assert.equal(run.stepResults[0]!.attempts, 1)
  })

  // Red when what the index refuses counts as a fault of the database: the step would run twenty times.
  test('a token another step waits for, or has, fails its step', async ({ assert }) => {
    const wait = { token: crypto.randomUUID() }
    steps.decides('ask', () => ({ wait }))
    const first = await lab.start(await lab.workflow({ steps: probes('ask') }))
    const run = await ended(...probes('ask'))
    assert.match(run.errorMessage!, /a token that a step has waited for before/)
    assert.equal(run.stepResults[0]!.attempts, 1)
    assert.equal((await lab.show(first.id)).stepResults[0]!.status, 'waiting')
    assert.equal((await lab.act(first.id, 'cancel')).status, 200)
  })

  // Red when errorOf() asks for the first step that failed: the words of another are the run's.
  test('why one item failed is in no error of a run in which another failed, too', async ({
    assert,
  }) => {
    const as = lab.tenant.admin
    const refuse = (why: string) => new StepFailed(why, { retryable: false })
    steps.decides('pair', () => ({ enter: 'each', items: [0, 1], parallel: 2 }))
    steps.on('open', async ({ input, execution: { id } }) => {
      if (input.index === 1) return
      await until('the other to fail', async () => {
        const { stepResults } = await lab.app.ok<Run>('GET', `/api/flow-executions/${id}`, { as })
        return stepResults.some(
          ({ path, status }) => path === 'pair[1].hush' && status === 'failed'
        )
      })
      throw refuse('No luck here.')
    })
    quiet.on('hush', () => Promise.reject(refuse('The pin is 4711.')))
    const inner = [probe('open'), { ...probe('hush'), type: 'quiet' }]
    const run = await ended({ ...probe('pair'), branches: { each: inner } })
    const path = `/api/flow-executions/${run.id}`
    assert.include((await lab.app.ok<Run>('GET', path, { as })).errorMessage, '4711')
    assert.notInclude(JSON.stringify(run), '4711')
    assert.include(JSON.stringify(run), 'No luck here.')
  })

  // Red when outputs are assigned by the ids of their steps: that one would be the prototype of all.
  test('a step may go by a name that all objects have', async ({ assert }) => {
    steps.on('reader', ({ input }) => Object.entries(input.steps))
    const run = await ended(...probes('__proto__', 'constructor', 'reader'))
    assert.deepEqual(run.stepResults[2]!.output, [
      ['__proto__', { done: '__proto__' }],
      ['constructor', { done: 'constructor' }],
    ])
  })
})

// Red when people see the items as the step gave them: they lie beside its masked output.
test('items are shown without the secrets of their step', ({ assert }) => {
  const step = { ...probe('each'), branches: { each: probes('in') } } as unknown as FlowStep
  const secrets = { own: ['s3cret'], known: KnownSecrets.none }
  const kept = afterwards(step, { enter: 'each', items: [{ word: 'say s3cret' }] }, secrets)
  const items = [{ word: 'say s3cret' }]
  const shownItems = [{ word: `say ${MASK}` }]
  const entry = { name: 'each', items, shownItems, parallel: 1, onItemError: null }
  assert.deepInclude(kept, { entry })
})

// Red when equal forms are two objects: each output of a branch with items would be sealed for nothing.
test('forms that are equal are one object', ({ assert }) => {
  const secrets = { own: ['s3cret'], known: KnownSecrets.none }
  for (const [value, isOne] of [
    [{ word: 'plain' }, true],
    [{ word: 's3cret' }, false],
  ] as const) {
    const { value: real, shown } = storedOutput(value, secrets)
    assert.equal(real === shown, isOne)
    const listed = asOneIfEqual([real], [shown])
    assert.equal(listed.value === listed.shown, isOne)
  }
})
