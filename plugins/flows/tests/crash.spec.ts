import { join } from 'node:path'
import { test } from '@japa/runner'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { bootApp } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { call, freshDatabase, type FreshDatabase } from '@crossdock/kernel/testing'
import { fatalProcess } from './fatal_child.js'
import { FatalProbe } from './fatal_probe.js'
import { FlowLab, probes, type Run } from './flow_lab.js'
import { probePlugin } from './probe.js'

/** Takes what a dead process held back, as the next one does, without the wait for it. */
async function lose({ dataDir, databaseUrl }: FreshDatabase, times: number): Promise<void> {
  const statement = `update jobs set state = 'waiting', worker = null, lease_until = null,
    losses = losses + ${times} where state = 'running'`
  if (!databaseUrl) {
    const file = new DatabaseSync(join(dataDir, 'crossdock.sqlite3'))
    file.exec(statement)
    file.close()
    return
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

test.group('a process that dies', () => {
  test('another goes on where it stopped; finished steps do not run again', async ({
    assert,
    cleanup,
  }) => {
    const database = await freshDatabase()
    cleanup(() => database.remove())
    const probe = new FatalProbe(database.dataDir)
    const boot = () => bootApp({ database, plugins: [probePlugin(probe)] })

    const before = await boot()
    const tenant = await before.tenant('acme')
    const flow = await new FlowLab(before, tenant).workflow({
      steps: probes('first', 'fatal', 'last'),
    })
    await before.stop()

    const { died, url } = await fatalProcess(database)
    const started = await call<Run>(url!, 'POST', '/api/flow-executions/trigger', {
      as: tenant.editor,
      body: { flowId: flow },
    }).catch(() => undefined)
    const [, signal] = await died
    assert.equal(signal, 'SIGKILL')

    const after = await boot()
    cleanup(() => after.stop())
    const lab = new FlowLab(after, tenant)
    const id = started?.body.id ?? (await lab.runsOf(flow))[0]!.id
    const run = await lab.reached(id, 'completed')
    assert.deepEqual(
      probe.calls().map((key) => key.replace(`${run.executionId}:`, '')),
      ['first', 'fatal', 'fatal', 'last']
    )
    const [, fatal] = run.stepResults
    assert.equal(fatal?.attempts, 2)
    assert.match(fatal?.tries[0]?.errorMessage ?? '', /process ended/)
  })

  // Red when the commit that begins a step forgets the losses, or when they are not looked at.
  test('a step that takes its process down again and again fails the run', async ({
    assert,
    cleanup,
  }) => {
    const database = await freshDatabase()
    cleanup(() => database.remove())
    const probe = new FatalProbe(database.dataDir)
    const boot = () => bootApp({ database, plugins: [probePlugin(probe)] })
    const first = await boot()
    const tenant = await first.tenant('acme')
    const flow = await new FlowLab(first, tenant).workflow({ steps: probes('first', 'poison') })
    await first.stop()

    const one = await fatalProcess(database)
    const body = { flowId: flow }
    const path = '/api/flow-executions/trigger'
    await call(one.url!, 'POST', path, { as: tenant.editor, body }).catch(() => undefined)
    assert.equal((await one.died)[1], 'SIGKILL')
    // As if it had been so eight times more; the next start takes the run up and dies of it, too.
    await lose(database, 9)
    const other = await fatalProcess(database)
    assert.equal((await other.died)[1], 'SIGKILL')
    await lose(database, 1)

    const after = await boot()
    cleanup(() => after.stop())
    const lab = new FlowLab(after, tenant)
    const { id } = (await lab.runsOf(flow))[0]!
    const run = await lab.reached(id, 'failed')
    assert.equal(
      run.errorMessage,
      'Step 2 (Probe): The process ended 10 times while this step was running.'
    )
    assert.equal(run.stepResults[1]?.attempts, 2)
    assert.deepEqual(
      probe.calls().map((key) => key.split(':')[1]),
      ['first', 'poison', 'poison']
    )
    const left = await asOperator('look for jobs', async () =>
      unscoped().from('jobs').where('name', 'flows.run')
    )
    assert.lengthOf(left, 0)
    assert.equal((await lab.act(id, 'cancel')).status, 409)
  })
})
