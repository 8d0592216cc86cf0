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

/** A probe whose output needs the permission to change workflows. */
class Quiet extends Probe {
  override readonly outputPermission = flowsWrite
}

const quietPlugin = (quiet: Quiet) =>
  definePlugin({
    name: 'quiet',
    version: '1.0.0',
    compatibility: '^0.1',
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

  // Red when faultIn() is not called: the step would run repeatedly, wait forever, or pass.
  test('an invalid outcome, {0}, fails its step immediately and names its type')
    .with([
      ['nothing', null, /returned nothing/],
      ['a text', 'done', /returned nothing/],
      ['no time', { wait: new Date(Number.NaN) }, /never comes/],
      ['a time after all others', { wait: new Date(8.64e15) }, /never comes/],
      ['a wait for nothing', { wait: {} }, /waits for neither a time/],
      ['an invalid token', { wait: { token: undefined } }, /waits for neither a time/],
      ['a branch of another step', { enter: 'maybe' }, /the branch "maybe"/],
      ['a property name of all objects', { enter: 'constructor' }, /the branch "constructor"/],
      ['items that are not a list', { enter: 'each', items: 'abc' }, /not a list/],
    ] as [string, unknown, RegExp][])
    .run(async ({ assert }, [, outcome, sentence]) => {
      steps.run = () => Promise.resolve(outcome as never)
      const run = await ended({ ...probe('odd'), branches: { each: probes('in') } })
      assert.equal(run.status, 'failed')
      assert.match(run.errorMessage!, /The step type "probe" has a bug: it/)
      assert.match(run.errorMessage!, sentence)
      assert.equal(run.stepResults[0]!.attempts, 1)
    })
    .teardown(() => void Reflect.deleteProperty(steps, 'run'))

  // Red when StepCommit.saving() reports an error thrown before the promise as a database error.
  test('the save of a step may throw synchronously', async ({ assert }) => {
    const save = (): never => {
      throw new Error('No room.')
    }
    steps.decides('save', () => ({ output: 1, save }))
    const run = await ended(probe('save', { retry: { attempts: 1 } }))
    assert.match(run.errorMessage!, /No room\./)
    assert.equal(run.stepResults[0]!.attempts, 1)
  })

  // Red when a violation of the index counts as a database error: the step would run twenty times.
  test('a token that another step has used fails its step', async ({ assert }) => {
    const wait = { token: crypto.randomUUID() }
    steps.decides('ask', () => ({ wait }))
    const first = await lab.start(await lab.workflow({ steps: probes('ask') }))
    const run = await ended(...probes('ask'))
    assert.match(run.errorMessage!, /a token that another step has used/)
    assert.equal(run.stepResults[0]!.attempts, 1)
    assert.equal((await lab.show(first.id)).stepResults[0]!.status, 'waiting')
    assert.equal((await lab.act(first.id, 'cancel')).status, 200)
  })

  // Red when errorOf() uses the first failed step: the run would show the message of another step.
  test('the error of one hidden item is not shown as the error of the run when another failed too', async ({
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

  // Red when outputs are assigned by step id: this one would become the prototype.
  test('a step id may be a property name of all objects', async ({ assert }) => {
    steps.on('reader', ({ input }) => Object.entries(input.steps))
    const run = await ended(...probes('__proto__', 'constructor', 'reader'))
    assert.deepEqual(run.stepResults[2]!.output, [
      ['__proto__', { done: '__proto__' }],
      ['constructor', { done: 'constructor' }],
    ])
  })
})

// Red when people see the items as the step gave them, next to its masked output.
test('items are shown without the secrets of their step', ({ assert }) => {
  const step = { ...probe('each'), branches: { each: probes('in') } } as unknown as FlowStep
  const secrets = { own: ['s3cret'], known: KnownSecrets.none }
  const kept = afterwards(step, { enter: 'each', items: [{ word: 'say s3cret' }] }, secrets)
  const items = [{ word: 'say s3cret' }]
  const shownItems = [{ word: `say ${MASK}` }]
  const entry = { name: 'each', items, shownItems, parallel: 1, onItemError: null }
  assert.deepInclude(kept, { entry })
})

// Red when equal forms are two objects: each output of a branch with items would be sealed needlessly.
test('equal forms are one object', ({ assert }) => {
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
