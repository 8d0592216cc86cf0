// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { ApiEndpoint, ExternalSystem, IntegrationLog, Workflow } from '@crossdock/client'
import { Partner } from './partner.js'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'
import { Terminal } from './terminal.js'

test.group('CLI systems, endpoints, workflows and logs', (group) => {
  let app: TestApp
  let acme: TestTenant
  let partner: Partner
  let shell: Shell

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    partner = await Partner.start(app, acme)
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    return async () => {
      await partner.stop()
      await shell.close()
      await app.stop()
    }
  })

  const harbour = {
    name: 'Harbour',
    systemType: 'api',
    baseUrl: 'https://harbour.example',
    authType: 'bearer',
    capabilities: ['receive'],
  }
  const input = (value: unknown) => ({ input: JSON.stringify(value) })
  const words = (line: string) => line.split(' ')

  /** Runs a command that must succeed, and returns its output. */
  async function ok(args: string[], sent?: unknown): Promise<string> {
    const { code, stdout, stderr } = await shell.run(args, sent === undefined ? {} : input(sent))
    if (code !== 0) throw new Error(`crossdock ${args.join(' ')} ended with ${code}: ${stderr}`)
    return stdout
  }

  test('a partner is created, changed and deleted', async ({ assert }) => {
    assert.match(
      await ok(words('systems create --input -'), harbour),
      /^Created the external system Harbour, id [0-9a-f-]{36}\.\n$/
    )
    const system = await shell.json<ExternalSystem>(words('systems show Harbour'))
    const notify = { name: 'Notify', path: '/files', method: 'POST', endpointType: 'outbound' }
    await ok(words('endpoints create --system Harbour --input -'), { ...notify, triggers: [] })
    const [endpoint] = await shell.json<ApiEndpoint[]>(words('endpoints list --system Harbour'))
    assert.equal(endpoint?.systemId, system.id)
    const step = { type: 'api_call', systemId: system.id, endpointId: endpoint!.id, order: 1 }
    await ok(words('workflows create --input -'), {
      name: 'Intake',
      triggerType: 'manual',
      steps: [step],
    })

    // The output of show may be sent back unchanged.
    const shown = await shell.json<Workflow>(words('workflows show Intake'))
    await ok(words('workflows update Intake --input -'), { ...shown, isActive: false })
    assert.match(await ok(words('workflows list')), /^Intake\tmanual\t1\tinactive\t/m)
    assert.match(await ok(words('workflows show Intake')), /^Is active\tno$/m)
    assert.include(await ok(words('systems list --headers')), 'Name\tType\tAddress\tEndpoints\t')

    const unsure = await shell.run(words('systems delete Harbour'))
    assert.equal(unsure.code, 2)
    assert.include(unsure.stderr, '--yes is missing')
    const terminal = new Terminal(shell.env)
    const ended = terminal.run(words('systems delete Harbour'))
    await terminal.answer('Delete the external system Harbour with its endpoint?', 'n')
    assert.equal(await ended, 130)
    await ok(words('workflows delete Intake --yes'))
    assert.equal(
      await ok(words('systems delete Harbour --yes')),
      'Deleted the external system Harbour with its endpoint.\n'
    )
    assert.equal((await shell.run(words('systems show Harbour'))).code, 5)
  })

  // Red when only the start of an id matches, or the first of several matches is taken.
  test('finds a record by any part of its id; lists several matches', async ({ assert }) => {
    for (const name of ['Crane', 'Ferry'])
      await ok(words('systems create --input -'), { ...harbour, name })
    const crane = await shell.json<ExternalSystem>(words('systems show Crane'))
    const part = crane.id.slice(-9)
    assert.equal((await shell.json<ExternalSystem>(['systems', 'show', part])).id, crane.id)

    // Ids start with their time.
    const { code, stderr } = await shell.run(['systems', 'show', crane.id.slice(0, 6)])
    assert.equal(code, 6)
    assert.match(stderr, /matches \d entries: give more of the id of the external system/)
    assert.include(stderr, `\n  ${crane.id}  Crane, https://harbour.example\n`)
    const unknown = await shell.run(words('systems show Cranes'))
    assert.equal(unknown.code, 5)
    assert.include(
      unknown.stderr,
      'Known: "Crane", "Ferry". See all of them: crossdock systems list'
    )
  })

  test("finds calls by the end of their execution's id, as the console shows it", async ({
    assert,
  }) => {
    await partner.workflow('Notify carrier', '/accepts')
    await ok(['flows', 'trigger', 'Notify carrier', '--watch'])
    const [log] = await shell.json<IntegrationLog[]>(words('logs list --status success'))
    const tried = await ok(['systems', 'test', 'Notify carrier partner', '--method', 'HEAD'])
    assert.match(tried, /^Message\tNotify carrier partner answered 200 OK\.\nReachable\tyes$/m)
    assert.match(await ok(words('endpoints test Notify')), /^Success\tyes$/m)
    const short = log!.executionId.slice(-8)
    const terminal = new Terminal({ ...shell.env, NO_COLOR: '1' })
    await terminal.run(words('logs list'))
    assert.match(
      terminal.text,
      new RegExp(`^EXECUTION +ENDPOINT[^]*^${short} +Notify +success +200`, 'm')
    )

    assert.equal((await shell.json<IntegrationLog>(['logs', 'show', short])).id, log!.id)
    assert.equal(
      (await shell.json<IntegrationLog>(['logs', 'show', log!.id.slice(-8)])).id,
      log!.id
    )
    assert.equal((await shell.json<IntegrationLog>(['logs', 'show', log!.id])).id, log!.id)
    assert.match(await ok(['logs', 'show', short]), /^Status code\t200$/m)
    const first = log!.executionId.slice(0, 8)
    assert.include(await ok(['executions', 'show', first]), `Execution\t${log!.executionId}\n`)
    const shown = await ok(['executions', 'show', short])
    assert.include(shown, `Execution\t${log!.executionId}\n`)
    assert.match(await ok(['executions', 'list', '--search', short]), /^\S+\tNotify carrier\t/)

    await ok(['flows', 'trigger', 'Notify carrier', '--watch'])
    const byWorkflow = ['logs', 'list', '--workflow', 'Notify carrier']
    assert.lengthOf(await shell.json<IntegrationLog[]>(byWorkflow), 2)
    assert.lengthOf(await shell.json<IntegrationLog[]>([...byWorkflow, '--after', '24h']), 2)
    const since = await shell.json<IntegrationLog[]>([...byWorkflow, '--after', log!.createdAt])
    const until = ['executions', 'list', '--before', log!.createdAt]
    assert.include(
      since.map(({ id }) => id),
      log!.id
    )
    assert.notInclude(await ok(until), since[0]!.executionId)
    assert.equal(await ok([...byWorkflow, '--before', '7d']), '')
    const never = await shell.run([...byWorkflow, '--after', '2027-02-30'])
    assert.equal(never.code, 2)
    assert.include(never.stderr, '--after "2027-02-30" is not a time.')
    const one = await shell.run([...byWorkflow, '--limit', '1'])
    assert.equal(one.stderr, '1 of 2 calls. See more with --limit.\n')
  })

  test('refuses input that is not a JSON object before the request: {says}')
    .with([
      { given: '{"name"', says: 'Standard input is not valid JSON' },
      { given: '[1]', says: 'Standard input is not a JSON object' },
    ])
    .run(async ({ assert }, { given, says }) => {
      const { code, stderr } = await shell.run(words('systems create --input -'), { input: given })
      assert.equal(code, 2)
      assert.include(stderr, says)
    })
})
