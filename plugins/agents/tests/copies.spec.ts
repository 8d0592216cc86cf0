// onBothDatabases: processes coordinate through the database
import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { copyOf, send, TestAgent, type ShownAgent, type ShownCommand } from './agent_lab.js'

interface Event {
  payload: { name: string; otherMachineName: string; isQuarantined: boolean }
}

test.group('Two processes with the key of one agent', (group) => {
  let app: TestApp
  let acme: TestTenant
  let desk: TestAgent
  let number = 0
  const copies: TestAgent[] = []

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    return () => app.stop()
  })
  group.each.setup(async () => {
    desk = await new TestAgent(app.url, `Desk ${++number}`).join(acme.token)
    await desk.connect()
    await desk.welcomed()
  })
  group.each.teardown(() => {
    for (const agent of [desk, ...copies.splice(0)]) agent.leave()
  })

  const copied = (options?: Parameters<typeof copyOf>[1]) => {
    const copy = copyOf(desk, options)
    copies.push(copy)
    return copy
  }
  const shown = () =>
    app.ok<ShownAgent>('GET', `/api/desktop-agents/${desk.enrolled.agentId}`, { as: acme.token })
  const duplicated = async () =>
    (
      await app.ok<Event[]>('GET', '/api/events?eventType=agent_duplicated', { as: acme.token })
    ).filter(({ payload }) => payload.name === desk.name)

  // Red when claim() does not check which process holds the agent.
  test('the newer one is refused, and both are named', async ({ assert }) => {
    const copy = await copied().connect()
    const sent = await send(app.url, acme.token, desk.enrolled.clientId)
    await until('the copy to be refused', () => {
      desk.heartbeat()
      app.clock.advance(6_000)
      return copy.closed
    })
    await copy.hears('quarantined')
    assert.equal(copy.closed!.code, 4403)
    assert.deepEqual(copy.commands(), [])
    await until('the first one to have the command', () => desk.commands()[0])
    assert.equal(desk.commands()[0]!.commandId, sent.id)
    const [event, ...others] = await duplicated()
    assert.lengthOf(others, 0)
    assert.containSubset(event!.payload, { otherMachineName: copy.name, isQuarantined: true })
    assert.containSubset(await shown(), {
      isOnline: true,
      copies: [{ instanceId: copy.instanceId, machineName: copy.name }],
    })
    // The copy is refused with a new session and with the existing one.
    assert.equal((await copy.session()).status, 403)
    await copy.connect()
    await copy.hears('quarantined')
  })

  // Red when a silent connection keeps a restarted process out.
  test('a restarted process takes over from a silent connection', async ({ assert }) => {
    const again = await copied().connect()
    await until('it to take over', () => {
      app.clock.advance(6_000)
      return again.heard.some(({ type }) => type === 'welcome')
    })
    await until('the former connection to be closed', () => desk.closed)
    assert.equal(desk.closed!.code, 4409)
    assert.lengthOf(await duplicated(), 0)
  })

  test('a restarted process takes over immediately from a closed connection', async ({
    assert,
  }) => {
    desk.leave()
    await until('the connection to be gone', () => desk.closed)
    const again = await copied().connect()
    await until('it to take over', () => {
      app.clock.advance(5_000)
      return again.heard.some(({ type }) => type === 'welcome')
    })
    assert.lengthOf(await duplicated(), 0)
  })

  // Red when takeOver() does not compare the counts of starts.
  test('commands unknown to an older copy of the state are not repeated', async ({ assert }) => {
    const sent = await send(app.url, acme.token, desk.enrolled.clientId)
    const got = await until('the command', () => desk.commands()[0])
    desk.accept(got)
    desk.heartbeat()
    desk.leave()
    await until('the connection to be gone', () => desk.closed)
    const old = await copied({ bootId: desk.bootId }).connect()
    await until('it to be welcome', () => {
      app.clock.advance(5_000)
      return old.heard.some(({ type }) => type === 'welcome')
    })
    const path = `/api/desktop-agents/commands/${sent.id}`
    const command = await app.ok<ShownCommand>('GET', path, { as: acme.token })
    assert.containSubset(command, { status: 'failed', errorCode: 'E_STATE_COPIED' })
    assert.deepEqual(old.commands(), [])
    const [event] = await duplicated()
    assert.containSubset(event!.payload, { isQuarantined: false })
  })
})

