// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type {
  AgentCommand,
  AgentGroup,
  AgentRollout,
  DesktopAgent,
  DesktopAgentDeployment,
} from '@crossdock/client'
import { until } from '@crossdock/backend/testing'
import { TestAgent } from '../../plugins/agents/tests/agent_lab.js'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'

test.group('CLI agents', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell
  let desk: TestAgent

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    desk = new TestAgent(app.url, 'desk-7')
    return async () => {
      desk.leave()
      await shell.close()
      await app.stop()
    }
  })

  const words = (line: string) => line.split(' ')

  test('adds an agent with a token, and manages it', async ({ assert }) => {
    const made = await shell.run(words('agents enroll-token'))
    assert.match(made.stdout, /^cde_[\w-]{43}\n$/)
    const whole = await shell.json<DesktopAgentDeployment>(words('agents enroll-token'))
    assert.include(whole.commands.linux, whole.token)
    const { status, body } = await desk.enroll(made.stdout.trim())
    assert.equal(status, 201)
    desk.enrolled = body
    await desk.begin()
    await desk.connect()
    await desk.welcomed()
    const [agent] = await shell.json<DesktopAgent[]>(words('agents list --online'))
    assert.containSubset(agent, { agentName: 'desk-7', isOnline: true })
    const renamed = await shell.run(['agents', 'rename', 'desk-7', 'Packing desk'])
    assert.equal(renamed.stdout, 'Renamed desk-7 to Packing desk.\n')
    const paused = await shell.run(['agents', 'pause', 'Packing desk'])
    assert.equal(paused.stdout, 'Packing desk is paused.\n')
    await shell.run(['agents', 'resume', body.clientId.slice(0, 8)])
    const shown = await shell.json<DesktopAgent>(['agents', 'show', 'Packing desk'])
    assert.isFalse(shown.isPaused)
  })

  test('sends commands and follows them', async ({ assert }) => {
    const sending = shell.run([
      'agents',
      'commands',
      'send',
      'Packing desk',
      'upload_files',
      '--path',
      '/srv/labels',
      '--folder',
      '/Arrivals',
      '--watch',
    ])
    const got = await until('the command', () => desk.commands()[0])
    assert.deepEqual(got.parameters, { path: '/srv/labels', folder: '/Arrivals' })
    desk.finish(got, { result: { files: 2 } })
    const { code, stdout } = await sending
    assert.equal(code, 0)
    assert.include(stdout, 'upload_files on Packing desk: completed')
    const other = await shell.json<AgentCommand>([
      'agents',
      'commands',
      'send',
      'Packing desk',
      'system_info',
    ])
    const cancelled = await shell.run(['agents', 'commands', 'cancel', other.id.slice(-12)])
    assert.equal(cancelled.stdout, 'Cancelled system_info on Packing desk.\n')
    const watched = await shell.run(['agents', 'commands', 'watch', other.id])
    assert.equal(watched.code, 1)
    const again = await shell.run(['agents', 'commands', 'retry', other.id])
    assert.equal(again.stdout, 'Sent system_info to Packing desk again.\n')
    const rows = await shell.json<AgentCommand[]>([
      'agents',
      'commands',
      'list',
      '--agent',
      'Packing desk',
      '--status',
      'completed',
    ])
    assert.deepEqual(
      rows.map(({ id }) => id),
      [got.commandId]
    )
  })

  test('manages groups and their limits', async ({ assert }) => {
    const groups = (...more: string[]) => shell.run(['agents', 'groups', ...more])
    const made = await groups('create', 'Stores', '--upload', '2000', '--hours', '18:00-06:00')
    assert.equal(made.stdout, 'Created the group Stores.\n')
    const changed = ['--name', 'Shops', '--upload', 'none', '--commands', 'upload_files']
    assert.equal((await groups('update', 'Stores', ...changed, '--days', '1,2')).code, 0)
    const [group] = await shell.json<AgentGroup[]>(words('agents groups list'))
    assert.containSubset(group, {
      name: 'Shops',
      profile: {
        uploadKbps: null,
        downloadKbps: null,
        allowedCommands: ['upload_files'],
        activeHours: { from: '18:00', to: '06:00', days: [1, 2] },
      },
    })
    const shown = await groups('list')
    assert.include(shown.stdout, '18:00-06:00 Mo, Tu')
    for (const [wrong, sentence] of [
      [['--hours', 'nightly'], 'Write it as 18:00-06:00'],
      [['--days', '7'], 'Days are 0 (Sunday) to 6'],
      [['--upload', 'fast'], '--upload "fast" is not a whole number'],
    ] as const) {
      const refused = await groups('update', 'Shops', ...wrong)
      assert.equal(refused.code, 2)
      assert.include(refused.stderr, sentence)
    }
    assert.equal((await groups('update', 'Shops', '--commands', 'dance')).code, 6)
    assert.equal((await groups('delete', 'Shops')).code, 2)
    assert.equal((await groups('delete', 'Shops', '--yes')).code, 0)
    assert.lengthOf(await shell.json<AgentGroup[]>(words('agents groups list')), 0)
  })

  test('shows and sets how agents are updated', async ({ assert }) => {
    const rollout = (...more: string[]) => shell.run(['agents', 'rollout', ...more])
    const set = words('agents rollout set --on --percentage 10 --hours 22:00-04:00')
    const after = await shell.json<AgentRollout>(set)
    assert.containSubset(after, {
      isActive: true,
      percentage: 10,
      updateHours: { from: '22:00', to: '04:00' },
    })
    assert.include((await rollout('show')).stdout, 'on, for 10 % of the agents')
    assert.include((await rollout('set', '--off', '--hours', 'always')).stdout, 'off')
    assert.equal((await rollout('set')).code, 2)
    assert.equal((await rollout('set', '--on', '--off')).code, 2)
    assert.equal((await rollout('set', '--percentage', '0')).code, 2)
  })

  test('retires an agent after confirmation', async ({ assert }) => {
    const unsure = await shell.run(['agents', 'retire', 'Packing desk'])
    assert.equal(unsure.code, 2)
    const retired = await shell.run(['agents', 'retire', 'Packing desk', '--yes'])
    assert.equal(retired.stdout, 'Packing desk is retired.\n')
    assert.lengthOf(await shell.json<DesktopAgent[]>(words('agents list')), 0)
    assert.lengthOf(await shell.json<DesktopAgent[]>(words('agents list --retired')), 1)
  })
})
