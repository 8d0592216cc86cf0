import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import type { Caller } from '@crossdock/kernel/testing'
import { send, TestAgent, type ShownAgent } from './agent_lab.js'

interface Group {
  id: string
  agents: number
  profile: { uploadKbps: number | null; allowedCommands: string[] | null }
}
interface Details {
  diagnosticsState: string
  diagnostics: string | null
  health: { freeBytes: number }[]
  log: { message: string }[]
}

test.group('A fleet of agents', (group) => {
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
    await desk.connect()
    await desk.welcomed()
  })
  group.each.teardown(() => desk.leave())

  const path = (more = '') => `/api/desktop-agents/${desk.enrolled.agentId}${more}`
  const codeOf = ({ body }: { body: unknown }) => (body as { code: string }).code
  const profile = {
    uploadKbps: 512,
    downloadKbps: null,
    allowedCommands: ['system_info'],
    activeHours: { days: [1, 2, 3, 4, 5], from: '20:00', to: '06:00' },
  }

  // Red when the hub gets no group events, or assertSupports() ignores the profile.
  test('a group gives its agents a profile, immediately and after each change', async ({
    assert,
  }) => {
    const made = await app.ok<Group>('POST', '/api/desktop-agents/groups', {
      as: acme.admin,
      body: { name: `Night ${number}`, profile },
    })
    await app.ok('PUT', path(), { as: acme.admin, body: { groupId: made.id } })
    const welcome = await desk.hears('welcome', (one) => one.profile.uploadKbps === 512)
    assert.deepEqual(welcome.profile, profile as never)
    const refused = await app.call('POST', '/api/desktop-agents/commands', {
      as: acme.editor,
      body: {
        clientId: desk.enrolled.clientId,
        commandType: 'upload_files',
        parameters: { path: '/srv/share' },
      },
    })
    assert.equal(codeOf(refused), 'E_COMMAND_NOT_ALLOWED')
    const group = `/api/desktop-agents/groups/${made.id}`
    await app.ok('PUT', group, {
      as: acme.admin,
      body: { profile: { ...profile, allowedCommands: null } },
    })
    await desk.hears('welcome', (one) => one.profile.allowedCommands === null)
    assert.equal((await app.ok<Group>('GET', group, { as: acme.viewer })).agents, 1)
    await app.ok('DELETE', group, { as: acme.admin })
    await desk.hears('welcome', (one) => one.profile.activeHours === null && !one.isPaused)
  })

  test('names are unique, and the agent learns its new name', async ({ assert }) => {
    const name = `Packing ${number}`
    const renamed = await app.ok<ShownAgent>('PUT', path(), {
      as: acme.admin,
      body: { agentName: name },
    })
    assert.equal(renamed.machineName, name)
    await desk.hears('welcome', (one) => one.agentName === name)
    const other = await new TestAgent(app.url, 'Other').join(acme.token)
    const taken = await app.call('PUT', `/api/desktop-agents/${other.enrolled.agentId}`, {
      as: acme.admin,
      body: { agentName: name },
    })
    assert.equal(codeOf(taken), 'E_NAME_TAKEN')
    for (const agentName of ['', '../x', '.', 'a/b', 'x'.repeat(101)]) {
      const wrong = await app.call('PUT', path(), { as: acme.admin, body: { agentName } })
      assert.equal(wrong.status, 422, agentName)
    }
  })

  test('only the requested agent sends diagnostics', async ({ assert }) => {
    const details = () => app.ok<Details>('GET', path('/details'), { as: acme.viewer })
    assert.equal((await details()).diagnosticsState, 'none')
    await app.ok('POST', path('/diagnostics'), { as: acme.admin })
    const asked = await desk.hears('diagnose')
    desk.say({ type: 'diagnostics', requestId: 'another', text: 'not asked for' })
    desk.say({ type: 'diagnostics', requestId: asked.requestId, text: 'all is well' })
    desk.heartbeat()
    desk.say({
      type: 'log',
      lines: [{ at: new Date().toISOString(), level: 'info', message: 'hello' }],
    })
    desk.say({ type: 'accepted', commandId: 'none', lease: 1 })
    desk.finish({ commandId: 'none', lease: 1 } as never)
    await desk.hears('recorded')
    app.clock.advance(5_000)
    const found = await until('the lines to be stored', async () => {
      const one = await details()
      return one.log.length > 0 && one
    })
    assert.equal(found.diagnostics, 'all is well')
    assert.equal(found.log[0]!.message, 'hello')
    assert.equal(found.health[0]!.freeBytes, 1_000)
  })

  // Red when bulk() stops at the first refusal.
  test('many agents are paused and retired together, independently', async ({ assert }) => {
    const other = await new TestAgent(app.url, `Other ${number}`).join(acme.token)
    const ids = [desk.enrolled.agentId, crypto.randomUUID(), other.enrolled.agentId]
    const bulk = (action: string) =>
      app.ok<{ done: number; refused: { id: string }[] }>('POST', '/api/desktop-agents/bulk', {
        as: acme.admin,
        body: { action, ids },
      })
    const paused = await bulk('pause')
    assert.equal(paused.done, 2)
    assert.deepEqual(
      paused.refused.map(({ id }) => id),
      [ids[1]]
    )
    assert.equal((await bulk('retire')).done, 2)
    assert.equal((await bulk('resume')).done, 0)
    await desk.hears('retired')
  })

  // Red when retireAgent() leaves commands open that no agent will run.
  test('open commands of a retired agent fail', async ({ assert }) => {
    const sent = await send(app.url, acme.token, desk.enrolled.clientId)
    await app.ok('POST', path('/retire'), { as: acme.admin })
    const command = await app.ok<{ status: string; errorCode: string }>(
      'GET',
      `/api/desktop-agents/commands/${sent.id}`,
      { as: acme.viewer }
    )
    assert.containSubset(command, { status: 'failed', errorCode: 'E_AGENT_RETIRED' })
    const again = await app.call('POST', '/api/desktop-agents/commands', {
      as: acme.editor,
      body: { clientId: desk.enrolled.clientId, commandType: 'system_info' },
    })
    assert.equal(codeOf(again), 'E_AGENT_RETIRED')
  })

  // Red when assertMayMove() does not check for closed folders: the agent of an administrator may open all of
  // them.
  test('moves no files of a folder that is closed to the sender of the command', async ({
    assert,
  }) => {
    const made = await app.ok<{ id: string }>('POST', '/api/assets', {
      as: acme.admin,
      body: { name: 'Payroll', type: 'folder' },
    })
    const permissions = { everyone: 'read', grants: [] }
    const path = `/api/assets/${made.id}/permissions`
    await app.ok('PUT', path, { as: acme.admin, body: permissions })
    const desk = await new TestAgent(app.url, 'Payroll desk').join(acme.admin)
    const { clientId } = desk.enrolled
    const sends = async (as: Caller, commandType: string, folder: string) => {
      const parameters = { path: '/srv/share', folder }
      const body = { clientId, commandType, parameters }
      return (await app.call('POST', '/api/desktop-agents/commands', { as, body })).status
    }
    assert.equal(await sends(acme.editor, 'download_files', '/Payroll'), 201)
    assert.equal(await sends(acme.editor, 'upload_files', '/Payroll'), 403)
    await app.ok('PUT', path, { as: acme.admin, body: { ...permissions, everyone: 'none' } })
    for (const folder of ['/Payroll', '//Payroll/2026/', '/']) {
      for (const type of ['download_files', 'upload_files', 'sync_folder']) {
        assert.equal(await sends(acme.editor, type, folder), 403, `${type} ${folder}`)
      }
      assert.equal(await sends(acme.admin, 'download_files', folder), 201)
    }
    assert.equal(await sends(acme.editor, 'download_files', '/Payroll 2'), 201)
  })

  // Red when assertMayMove() is not called.
  test('a person without file permissions cannot use an agent to move files', async ({
    assert,
  }) => {
    const { key } = await app.ok<{ key: string }>('POST', '/api/roles', {
      as: acme.admin,
      body: { name: `Operator ${number}`, permissions: ['agents.read', 'agents.commands'] },
    })
    const email = `operator${number}@acme.example`
    await app.ok('POST', '/api/users', { as: acme.admin, body: { email, role: key } })
    const as = await app.signIn(email, 'acme')
    const order = (commandType: string) =>
      app.call('POST', '/api/desktop-agents/commands', {
        as,
        body: {
          clientId: desk.enrolled.clientId,
          commandType,
          parameters: { path: '/srv/share' },
        },
      })
    assert.equal((await order('system_info')).status, 201)
    for (const type of ['upload_files', 'download_files', 'sync_folder'])
      assert.equal((await order(type)).status, 403, type)
  })
})
