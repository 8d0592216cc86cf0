import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { FlowLab, type Refused } from '../../flows/tests/flow_lab.js'
import { TestAgent } from './agent_lab.js'

test.group('The step agent_command', (group) => {
  let app: TestApp
  let acme: TestTenant
  let lab: FlowLab
  let desk: TestAgent

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    lab = new FlowLab(app, acme)
    desk = await new TestAgent(app.url, 'Desk').join(acme.admin)
    await desk.connect()
    await desk.welcomed()
    return async () => {
      desk.leave()
      await app.stop()
    }
  })

  const workflow = (config: object = {}) =>
    lab.workflow({
      steps: [
        {
          id: 'fetch',
          type: 'agent_command',
          config: {
            clientId: desk.enrolled.clientId,
            commandType: 'upload_files',
            path: '/srv/share/orders',
            folder: '/Arrivals',
            ...config,
          },
          order: 1,
        },
      ],
    })
  /** A run whose command has reached the agent. */
  const begun = async (id: string) => {
    const before = desk.commands().length
    const { id: run } = await lab.start(id)
    const got = await until('the command', () => desk.commands()[before])
    return { got, ended: () => lab.reached(run, 'completed', 'failed') }
  }

  // Red when completeCommand() notifies no step.
  test('waits for the result of the agent, and outputs it', async ({ assert }) => {
    const run = await begun(await workflow())
    assert.deepEqual(run.got.parameters, { path: '/srv/share/orders', folder: '/Arrivals' })
    desk.finish(run.got, { result: { files: 3, bytes: 12, skipped: 0, failed: [] } })
    const ended = await run.ended()
    assert.equal(ended.status, 'completed')
    assert.containSubset(ended.stepResults[0]!.output, {
      commandId: run.got.commandId,
      result: { files: 3 },
    })
  })

  // Red when answerWaitingStep() ignores failures.
  test('fails when the command fails', async ({ assert }) => {
    const run = await begun(await workflow())
    const error = { code: 'E_PATH_NOT_ALLOWED', message: 'The agent does not share /srv/share.' }
    desk.finish(run.got, { outcome: 'failed', error })
    const ended = await run.ended()
    assert.equal(ended.status, 'failed')
    assert.include(ended.errorMessage, error.message)
  })

  test('an invalid command is not saved')
    .with([
      { config: { clientId: 'unknown' }, field: 'config.clientId' },
      { config: { path: '' }, field: 'config.path' },
      { config: { folder: 'Arrivals' }, field: 'config.folder' },
      { config: { commandType: 'dance' }, field: 'config.commandType' },
    ])
    .run(async ({ assert }, { config, field }) => {
      const reply = await app.call<Refused>('POST', '/api/integrations/workflows', {
        as: acme.admin,
        body: {
          name: 'Wrong',
          triggerType: 'manual',
          triggerConfig: {},
          steps: [
            {
              id: 'fetch',
              type: 'agent_command',
              config: {
                clientId: desk.enrolled.clientId,
                commandType: 'upload_files',
                path: '/srv',
                ...config,
              },
              order: 1,
            },
          ],
        },
      })
      assert.equal(reply.status, 422)
      assert.include(reply.body.errors.map((one) => one.field).join(), field)
    })

  test('an agent that comes online starts a workflow', async ({ assert }) => {
    const id = await lab.workflow({
      name: 'On line',
      triggerType: 'event',
      triggerConfig: { eventTypes: ['agent_enrolled', 'agent_online', 'agent_offline'] },
      steps: [{ id: 'wait', type: 'delay', config: { amount: 0, unit: 'seconds' }, order: 1 }],
    })
    const other = await new TestAgent(app.url, 'Other').join(acme.admin)
    await other.connect()
    await other.welcomed()
    const found = await until('runs', async () => {
      const list = await app.ok<{ flowId: string }[]>('GET', '/api/flow-executions', {
        as: acme.admin,
      })
      const own = list.filter(({ flowId }) => flowId === id)
      return own.length >= 2 && own
    })
    assert.lengthOf(found, 2)
    other.leave()
  })
})
