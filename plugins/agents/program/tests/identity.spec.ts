// onOneDatabase: the agent uses the server by HTTP
import { cp, mkdir, stat } from 'node:fs/promises'
import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { deploy } from '../../tests/agent_lab.js'
import { State } from '../state/state.js'
import { Machine, Sender } from './machine.js'
import { Network } from './network.js'

test.group('Desktop agent: identity', (group) => {
  let app: TestApp
  let acme: TestTenant
  let desk: Machine
  let sender: Sender

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    sender = new Sender(app.url, acme.admin)
    return () => app.stop()
  })
  group.each.setup(async () => {
    desk = await Machine.enrolled(app.url, acme.admin)
    return () => desk.close()
  })

  const keyOf = ({ stateFolder }: Machine) => {
    const state = State.open(stateFolder)
    try {
      return state.get('key')!.publicKey
    } finally {
      state.close()
    }
  }

  test('the state is closed to other people', async ({ assert }) => {
    assert.equal((await stat(desk.stateFolder)).mode & 0o777, 0o700)
    assert.equal((await stat(`${desk.stateFolder}/agent.db`)).mode & 0o777, 0o600)
  })

  // Red when each attempt creates a new key.
  test('running the same line again repairs an enrollment whose answer was lost', async ({
    assert,
  }) => {
    const network = await Network.before(app.url)
    const other = await Machine.enrolled(app.url, acme.admin)
    const { token } = await deploy(app.url, acme.admin)
    try {
      network.trouble = { method: 'POST', path: /\/enroll$/ }
      const line = [
        'agent',
        'enroll',
        '--server',
        network.url,
        '--token',
        token,
        '--replace',
        '--machine-id',
        'lost',
      ]
      network.dropAnswers = true
      const lost = await other.shell.run(line)
      assert.equal(lost.code, 7)
      assert.match(lost.stderr, /cannot reach .*: the connection was closed/)
      network.dropAnswers = false
      const found = await other.shell.run(line)
      assert.equal(found.code, 0, found.stderr)
    } finally {
      await other.close()
      await network.stop()
    }
  })

  test('a token that is used, unknown or not for this state is refused with a message', async ({
    assert,
  }) => {
    const { token } = await deploy(app.url, acme.admin)
    const line = ['agent', 'enroll', '--machine-id', 'taken', '--server', app.url, '--token']
    const taken = await desk.shell.run([...line, token])
    assert.match(taken.stderr, /This state belongs to the agent .* Enroll it again with --replace/s)
    assert.equal((await desk.shell.run([...line, token, '--replace'])).code, 0)
    const other = await Machine.enrolled(app.url, acme.admin)
    const used = await other.shell.run([...line, token, '--replace'])
    assert.equal(used.code, 1)
    const unknown = await other.shell.run([...line, 'cde_none', '--replace'])
    assert.equal(unknown.code, 1)
    assert.match(unknown.stderr, /^error: .*token/)
    await other.close()
  })

  test('a new key is a candidate until its first use', async ({ assert }) => {
    await desk.start()
    const before = keyOf(desk)
    assert.equal((await desk.shell.run(['agent', 'rotate'])).code, 0)
    await sender.run(desk, 'system_info')
    // The next session uses the new key.
    await desk.stop()
    await desk.start()
    assert.notEqual(keyOf(desk), before)
    assert.equal((await sender.run(desk, 'system_info')).status, 'completed')
  })

  test('a candidate unknown to the server is dropped', async ({ assert }) => {
    const state = State.open(desk.stateFolder)
    const key = state.get('key')!
    const { newKeyPair } = await import('../keys.js')
    state.set('candidateKey', newKeyPair())
    state.close()
    await desk.start()
    assert.equal(keyOf(desk), key.publicKey)
  })

  // Red when the server calls the agent unknown, or the agent stops for that.
  test('an agent of a suspended organization says so, and goes on after it', async ({ assert }) => {
    const paused = await app.tenant('paused')
    const machine = await Machine.enrolled(app.url, paused.admin)
    const as = await app.superAdmin()
    try {
      await machine.start()
      await app.ok('POST', `/api/tenants/${paused.id}/suspend`, { as, body: { reason: 'Unpaid' } })
      const { problem } = await until('the agent to know', async () => {
        const status = await machine.status()
        return status.problem?.includes('suspended') && status
      })
      assert.match(problem!, /goes on by itself when it is active again/)
      await app.ok('POST', `/api/tenants/${paused.id}/reactivate`, { as })
      await machine.stop()
      await machine.start()
    } finally {
      await machine.close()
    }
  })

  test('a retired agent stops, says so, and can be enrolled again while it runs', async ({
    assert,
  }) => {
    await desk.start()
    await sender.change(desk, 'retire')
    const { problem } = await until('the agent to know', async () => {
      const status = await desk.status()
      return status.problem !== null && !status.connectedSince && status
    })
    assert.match(problem!, /retired/)
    const doctor = await desk.shell.run(['agent', 'doctor'])
    assert.match(doctor.stdout, /FAIL The server stopped this agent: .*retired/)
    await desk.enroll((await deploy(app.url, acme.admin)).token)
    await until('it to be connected', async () => (await desk.status()).connectedSince)
    assert.equal((await sender.run(desk, 'system_info')).status, 'completed')
  })

  // Red when both processes may represent the agent.
  test('a copy of the state folder is refused, with instructions', async ({ assert }) => {
    await desk.start()
    const copy = await Machine.enrolled(app.url, acme.admin)
    await mkdir(copy.stateFolder, { recursive: true })
    await cp(desk.stateFolder, copy.stateFolder, { recursive: true })
    copy.spawn()
    await until('the copy to be refused', async () => {
      // A heartbeat of the first process.
      await sender.run(desk, 'system_info')
      app.clock.advance(1_000)
      return (await sender.agent(desk)).copies.length > 0
    })
    await copy.running.shows('crossdock-agent enroll')
    assert.equal((await sender.run(desk, 'system_info')).status, 'completed')
    assert.isNull((await copy.status()).connectedSince)
    await copy.close()
  })

  test('one state has one running agent', async ({ assert }) => {
    await desk.start()
    const { code, stderr } = await desk.shell.run(['agent', 'run'])
    assert.equal(code, 1)
    assert.match(stderr, /An agent runs with the state .* already/)
  })

  test('the status page needs its secret address', async ({ assert }) => {
    await desk.start()
    const { page } = await desk.status()
    const { origin, port } = new URL(page)
    assert.match(await (await fetch(page)).text(), /<h1>.*connected, idle/s)
    assert.equal((await fetch(origin)).status, 404)
    const asked = await fetch(`http://localhost:${port}${new URL(page).pathname}`).catch(() => null)
    assert.oneOf(asked?.status ?? 404, [404])
    await fetch(`${page}pause`, { method: 'POST', redirect: 'manual' })
    assert.isTrue((await desk.status()).isPausedHere)
    assert.match(await (await fetch(page)).text(), /paused on this machine/)
  })

  test('diagnostics come when a person asks for them, and hold no secret', async ({ assert }) => {
    await desk.start()
    const path = `/api/desktop-agents/${desk.identity.agentId}`
    await app.ok('POST', `${path}/diagnostics`, { as: acme.admin, body: {} })
    const text = await until('the diagnostics', async () => {
      type Details = { diagnostics: string | null }
      const { diagnostics } = await app.ok<Details>('GET', `${path}/details`, { as: acme.admin })
      return diagnostics
    })
    assert.match(text, /ok {3}The server .* answers/)
    const state = State.open(desk.stateFolder)
    const { privateKey } = state.get('key')!
    const { secret } = state.get('page')!
    state.close()
    assert.notInclude(text, privateKey)
    assert.notInclude(text, secret)
  })
})
