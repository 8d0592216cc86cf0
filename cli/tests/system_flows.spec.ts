// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { Execution, SystemFlow, Trace } from '@crossdock/client'
import { until } from '@crossdock/backend/testing'
import { signedIn } from './signed_in.js'

test.group('CLI system flows and traces', (group) => {
  const lab = signedIn(group)

  test('flows are created, listed, paused, activated and deleted', async ({ assert }) => {
    const system = await lab.app.ok<{ id: string }>('POST', '/api/integrations/systems', {
      as: lab.acme.admin,
      body: { name: 'Shop', systemType: 'api', authType: 'none', capabilities: ['send'] },
    })
    const body = { name: 'On a failure', triggerSystemId: system.id }
    const made = await lab.shell.json<SystemFlow>(['system-flows', 'create', '--input', '-'], {
      input: JSON.stringify({ ...body, triggerEventType: 'call_failed' }),
    })
    const listed = await lab.shell.run(['system-flows', 'list', '--headers'])
    assert.match(listed.stdout, /^Name\tEvent\tRules\tSteps/m)
    assert.include(listed.stdout, 'On a failure\tcall_failed\t0\t0')
    const paused = await lab.shell.run(['system-flows', 'pause', 'On a failure'])
    assert.equal(paused.stdout, 'On a failure is paused.\n', paused.stderr)
    const active = await lab.shell.json<SystemFlow>(['system-flows', 'activate', made.id])
    assert.isTrue(active.isActive)
    const shown = await lab.shell.json<SystemFlow>(['system-flows', 'show', 'On a failure'])
    assert.equal(shown.triggerSystemId, system.id)
    assert.equal((await lab.shell.run(['system-flows', 'delete', made.id, '--yes'])).code, 0)
    assert.equal((await lab.shell.run(['system-flows', 'show', made.id])).code, 5)
  })

  test('a trace is a tree', async ({ assert }) => {
    const as = lab.acme.admin
    const { id } = await lab.app.ok<{ id: string }>('POST', '/api/integrations/workflows', {
      as,
      body: {
        name: 'Wait',
        triggerType: 'manual',
        steps: [{ name: 'A while', type: 'delay', config: { amount: 1, unit: 'hours' } }],
      },
    })
    const run = await lab.app.ok<Execution>('POST', `/api/integrations/workflows/${id}/execute`, {
      as,
      body: {},
    })
    const traced = await until('the step', async () => {
      const trace = await lab.shell.json<Trace>(['trace', 'execution', run.id])
      return trace.objects.some(({ type }) => type === 'step') && trace
    })
    assert.equal(traced.objects[traced.chosen!]!.id, run.id)
    const { stdout, stderr } = await lab.shell.run(['trace', 'execution', run.id])
    assert.match(stdout, /^>\tRun Wait, manual\t/m, stderr)
    assert.match(stdout, /^\t {2}Step delay, A while\twaiting\t/m)
    assert.equal((await lab.shell.run(['trace', 'execution', 'nothing'])).code, 5)
    assert.equal((await lab.shell.run(['trace', 'nothing', run.id])).code, 2)
  })
})
