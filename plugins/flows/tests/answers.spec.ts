import { test } from '@japa/runner'
import { bootApp, until } from '@crossdock/backend/testing'
import { inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { flowRuns, StepFailed } from '../contracts/index.js'
import { Brancher } from './branching.js'
import { FlowLab, probe, probes } from './flow_lab.js'
import { probePlugin } from './probe.js'

const hour = 60 * 60_000

test.group('Answers to waiting runs', (group) => {
  const steps = new Brancher()
  let lab: FlowLab

  group.setup(async () => {
    const app = await bootApp({ plugins: [probePlugin(steps)] })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const token = () => crypto.randomUUID()
  const begun = async (...given: object[]) => lab.start(await lab.workflow({ steps: given }))
  const resume = (key: string, value: unknown) =>
    inTenant(lab.tenant.id, () => flowRuns.use().resume(key, value))
  const reached = (id: string, wanted: string, status: string) =>
    until(`${wanted} to be ${status}`, async () => {
      const { stepResults } = await lab.show(id)
      return stepResults.find(({ path }) => path === wanted)?.status === status
    })

  // Red when resumeRun() accepts an answer that does not match, or checks only the token.
  test('one matching answer is accepted, and stays while the run continues', async ({ assert }) => {
    const [one, two] = [token(), token()]
    steps.decides('one', () => ({ wait: { token: one } }))
    steps.decides('two', () => ({ wait: { token: two } }))
    const { id } = await begun(...probes('one', 'two'))
    await reached(id, 'one', 'waiting')
    await assert.rejects(() => resume(one, 'x'.repeat(70_000)), /at most 65536/)
    await resume(one, 'first')
    await reached(id, 'two', 'waiting')
    await assert.rejects(() => resume(one, 'second'), /No run waits/)
    assert.equal((await lab.show(id)).stepResults[0]!.output, 'first')
    await resume(two, null)
    assert.equal((await lab.reached(id, 'completed', 'failed')).status, 'completed')
  })

  // Red when resumeRun() leaves the existing job, or a wait that is reached early starts again.
  test('an answer replaces the job that waits for the time of another step', async ({ assert }) => {
    const key = token()
    steps.decides('both', () => ({ enter: 'each', items: [0, 1], parallel: 2 }))
    steps.decides('rest', ({ input }) => ({
      wait: input.index === 0 ? new Date(Date.now() + hour) : { token: key },
    }))
    const { id } = await begun({ ...probe('both'), branches: { each: probes('rest', 'then') } })
    await reached(id, 'both[1].rest', 'waiting')
    await reached(id, 'both[0].rest', 'waiting')
    assert.equal(await lab.jobsLeft(), 1)
    const waiting = async () => {
      const { stepResults } = await lab.show(id)
      const { attempts, nextTryAt } = stepResults.find(({ path }) => path === 'both[0].rest')!
      return { attempts, nextTryAt }
    }
    const before = await waiting()
    await resume(key, 1)
    await reached(id, 'both[1].then', 'completed')
    assert.equal(await lab.jobsLeft(), 1)
    assert.deepEqual(await waiting(), before)
    await lab.act(id, 'cancel')
  })

  // Red when resumeRun() does not check whether the run is active.
  test('an answer to a failed run is refused until the run is retried', async ({ assert }) => {
    const key = token()
    steps.decides('two', () => ({ enter: 'each', items: [0, 1], parallel: 2 }))
    steps.decides('ask', ({ input, attempt }) => {
      if (input.index === 1) return { wait: { token: key } }
      if (attempt > 1) return { output: 'lucky' }
      throw new StepFailed('No luck.', { retryable: false })
    })
    const { id } = await begun({ ...probe('two'), branches: { each: probes('ask') } })
    await lab.reached(id, 'failed')
    await assert.rejects(() => resume(key, 'late'), /No run waits/)
    assert.equal((await lab.act(id, 'retry')).status, 200)
    await resume(key, 'in time')
    const run = await lab.reached(id, 'completed', 'failed')
    assert.deepEqual(
      run.stepResults.map(({ path, output }) => [path, output]),
      [
        ['two', ['lucky', 'in time']],
        ['two[0].ask', 'lucky'],
        ['two[1].ask', 'in time'],
      ]
    )
  })

  // Red (on PostgreSQL) when resumeRun() leaves a job that was added after its check, or accepts a second
  // answer.
  test('of concurrent answers each wait accepts one, and one job continues', async ({ assert }) => {
    const keys = Array.from({ length: 4 }, token)
    steps.decides('all', () => ({ enter: 'each', items: [...keys, null], parallel: 5 }))
    steps.decides('ask', ({ input }) => ({
      wait: input.item ? { token: String(input.item) } : new Date(Date.now() + hour),
    }))
    const { id } = await begun({ ...probe('all'), branches: { each: probes('ask') } })
    await until('all to wait', async () => {
      const { stepResults } = await lab.show(id)
      return stepResults.filter(({ status }) => status === 'waiting').length === keys.length + 1
    })
    const answers = keys.flatMap((key) => [0, 1].map((value) => ({ key, value })))
    const ends = await Promise.allSettled(answers.map(({ key, value }) => resume(key, value)))
    const taken = answers.filter((_, at) => ends[at]!.status === 'fulfilled')
    assert.sameMembers(
      taken.map(({ key }) => key),
      keys
    )
    const { stepResults } = await lab.show(id)
    const outputs = stepResults.flatMap(({ stepId, status, output }) =>
      stepId === 'ask' && status === 'completed' ? [output] : []
    )
    assert.deepEqual(
      outputs,
      keys.map((key) => taken.find((one) => one.key === key)!.value)
    )
    assert.equal(await lab.jobsLeft(), 1)
    await lab.act(id, 'cancel')
  })

  // Red when the resumed run does not check for failures that were recorded before: it would wait forever.
  test('a failure that a dead process recorded last fails the resumed run', async ({ assert }) => {
    const keys = [token(), token()]
    steps.decides('few', () => ({ enter: 'each', items: keys, parallel: 2 }))
    steps.decides('say', ({ input }) => ({ wait: { token: String(input.item) } }))
    const { id } = await begun({ ...probe('few'), branches: { each: probes('say') } })
    await reached(id, 'few[0].say', 'waiting')
    await reached(id, 'few[1].say', 'waiting')
    await inTenant(lab.tenant.id, async () =>
      tenantTable('flow_step_results')
        .where({ run_id: id, path: 'few[0].say' })
        .update({ status: 'failed', error_message: 'No luck.', waits_for: null })
    )
    await resume(keys[1]!, 'in vain')
    const run = await lab.reached(id, 'completed', 'failed')
    assert.equal(run.status, 'failed')
    assert.match(run.errorMessage!, /No luck\./)
  })
})
