// onBothDatabases: the first story of its area
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { deploy, newKey, TestAgent, type ShownAgent } from './agent_lab.js'

const day = 24 * 60 * 60_000

test.group('Adding an agent', (group) => {
  let app: TestApp
  let acme: TestTenant
  const token = async () => (await deploy(app.url, acme.admin)).token
  const agent = (name: string) => new TestAgent(app.url, name)
  const shown = (id: string) =>
    app.ok<ShownAgent>('GET', `/api/desktop-agents/${id}`, { as: acme.admin })
  const codeOf = ({ body }: { body: unknown }) => (body as { code: string }).code

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  test('exchanges a token for an identity, and repeats the same answer', async ({ assert }) => {
    const desk = agent('Desk One')
    const once = await token()
    const first = await desk.enroll(once)
    assert.equal(first.status, 201)
    assert.containSubset(first.body, {
      agentName: 'Desk One',
      tenantId: acme.id,
      organization: acme.name,
      environment: { name: 'production' },
    })
    assert.deepEqual((await desk.enroll(once)).body, first.body)
    const row = await shown(first.body.agentId)
    assert.containSubset(row, { machineName: 'Desk One', isOnline: false, lastHeartbeat: null })
    const all = await app.ok<ShownAgent[]>('GET', '/api/desktop-agents?search=desk', {
      as: acme.viewer,
    })
    assert.lengthOf(all, 1)
  })

  // Red when a used token works for another key.
  test('a token stolen after its use adds no agent', async ({ assert }) => {
    const once = await token()
    assert.equal((await agent('Rightful').enroll(once)).status, 201)
    const thief = await agent('Thief').enroll(once)
    assert.equal(thief.status, 401)
    assert.equal(codeOf(thief), 'E_ENROLMENT_USED')
  })

  // Red when admit() ignores the revocation.
  test('a revoked or unknown token adds no agent', async ({ assert }) => {
    const { id, token: revoked } = await deploy(app.url, acme.admin)
    await app.ok('DELETE', `/api/desktop-agents/enrolments/${id}`, { as: acme.admin })
    assert.equal(codeOf(await agent('Revoked').enroll(revoked)), 'E_ENROLMENT_REVOKED')
    assert.equal(codeOf(await agent('Guess').enroll('cde_guessed')), 'E_ENROLMENT_UNKNOWN')
    const list = await app.ok<{ id: string; status: string }[]>(
      'GET',
      '/api/desktop-agents/enrolments',
      { as: acme.admin }
    )
    assert.equal(list.find((one) => one.id === id)?.status, 'revoked')
  })

  test('a machine that is enrolled again replaces its silent agent', async ({ assert }) => {
    const before = agent('Reinstalled')
    const first = await before.enroll(await token())
    const after = await agent('Reinstalled').enroll(await token())
    assert.equal(after.status, 201)
    assert.notEqual(after.body.agentId, first.body.agentId)
    assert.isNotNull((await shown(first.body.agentId)).retiredAt)
    assert.equal(after.body.agentName, 'Reinstalled')
  })

  // Red when retireFormerAgent() does not check whether the former agent is alive.
  test('a clone of a machine does not replace its connected agent', async ({ assert }) => {
    const first = await (await agent('Cloned').join(acme.admin)).connect()
    await first.welcomed()
    const clone = await agent('Clone').enroll(await token(), { machineId: 'id of Cloned' })
    assert.equal(clone.status, 409)
    assert.equal(codeOf(clone), 'E_MACHINE_ENROLLED')
    assert.isTrue((await shown(first.enrolled.agentId)).isOnline)
    first.leave()
  })

  test('a second agent with the same name gets a number', async ({ assert }) => {
    const one = await agent('Twin').enroll(await token())
    const two = await agent('Twin').enroll(await token(), { machineId: 'another' })
    assert.deepEqual([one.body.agentName, two.body.agentName], ['Twin', 'Twin 2'])
  })

  test('an error in {what} is reported')
    .with([
      { what: 'a key', body: { publicKey: 'short' } },
      { what: 'a platform', body: { platform: 'beos' } },
      { what: 'an unknown field', body: { admin: true } },
      { what: 'a name', body: { machineName: '' } },
      { what: 'a name with hidden characters', body: { machineName: 'Desk \u202Eexe' } },
    ])
    .run(async ({ assert }, { body }) => {
      assert.equal((await agent('Wrong').enroll(await token(), body)).status, 422)
    })

  // Red when admit() does not reserve a place.
  test('no more agents than the environment allows', async ({ assert }) => {
    const small = await app.tenant('small')
    await app.limit(small.id, { limits: '{"maxAgents":1}' })
    const make = async () => (await deploy(app.url, small.admin)).token
    assert.equal((await agent('First').enroll(await make())).status, 201)
    const second = await agent('Second').enroll(await make())
    assert.equal(codeOf(second), 'E_QUOTA_AGENTS')
  })

  // Red when admit() ignores the expiry.
  test('a token is valid for a day', async ({ assert }) => {
    const old = await token()
    app.clock.advance(day + 1_000)
    assert.equal(codeOf(await agent('Late').enroll(old)), 'E_ENROLMENT_EXPIRED')
  })
})

