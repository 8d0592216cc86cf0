import { test } from '@japa/runner'
import { bootApp } from '@crossdock/backend/testing'
import { inTenant } from '@crossdock/kernel/tenancy'
import type { Problem } from '@crossdock/kernel/ground'
import { flowRuns } from '../contracts/index.js'
import { Brancher } from './branching.js'
import { FlowLab, probe, probes } from './flow_lab.js'
import { failing, probePlugin } from './probe.js'

interface Context {
  contextData: { data: unknown; dataHidden: boolean; event: null | { payload: unknown } } | null
}

test.group("Reads of other steps' outputs", (group) => {
  const steps = new Brancher()
  let lab: FlowLab

  group.setup(async () => {
    const app = await bootApp({ plugins: [probePlugin(steps)] })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const save = (steps: object[]) =>
    lab.app.call<Problem>('POST', '/api/integrations/workflows', {
      as: lab.tenant.admin,
      body: { name: 'Reads', triggerType: 'manual', steps },
    })
  const asks = (value: string, id = 'ask', more: object = {}) => ({
    id,
    type: 'condition',
    config: { value, operator: 'exists' },
    ...more,
  })
  const pause = { id: 'pause', type: 'delay', config: { amount: 1 } }
  const each = (inner: object[]) => ({
    id: 'each',
    type: 'for_each',
    config: { items: 'data.list' },
    branches: { each: inner },
  })

  test('{0} is refused when it is saved')
    .with([
      [
        'a missing step',
        [...probes('one'), asks('steps.two.body')],
        'steps.1.config.value',
        /no step with the id "two".*before this one: one\./,
      ],
      [
        'a step that comes later',
        [asks('steps.pause.until'), pause],
        'steps.0.config.value',
        /2 \(Delay\) does not run before this one/,
      ],
      [
        'the step itself',
        [asks('steps.ask.branch')],
        'steps.0.config.value',
        /does not run before/,
      ],
      [
        'a name that an output never has',
        [pause, asks('steps.pause.untill')],
        'steps.1.config.value',
        /1 \(Delay\) has no "untill"\. It has: until/,
      ],
      [
        'a name of a failed item',
        [each(probes('in')), asks('steps.each.failedItems[0].why')],
        'steps.1.config.value',
        /no "failedItems\.0\.why".*index, message, family/,
      ],
      [
        'a step in another branch',
        [
          {
            ...asks('data.x', 'way'),
            branches: { yes: probes('in'), no: [asks('steps.in.done')] },
          },
        ],
        'steps.0.branches.no.0.config.value',
        /2 \(Probe\) does not run before/,
      ],
      [
        'a step that runs for each item',
        [each(probes('in')), asks('steps.in.done')],
        'steps.1.config.value',
        /does not run before/,
      ],
      [
        'a placeholder in a configuration',
        [pause, probe('call', { params: { at: ['{steps.pause.til}'] } })],
        'steps.1.config.params.at.0',
        /has no "til"/,
      ],
      [
        'an error outside its branch',
        [pause, asks('steps.pause.error.message')],
        'steps.1.config.value',
        /has no "error"/,
      ],
    ] as [string, object[], string, RegExp][])
    .run(async ({ assert }, [, steps, field, sentence]) => {
      const { status, body } = await save(steps)
      assert.equal(status, 422, JSON.stringify(body))
      assert.equal(body.errors[0]!.field, field)
      assert.match(body.message, sentence)
    })

  test('{0} is saved')
    .with([
      [
        'any part of an output of unknown shape',
        [...probes('one'), asks('steps.one.any.thing[3]')],
      ],
      [
        'a step of a branch before',
        [{ ...asks('data.x', 'way'), branches: { yes: probes('in') } }, asks('steps.in.done')],
      ],
      ['an earlier step of the same item', [each([...probes('in'), asks('steps.in.done')])]],
      ['a step before the branch', [pause, each([asks('steps.pause.until')])]],
      ['text in double braces', [probe('call', { text: '{{steps.none.at.all}}' })]],
      [
        'an error in its branch, and after it',
        [
          {
            ...pause,
            config: { amount: 1, onError: { then: 'branch' } },
            branches: { error: [asks('steps.pause.error.family', 'in')] },
          },
          asks('steps.pause.error.message'),
        ],
      ],
    ] as [string, object[]][])
    .run(async ({ assert }, [, steps]) => {
      const { status, body } = await save(steps)
      assert.equal(status, 201, JSON.stringify(body))
    })

  test('a run shows its input to people who may change workflows', async ({ assert }) => {
    const workflowId = await lab.workflow({ steps: probes('one') })
    const input = { data: { order: 7, token: 'abc-def-ghi' } }
    const { id } = await inTenant(lab.tenant.id, () =>
      flowRuns.use().start({ workflowId, trigger: 'webhook', input })
    )
    const path = `/api/flow-executions/${id}`
    const { admin, viewer } = lab.tenant
    const { contextData } = await lab.app.ok<Context>('GET', path, { as: admin })
    assert.containSubset(contextData, { data: { order: 7 }, dataHidden: false, event: null })
    assert.notInclude(JSON.stringify(contextData), 'abc-def-ghi')
    const hidden = await lab.app.ok<Context>('GET', path, { as: viewer })
    assert.containSubset(hidden.contextData, { data: null, dataHidden: true })
    const [listed] = (await lab.runsOf(workflowId)) as unknown as Context[]
    assert.isNull(listed!.contextData)
  })

  // Red when canRetry only checks whether the workflow exists.
  test('retry is offered only if it is possible', async ({ assert }) => {
    steps.on('weak', failing(9, false))
    const flow = await lab.workflow({ steps: probes('weak') })
    const { id } = await lab.start(flow)
    assert.isTrue((await lab.reached(id, 'failed')).canRetry)
    const switchTo = (isActive: boolean) =>
      lab.app.ok('PUT', `/api/integrations/workflows/${flow}`, {
        as: lab.tenant.admin,
        body: { isActive },
      })
    await switchTo(false)
    assert.isFalse((await lab.show(id)).canRetry)
    assert.equal((await lab.act(id, 'retry')).status, 409)
    await switchTo(true)
    assert.isTrue((await lab.show(id)).canRetry)
  })
})