test.group('A hostile program', (group) => {
  let app: TestApp
  let acme: TestTenant
  let desk: TestAgent

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    desk = await new TestAgent(app.url, 'Desk').join(acme.token)
    return () => app.stop()
  })
  group.each.teardown(() => desk.leave())

  const hello = { bootId: 1, instanceId: 'x', osVersion: '', running: [] }
  test('ends the connection with a reason: {what}')
    .with([
      { what: 'a frame of 2 MB', send: 'x'.repeat(2 * 1024 * 1024), code: 1009 },
      { what: 'a frame of 100 MB', send: Buffer.alloc(100 * 1024 * 1024, 'x'), code: 1009 },
      { what: 'bytes', send: Buffer.from('{}'), code: 1003 },
      { what: 'no JSON', send: '{"type":', code: 1007 },
      { what: 'no message', send: '{"type":"dance"}', code: 1007 },
      { what: 'half a message', send: '{"type":"heartbeat"}', code: 1007 },
      { what: 'a foreign key', send: '{"type":"heartbeat","__proto__":{"a":1}}', code: 1007 },
      {
        what: 'a result before hello',
        send: '{"type":"accepted","commandId":"x","lease":1}',
        code: 4409,
      },
      { what: 'half a hello', send: JSON.stringify({ type: 'hello', ...hello }), code: 1007 },
    ])
    .run(async ({ assert }, { send: data, code }) => {
      await desk.connect({ hello: false })
      desk.socket!.send(data)
      await until('it to be closed', () => desk.closed)
      assert.equal(desk.closed!.code, code)
      assert.equal((await app.call('GET', '/api/health')).status, 200)
    })

  test('says hello once', async ({ assert }) => {
    await desk.connect()
    await desk.welcomed()
    desk.hello()
    await until('it to be closed', () => desk.closed)
    assert.equal(desk.closed!.code, 4409)
  })

  // Red when there is no time limit for a hello.
  test('a silent connection is closed', async ({ assert }) => {
    await desk.connect({ hello: false })
    app.clock.advance(31_000)
    await until('it to be closed', () => desk.closed)
    assert.equal(desk.closed!.code, 4408)
  })

  test('cannot report about unknown commands', async ({ assert }) => {
    await desk.connect()
    await desk.welcomed()
    for (const commandId of ['x', crypto.randomUUID(), `${crypto.randomUUID()}.9`, '.']) {
      desk.say({ type: 'accepted', commandId, lease: 1 })
      desk.say({ type: 'progress', commandId, lease: 1, done: 1, total: 2, message: '' })
      desk.finish({ commandId, lease: 1 } as never)
      await desk.hears('recorded', (message) => message.commandId === commandId)
    }
    assert.isUndefined(desk.closed)
  })

  // Red when connect() does not check the caller.
  test('only agents connect, up to the limit of the process', async ({ assert }) => {
    const plain = await app.call('GET', '/api/desktop-agents/connect', { as: acme.token })
    assert.equal(plain.status, 409)
    assert.equal((await app.call('GET', '/api/desktop-agents/connect')).status, 401)
    app.clock.hold()
    const answers = await Promise.all(
      Array.from({ length: 120 }, () =>
        app.call('GET', '/api/desktop-agents/connect', { as: desk.bearer })
      )
    )
    const busy = answers.filter(({ status }) => status === 503)
    assert.isAtLeast(busy.length, 20)
    assert.isAtLeast(Number(busy[0]!.headers.get('retry-after')), 30)
  })
})
