// onBothDatabases: leases and heartbeats are written with plain SQL
import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { clock } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { asOperator } from '@crossdock/kernel/tenancy'
import { maxResultBytes } from '../contracts/index.js'
import { lookAfterAgents, tidyAgents } from '../job_refs.js'
import { send, TestAgent, type ShownAgent, type ShownCommand } from './agent_lab.js'

const minute = 60_000
const day = 24 * 60 * minute

test.group('The queue of an agent', (group) => {
  let app: TestApp
  let acme: TestTenant
  let desk: TestAgent
  let number = 0

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    return () => app.stop()
  })
  group.each.setup(async () => {
    desk = await new TestAgent(app.url, `Desk ${++number}`).join(acme.token)
  })
  group.each.teardown(() => desk.leave())

  const online = async (agent = desk) => {
    await agent.connect()
    await agent.welcomed()
  }
  const command = (body: object = {}) => send(app.url, acme.token, desk.enrolled.clientId, body)
  const shown = ({ id }: { id: string }) =>
    app.ok<ShownCommand>('GET', `/api/desktop-agents/commands/${id}`, { as: acme.token })
  const agent = () =>
    app.ok<ShownAgent>('GET', `/api/desktop-agents/${desk.enrolled.agentId}`, { as: acme.token })
  const ends = (one: { id: string }) =>
    until('the command to end', async () => {
      const found = await shown(one)
      return ['completed', 'failed', 'cancelled'].includes(found.status) && found
    })
  const delivery = (at = 0) => until('a delivery', () => desk.commands()[at])
  const look = (job: typeof lookAfterAgents) =>
    app.inside(() => asOperator('as when it is due', () => enqueue(job, {})))
  const events = async (eventType: string) =>
    (
      await app.ok<{ payload: Record<string, unknown> }[]>(
        'GET',
        `/api/events?eventType=${eventType}`,
        { as: acme.token }
      )
    ).filter(({ payload }) => payload.name === desk.name)

  test('keeps a command until its agent connects, and records the result', async ({ assert }) => {
    const sent = await command({ parameters: { path: '' } })
    assert.containSubset(sent, { status: 'queued', clientId: desk.enrolled.clientId })
    await online()
    const got = await delivery()
    assert.containSubset(got, { commandId: sent.id, commandType: 'system_info', lease: 1 })
    desk.accept(got)
    desk.finish(got, { result: { cpu: 4 } })
    await desk.hears('recorded')
    assert.containSubset(await shown(sent), { status: 'completed', result: { cpu: 4 } })
    assert.isNotNull((await shown(sent)).executedAt)
    assert.lengthOf(await events('agent_command_completed'), 1)
    const stats = await app.ok<{ completedToday: number }>('GET', '/api/desktop-agents/stats', {
      as: acme.token,
    })
    assert.isAtLeast(stats.completedToday, 1)
  })

  // Red when #sendNamed() sends nothing.
  test('sends a command immediately to a connected agent', async ({ assert }) => {
    await online()
    const sent = await command({ commandType: 'upload_files', parameters: { path: '/srv/share' } })
    const got = await delivery()
    assert.equal(got.commandId, sent.id)
    assert.deepEqual(got.parameters, { path: '/srv/share' })
  })

  // Red when recordResult() ignores the status, or counts twice.
  test('records one result, even if results are sent again', async ({ assert }) => {
    await online()
    const sent = await command()
    const got = await delivery()
    desk.finish(got, { result: { turn: 1 } })
    desk.finish(got, { result: { turn: 2 } })
    desk.finish(got, { outcome: 'failed', error: { code: 'E_LATE', message: 'late' } })
    await until('three answers', () => desk.heard.filter(({ type }) => type === 'recorded')[2])
    assert.containSubset(await shown(sent), { status: 'completed', result: { turn: 1 } })
    assert.lengthOf(await events('agent_command_completed'), 1)
    assert.lengthOf(await events('agent_command_failed'), 0)
  })

  // Red when recordResult() does not compare the lease.
  test('delivers again after a lost connection, and accepts only the newest delivery', async ({
    assert,
  }) => {
    await online()
    const sent = await command()
    const first = await delivery()
    desk.accept(first)
    desk.leave()
    await until('the connection to be gone', () => desk.closed)
    await online()
    const second = await delivery()
    assert.equal(second.commandId, first.commandId)
    assert.isAbove(second.lease, first.lease)
    desk.finish(first, { result: { of: 'the first delivery' } })
    desk.heartbeat()
    desk.finish(second, { result: { of: 'the second delivery' } })
    await desk.hears('recorded')
    assert.containSubset(await shown(sent), { result: { of: 'the second delivery' } })
  })

  // Red when tick() ignores unaccepted commands.
  test('delivers commands again that were not accepted within half a minute', async ({
    assert,
  }) => {
    await online()
    await command()
    const first = await delivery()
    app.clock.advance(31_000)
    const second = await delivery(1)
    assert.equal(second.commandId, first.commandId)
    assert.equal(second.lease, first.lease + 1)
    desk.accept(second)
    desk.finish(second)
    await desk.hears('recorded')
  })

  test('sends the most urgent first, a few at a time', async ({ assert }) => {
    for (const priority of [9, 5, 1, 5, 2]) await command({ priority })
    await online()
    const first = await delivery(3)
    assert.lengthOf(desk.commands(), 4)
    assert.isDefined(first)
    const priorities = await Promise.all(
      desk.commands().map(async ({ commandId }) => {
        const found = await app.ok<{ priority: number }>(
          'GET',
          `/api/desktop-agents/commands/${commandId}`,
          { as: acme.token }
        )
        return found.priority
      })
    )
    assert.deepEqual(priorities, [1, 2, 5, 5])
    desk.finish(desk.commands()[0]!)
    await delivery(4)
  })

  // Red when takeCommands() ignores the time.
  test('a scheduled command waits for its time', async ({ assert }) => {
    await online()
    const at = new Date(Date.now() + 10 * minute).toISOString()
    await command({ scheduledFor: at })
    const urgent = await command()
    assert.equal((await delivery()).commandId, urgent.id)
    assert.lengthOf(desk.commands(), 1)
    desk.finish(desk.commands()[0]!)
    await desk.hears('recorded')
    desk.heartbeat()
    app.clock.advance(10 * minute)
    await delivery(1)
  })

  // Red when timeOutCommand() does nothing.
  test('a command that times out fails', async ({ assert }) => {
    const timeoutAt = new Date(clock.now() + minute).toISOString()
    const late = await command({ timeoutAt })
    app.clock.advance(2 * minute)
    await look(lookAfterAgents)
    assert.containSubset(await ends(late), { status: 'failed', errorCode: 'E_TIMEOUT' })
  })

  // Red when queueAgain() is not called for retryable failures.
  test('a temporary failure is retried under a new id', async ({ assert }) => {
    await online()
    const sent = await command({ maxRetries: 1 })
    const first = await delivery()
    const error = { code: 'E_NETWORK', message: 'The network was away.', retryable: true }
    desk.finish(first, { outcome: 'failed', error })
    await desk.hears('recorded')
    assert.containSubset(await shown(sent), { status: 'queued', retryCount: 1 })
    app.clock.advance(minute)
    const second = await delivery(1)
    assert.notEqual(second.commandId, first.commandId)
    desk.finish(second, { outcome: 'failed', error })
    assert.containSubset(await ends(sent), {
      status: 'failed',
      errorCode: 'E_NETWORK',
      errorMessage: 'The network was away.',
    })
  })

  test('a person cancels and retries', async ({ assert }) => {
    await online()
    const sent = await command()
    const got = await delivery()
    desk.accept(got)
    const path = `/api/desktop-agents/commands/${sent.id}`
    await app.ok('POST', `${path}/cancel`, { as: acme.editor })
    const cancel = await desk.hears('cancel')
    assert.equal(cancel.commandId, got.commandId)
    desk.finish(got)
    await desk.hears('recorded')
    assert.equal((await shown(sent)).status, 'cancelled')
    assert.equal((await app.call('POST', `${path}/cancel`, { as: acme.editor })).status, 409)
    await app.ok('POST', `${path}/retry`, { as: acme.editor })
    const again = await delivery(1)
    assert.equal(again.commandId, `${sent.id}.1`)
    assert.equal((await app.call('POST', `${path}/retry`, { as: acme.editor })).status, 409)
    assert.equal((await app.call('POST', `${path}/cancel`, { as: acme.viewer })).status, 403)
  })

  // Red when takeCommands() ignores the pause.
  test('a paused agent gets nothing new', async ({ assert }) => {
    await online()
    const path = `/api/desktop-agents/${desk.enrolled.agentId}`
    await app.ok('POST', `${path}/pause`, { as: acme.token })
    await desk.hears('welcome', ({ isPaused }) => isPaused)
    const sent = await command()
    // Each result triggers a queue check, and the answer to the second result follows that check.
    for (const commandId of ['first', 'second']) desk.finish({ commandId, lease: 1 } as never)
    await desk.hears('recorded', ({ commandId }) => commandId === 'second')
    assert.equal((await shown(sent)).status, 'queued')
    assert.lengthOf(desk.commands(), 0)
    await app.ok('POST', `${path}/resume`, { as: acme.token })
    assert.equal((await delivery()).commandId, sent.id)
  })

  // Red when recordResult() does not check the size.
  test('a result that is too large becomes a failure with a reason', async ({ assert }) => {
    await online()
    const sent = await command()
    desk.finish(await delivery(), { result: { text: 'x'.repeat(maxResultBytes) } })
    assert.containSubset(await ends(sent), { errorCode: 'E_RESULT_TOO_LARGE' })
  })

  // Red when selectDelivery() and recordResult() do not check the agent of the command.
  test("an agent cannot report about another agent's commands", async ({ assert }) => {
    await online()
    const other = await new TestAgent(app.url, 'Liar').join(acme.token)
    await online(other)
    const sent = await command()
    const got = await delivery()
    other.accept(got)
    other.finish(got)
    await other.hears('recorded')
    assert.equal((await shown(sent)).status, 'sent')
    other.leave()
  })

  test('records when an agent connects and disconnects', async ({ assert }) => {
    await online()
    assert.isTrue((await agent()).isOnline)
    assert.lengthOf(await events('agent_online'), 1)
    desk.leave()
    await until('the connection to be gone', () => desk.closed)
    // An agent that reconnects soon was never offline.
    await online()
    app.clock.advance(11_000)
    assert.lengthOf(await events('agent_offline'), 0)
    desk.leave()
    await until('it to be offline', async () => {
      app.clock.advance(11_000)
      return !(await agent()).isOnline
    })
    assert.lengthOf(await events('agent_offline'), 1)
  })

  // Red when the job does not call markOffline().
  test('an agent whose server process has died is offline once it is silent', async ({
    assert,
  }) => {
    await online()
    desk.say({ type: 'heartbeat', pending: 0, freeBytes: 1, rssBytes: 1 })
    app.clock.advance(5_000)
    await look(lookAfterAgents)
    assert.isTrue((await agent()).isOnline)
    app.clock.advance(3 * minute)
    await look(lookAfterAgents)
    await until('it to be offline', async () => !(await agent()).isOnline)
  })

  // Red when tidy() ignores the last time it was seen.
  test('an agent that was not seen for 90 days is retired', async ({ assert }) => {
    app.clock.advance(89 * day)
    await look(tidyAgents)
    await app.call('GET', '/api/health')
    assert.isNull((await agent()).retiredAt)
    app.clock.advance(2 * day)
    await look(tidyAgents)
    await until('it to be retired', async () => (await agent()).retiredAt)
  })
})