test.group('A session of an agent', (group) => {
  let app: TestApp
  let acme: TestTenant
  let desk: TestAgent
  const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    desk = await new TestAgent(app.url, 'Desk').join(acme.admin)
    return () => app.stop()
  })

  // Each red when begin() does not check it.
  test('does not begin with {what}')
    .with([
      {
        what: 'a wrong key',
        given: () => ({ publicKey: newKey().publicKey }),
        code: 'E_SIGNATURE',
      },
      {
        what: 'a wrong signature',
        given: () => ({ signature: desk.key.sign('another text') }),
        code: 'E_SIGNATURE',
      },
      {
        what: 'a forged challenge',
        given: () => ({ challenge: `${Date.now()}.abc.def` }),
        code: 'E_SIGNATURE',
      },
      {
        what: 'an unknown agent',
        given: () => ({ agentId: crypto.randomUUID() }),
        code: 'E_AGENT_UNKNOWN',
      },
    ])
    .run(async ({ assert }, { given, code }) => {
      const reply = await desk.session(given())
      assert.equal(reply.status, 401)
      assert.equal(codeOf(reply), code)
    })

  // Red when the agent is called unknown, or a stranger learns that the organization is suspended.
  test('says that the organization is suspended to the owner of the key', async ({ assert }) => {
    const closing = await app.tenant('closing')
    const agent = await new TestAgent(app.url, 'Closing').join(closing.admin)
    const as = await app.superAdmin()
    await app.ok('POST', `/api/tenants/${closing.id}/suspend`, { as, body: { reason: 'Unpaid' } })
    const reply = await agent.session()
    assert.deepEqual([reply.status, codeOf(reply)], [403, 'E_AGENT_PAUSED'])
    assert.equal(reply.headers.get('retry-after'), '30')
    const stranger = await agent.session({ signature: agent.key.sign('another text') })
    assert.equal(codeOf(stranger), 'E_SIGNATURE')
    await app.ok('POST', `/api/tenants/${closing.id}/reactivate`, { as })
    assert.equal((await agent.session()).status, 201)
  })

  // Red when challengeTime() ignores the time, or begin() the previous challenge.
  test('accepts a challenge of the last minute, once', async ({ assert }) => {
    const challenge = await desk.challenge()
    const { agentId } = desk.enrolled
    const signature = desk.key.sign(`crossdock-agent-session\n${agentId}\n${challenge}`)
    assert.equal((await desk.session({ challenge, signature })).status, 201)
    assert.equal(codeOf(await desk.session({ challenge, signature })), 'E_SIGNATURE')
    const other = await desk.challenge()
    const signed = desk.key.sign(`crossdock-agent-session\n${agentId}\n${other}`)
    app.clock.advance(61_000)
    assert.equal(codeOf(await desk.session({ challenge: other, signature: signed })), 'E_SIGNATURE')
  })

  test('refuses a challenge of another agent', async ({ assert }) => {
    const other = await new TestAgent(app.url, 'Other').join(acme.admin)
    const challenge = await other.challenge()
    const { agentId } = desk.enrolled
    const signature = desk.key.sign(`crossdock-agent-session\n${agentId}\n${challenge}`)
    assert.equal(codeOf(await desk.session({ challenge, signature })), 'E_SIGNATURE')
  })

  // Red when an operation does not check whether it is for agents.
  test('gives access to files and nothing else', async ({ assert }) => {
    const status = async (method: string, path: string, body?: object) =>
      (await app.call(method, path, { as: desk.bearer, ...(body ? { body } : {}) })).status
    await desk.begin()
    const made = await app.ok<{ id: string }>('POST', '/api/assets', {
      as: desk.bearer,
      body: { name: 'From the desk', type: 'folder' },
    })
    assert.equal(await status('GET', `/api/assets/${made.id}`), 200)
    for (const [method, path, body] of [
      ['GET', '/api/auth/me'],
      ['POST', '/api/api-tokens', { name: 'mine' }],
      ['GET', '/api/users'],
      ['GET', '/api/desktop-agents'],
      ['POST', '/api/desktop-agents/deploy', {}],
      ['GET', '/api/notifications'],
    ] as const)
      assert.equal(await status(method, path, body), 403, `${method} ${path}`)
    const [event] = await app.ok<{ actorType: string; actorId: string }[]>(
      'GET',
      `/api/events?targetId=${made.id}`,
      { as: acme.admin }
    )
    assert.containSubset(event, { actorType: 'agent', actorId: desk.enrolled.agentId })
  })

  // Red when effectivePermissions() ignores the person's permissions.
  test('has at most the permissions of the person who added it', async ({ assert }) => {
    const { user } = await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', {
      as: acme.editor,
    })
    await app.ok('PUT', `/api/users/${user.id}`, { as: acme.admin, body: { role: 'admin' } })
    const helper = await app.signIn('editor@acme.example', 'acme')
    const agent = await new TestAgent(app.url, 'Helper').join(helper)
    const make = (name: string) =>
      app.call('POST', '/api/assets', { as: agent.bearer, body: { name, type: 'folder' } })
    assert.equal((await make('one')).status, 201)
    await app.ok('PUT', `/api/users/${user.id}`, { as: acme.admin, body: { role: 'viewer' } })
    assert.equal((await make('two')).status, 403)
    assert.equal((await app.call('GET', '/api/assets', { as: agent.bearer })).status, 200)
    await app.ok('PUT', `/api/users/${user.id}`, { as: acme.admin, body: { isActive: false } })
    assert.equal((await app.call('GET', '/api/assets', { as: agent.bearer })).status, 403)
    // An active person takes it over.
    await app.ok('POST', `/api/desktop-agents/${agent.enrolled.agentId}/take-over`, {
      as: acme.admin,
    })
    assert.equal((await make('three')).status, 201)
  })

  test('of a retired agent ends, and no other begins', async ({ assert }) => {
    const gone = await new TestAgent(app.url, 'Gone').join(acme.admin)
    await gone.connect()
    await gone.welcomed()
    await app.ok('POST', `/api/desktop-agents/${gone.enrolled.agentId}/retire`, { as: acme.admin })
    await gone.hears('retired')
    const reply = await gone.session()
    assert.equal(reply.status, 403)
    assert.equal(codeOf(reply), 'E_AGENT_RETIRED')
    assert.equal((await app.call('GET', '/api/assets', { as: gone.bearer })).status, 401)
  })

  // Red when the first session with a candidate does not drop the previous key.
  test('with a new key activates that key', async ({ assert }) => {
    const agent = await new TestAgent(app.url, 'Rotating').join(acme.admin)
    await agent.connect()
    await agent.welcomed()
    const next = newKey()
    const { agentId } = agent.enrolled
    const signature = next.sign(`crossdock-agent-key\n${agentId}\n${next.publicKey}`)
    agent.say({ type: 'rotate', publicKey: next.publicKey, signature })
    // Both keys are valid until the new one is used.
    assert.equal((await agent.session()).status, 201)
    await agent.begin(next)
    assert.equal(codeOf(await agent.session()), 'E_SIGNATURE')
    assert.equal((await agent.session({}, next)).status, 201)
    agent.leave()
  })

  test('a new key without proof of possession is refused', async ({ assert }) => {
    const agent = await new TestAgent(app.url, 'Lying').join(acme.admin)
    await agent.connect()
    await agent.welcomed()
    const theirs = newKey().publicKey
    agent.say({ type: 'rotate', publicKey: theirs, signature: agent.key.sign('anything') })
    await agent.hears('welcome')
    const { code } = await new Promise<{ code: number }>((resolve) =>
      agent.socket!.on('close', (code) => resolve({ code }))
    )
    assert.equal(code, 4401)
  })

  test('its rows are visible only in its tenant', async ({ assert }) => {
    const globex = await app.tenant('globex')
    const path = `/api/desktop-agents/${desk.enrolled.agentId}`
    assert.equal((await app.call('GET', path, { as: globex.admin })).status, 404)
    const rows = await app.inside(() =>
      asOperator('read stored rows', async () =>
        unscoped().from('agent_enrolments').select('token_hash')
      )
    )
    for (const { token_hash } of rows) assert.match(String(token_hash), /^[0-9a-f]{64}$/)
  })

  // Red when the guard accepts an expired token.
  test('lasts an hour', async ({ assert }) => {
    await desk.begin()
    const list = () => app.call('GET', '/api/assets', { as: desk.bearer })
    assert.equal((await list()).status, 200)
    app.clock.advance(61 * 60_000)
    assert.equal((await list()).status, 401)
    await desk.begin()
    assert.equal((await list()).status, 200)
  })
})
