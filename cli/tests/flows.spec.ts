// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { Execution, Plugin } from '@crossdock/client'
import { Partner } from './partner.js'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'
import { Terminal } from './terminal.js'

test.group('CLI flows and executions', (group) => {
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
    await partner.workflow('Notify carrier', '/accepts')
    await partner.workflow('Book slot', '/refuses')
    await partner.workflow('Wait for customs', '/waits')
    return async () => {
      await partner.stop()
      await shell.close()
      await app.stop()
    }
  })

  test('a flow started by its name is followed until it completes', async ({ assert }) => {
    const { code, stdout, stderr } = await shell.run([
      'flows',
      'trigger',
      'Notify carrier',
      '--watch',
    ])
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^Notify carrier, execution [0-9a-f]{8}\n/)
    assert.match(stdout, /^ {2}step 1 api_call completed$/m)
    assert.match(stdout, /^completed after /m)
  })

  test('a failed execution exits with 1 and prints the reason; --json prints the execution', async ({
    assert,
  }) => {
    const { code, stdout } = await shell.run(['flows', 'trigger', 'Book slot', '--watch', '--json'])
    const execution = JSON.parse(stdout) as Execution

    assert.equal(code, 1)
    assert.equal(execution.status, 'failed')
    assert.include(execution.errorMessage ?? '', '422')
  })

  test('passes inputs to a flow, typed or from a file', async ({ assert }) => {
    const fields = [
      { name: 'weight', type: 'number', required: true },
      { name: 'dock', type: 'choice', choices: ['north', 'south'] },
    ]
    await app.ok('POST', '/api/integrations/workflows', {
      as: acme.admin,
      body: { name: 'Weigh in', triggerType: 'manual', triggerConfig: { fields }, steps: [] },
    })
    const trigger = ['flows', 'trigger', 'Weigh in']
    const started = await shell.run([...trigger, '--input', 'weight=12.5', '--input', 'dock=north'])
    assert.equal(started.code, 0, started.stderr)
    const missing = await shell.run(trigger)
    assert.equal(missing.code, 6)
    assert.include(missing.stderr, 'weight is required')
    const wrong = await shell.run([...trigger, '--input', 'weight'])
    assert.equal(wrong.code, 2)
    assert.include(wrong.stderr, '--input "weight" has no value')
  })

  test('prints the next times of a scheduled workflow', async ({ assert }) => {
    await app.ok('POST', '/api/integrations/workflows', {
      as: acme.admin,
      body: {
        name: 'Morning report',
        triggerType: 'scheduled',
        steps: [],
        triggerConfig: { schedule: '45 6 * * *', timeZone: 'UTC' },
      },
    })
    const { code, stdout } = await shell.run(['workflows', 'schedule', 'Morning report'])
    assert.equal(code, 0)
    assert.match(stdout, /^Morning report runs at "45 6 \* \* \*" in UTC\.\n/)
    assert.lengthOf(stdout.match(/T06:45:00\.000Z/g)!, 5)
  })

  test('passes a file by its path', async ({ assert }) => {
    const folder = await app.ok<{ id: string }>('POST', '/api/assets', {
      as: acme.token,
      body: { name: 'Manifests', type: 'folder' },
    })
    const started = await shell.json<Execution & { assetId: string }>([
      'flows',
      'trigger',
      'Notify carrier',
      '--asset',
      '/Manifests',
    ])
    assert.equal(started.assetId, folder.id)
  })

  test('an unknown flow name exits with 5 and lists the active flows', async ({ assert }) => {
    const { code, stderr } = await shell.run(['flows', 'trigger', 'notify carrier'])

    assert.equal(code, 5)
    assert.include(stderr, 'There is no active flow "notify carrier":')
    assert.include(stderr, '"Notify carrier"')
  })

  test('an ambiguous flow name exits with 6 and lists the ids', async ({ assert }) => {
    const first = await partner.workflow('Twin', '/accepts')
    const second = await partner.workflow('Twin', '/accepts')
    const { code, stderr } = await shell.run(['flows', 'trigger', 'Twin'])

    assert.equal(code, 6)
    assert.include(stderr, first.id)
    assert.include(stderr, second.id)
    assert.equal((await shell.run(['flows', 'trigger', second.id])).code, 0)
  })

  test('watch prints running executions and changes until interrupted', async ({ assert }) => {
    const watching = shell.start(['executions', 'watch', '--json'])
    await watching.shows('Watching executions.')
    const { executionId } = await shell.json<Execution>(['flows', 'trigger', 'Wait for customs'])
    await watching.shows(`"executionId":"${executionId}"`)
    const following = shell.start(['executions', 'watch', executionId.slice(0, 8)])
    await following.shows('running')

    partner.release()
    const followed = await following.outcome
    assert.equal(followed.code, 0, followed.stderr)
    assert.match(followed.stdout, /^completed after /m)

    await watching.shows('"status":"completed"')
    watching.child.kill('SIGINT')
    const { stdout, signal } = await watching.outcome
    assert.equal(signal, 'SIGINT')
    const lines = stdout.trim().split('\n')
    const states = lines
      .map((line) => JSON.parse(line) as Execution)
      .filter((execution) => execution.executionId === executionId)
      .map((execution) => execution.status)
    assert.equal(states.at(-1), 'completed')
    assert.isAbove(states.length, 1)
  })

  test('top-level trigger, replay, retry and bulk actions; exit codes show the outcome', async ({
    assert,
  }) => {
    const failed = await shell.run(['trigger', 'Book slot', '--watch', '--json'])
    assert.equal(failed.code, 1, failed.stderr)
    const { executionId } = JSON.parse(failed.stdout) as Execution
    const again = await shell.run(['executions', 'replay', executionId, '--watch', '--json'])
    assert.equal(again.code, 1, again.stderr)
    const replayed = JSON.parse(again.stdout) as Execution
    assert.notEqual(replayed.executionId, executionId)
    assert.isString(replayed.replayOf)
    const same = ['executions', 'replay', executionId, '--use-version', 'same', '--json']
    const repeated = JSON.parse((await shell.run(same)).stdout) as Execution
    assert.equal(repeated.version, replayed.version)
    const wrong = await shell.run(['executions', 'replay', executionId, '--use-version', 'new'])
    assert.equal(wrong.code, 2)
    const over = await shell.run(['executions', 'cancel', executionId])
    assert.equal(over.code, 6)
    assert.include(over.stderr, 'only one that is running can be cancelled')
    const neither = await shell.run(['executions', 'retry'])
    assert.equal(neither.code, 2)
    // Red when an option that has no effect is ignored: all would be replayed on another version than asked for.
    for (const given of [
      ['--all', '--yes', '--search', 'book', '--use-version', 'same'],
      ['--all', '--yes', '--search', 'book', '--from-step', 'call'],
      ['--all', '--yes', '--search', 'book', '--input', '{}'],
      [executionId, '--status', 'completed'],
    ]) {
      const unused = await shell.run(['executions', 'replay', ...given])
      assert.equal(unused.code, 2, unused.stdout)
      assert.include(unused.stderr, given.at(-2)!)
    }
    const unsure = await shell.run(['executions', 'replay', '--all', '--search', 'book'])
    assert.equal(unsure.code, 2)
    assert.include(unsure.stderr, '--yes')
    const all = ['executions', 'replay', '--all', '--status', 'failed', '--search', 'book', '--yes']
    const { code, stdout, stderr } = await shell.run(all)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /Replayed (\d+) of \1 executions\./)
  })

  test('list and show: JSON of the API, filtered, and a table at a terminal', async ({
    assert,
  }) => {
    await shell.run(['flows', 'trigger', 'Book slot', '--watch'])
    const failed = await shell.json<Execution[]>([
      'executions',
      'list',
      '--status',
      'failed',
      '--search',
      'book',
    ])
    const answered = await app.ok<Execution[]>(
      'GET',
      '/api/flow-executions?status=failed&search=book',
      { as: acme.token }
    )
    assert.isAbove(failed.length, 0)
    assert.deepEqual(failed, answered)

    const [newest] = failed
    const id = newest?.executionId.slice(0, 8) ?? ''
    const one = await shell.json<Execution>(['executions', 'show', id])
    // The input of a run is only in the answer for a single run.
    assert.containSubset(one.contextData, { assetId: null, event: null })
    assert.deepEqual({ ...one, contextData: null }, newest)

    const terminal = new Terminal(shell.env)
    assert.equal(await terminal.run(['executions', 'list', '--limit', '1']), 0)
    assert.match(terminal.text, /^ID +FLOW +TRIGGER +STATUS +STEPS +DURATION +STARTED$/m)
    assert.match(terminal.text, new RegExp(`^${id} +Book slot +manual +failed +0/1 `, 'm'))
    assert.match(terminal.text, /1 of \d+ executions\. See more with --limit\./)

    const shown = new Terminal(shell.env)
    assert.equal(await shown.run(['executions', 'show', id]), 0)
    assert.match(shown.text, /^Status +failed$/m)
    assert.match(shown.text, /^ +1 +api_call +failed +1 /m)
  })

  test('a missing execution exits with 5')
    .with([['abcdef01'], ['019a0000-0000-7000-8000-000000000000']])
    .run(async ({ assert }, [id]) => {
      const { code, stderr } = await shell.run(['executions', 'show', id ?? ''])

      assert.equal(code, 5)
      assert.include(stderr, id ?? '')
    })

  test('workflows are listed whether active or not', async ({ assert }) => {
    const { id } = await partner.workflow('Paused', '/accepts')
    await app.ok('PUT', `/api/integrations/workflows/${id}`, {
      as: acme.token,
      body: { isActive: false },
    })
    const { stdout } = await shell.run(['workflows', 'list'])
    const row = (name: string) => stdout.split('\n').find((line) => line.startsWith(`${name}\t`))

    assert.deepEqual(row('Paused')?.split('\t').slice(1, 4), ['manual', '1', 'inactive'])
    assert.deepEqual(row('Notify carrier')?.split('\t').slice(1, 4), ['manual', '1', 'active'])
  })

  test('plugins are listed with their health', async ({ assert }) => {
    const plugins = await shell.json<Plugin[]>(['plugins', 'list'])
    assert.includeMembers(
      plugins.map(({ name }) => name),
      ['environments', 'flows', 'integrations']
    )
    const flows = plugins.find(({ name }) => name === 'flows')
    const { stdout } = await shell.run(['plugins', 'list'])
    const row = stdout.split('\n').find((line) => line.startsWith('flows\t'))
    assert.deepEqual(row?.split('\t'), [
      'flows',
      flows?.version,
      flows?.health.status,
      // Built-in plugins have no package.
      '',
      flows?.operator ? 'yes' : 'no',
      flows?.dependsOn.join(', '),
      String(flows?.contributions.length),
    ])
  })
})
