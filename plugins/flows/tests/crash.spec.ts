// clock: the test of 1,000 runs measures how long nothing progresses.
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { bootApp, migratedDatabase, until } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { call, moment, type FreshDatabase } from '@crossdock/kernel/testing'
import { fatalProcess } from './fatal_child.js'
import { FatalProbe } from './fatal_probe.js'
import { FlowLab, probes, type Run } from './flow_lab.js'
import { installed } from '../../../backend/plugins.js'
import { probePlugin } from './probe.js'

/** Releases the jobs of a dead process, as the next process does, without waiting for the leases. */
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
  // Red when results in branches are not found by their path, when an entered step is entered again, or when
  // a run waits for a job that does not exist. The short version of the last test here.
  test('another continues where it stopped; completed steps do not run again', async ({
    assert,
    cleanup,
  }) => {
    const database = await migratedDatabase(installed)
    cleanup(() => database.remove())
    const probe = new FatalProbe(database.dataDir)
    const boot = () => bootApp({ database, plugins: [probePlugin(probe)] })

    const before = await boot()
    const tenant = await before.tenant('acme')
    const lab = new FlowLab(before, tenant)
    const inner = await lab.workflow({ name: 'Inner', steps: probes('in') })
    const flow = await lab.workflow({ steps: branchingSteps(inner, probes('fatal')) })
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
    const again = new FlowLab(after, tenant)
    const id = started?.body.id ?? (await again.runsOf(flow))[0]!.id
    const run = await again.reached(id, 'completed')
    const called = probe.calls().filter((key) => key.startsWith(run.executionId))
    const items = [0, 1, 2].flatMap((at) => ['item', 'then'].map((name) => `each[${at}].${name}`))
    assert.sameMembers(
      called.map((key) => key.replace(`${run.executionId}:`, '')),
      ['list', ...items.map((path) => `both.one.${path}`), 'fatal', 'fatal', 'last']
    )
    assert.lengthOf(probe.calls(), called.length + 1, 'the inner workflow ran once')
    const fatal = run.stepResults.find(({ stepId }) => stepId === 'fatal')
    assert.equal(fatal?.attempts, 2)
    assert.match(fatal?.tries[0]?.errorMessage ?? '', /process ended/)
  })

  // Red when results in branches are not found by their path, when an entered step is entered again, or when
  // a resumed delay starts from the beginning.
  test('a flow with a branch and a delay continues from its position', async ({
    assert,
    cleanup,
  }) => {
    const database = await migratedDatabase(installed)
    cleanup(() => database.remove())
    const probe = new FatalProbe(database.dataDir)
    const boot = () => bootApp({ database, plugins: [probePlugin(probe)] })

    const before = await boot()
    const tenant = await before.tenant('acme')
    const flow = await new FlowLab(before, tenant).workflow({
      steps: [
        ...probes('first'),
        {
          id: 'check',
          type: 'condition',
          config: { value: 'steps.first.attempt', operator: 'equals', other: '1' },
          branches: {
            yes: [
              { id: 'wait', type: 'delay', config: { amount: 2, unit: 'seconds' } },
              ...probes('fatal', 'inside'),
            ],
            no: probes('never'),
          },
        },
        { id: 'again', type: 'delay', config: { amount: 1, unit: 'hours' } },
        ...probes('last'),
      ],
    })
    await before.stop()

    const { died, url } = await fatalProcess(database)
    const started = await call<Run>(url!, 'POST', '/api/flow-executions/trigger', {
      as: tenant.editor,
      body: { flowId: flow },
    })
    assert.equal((await died)[1], 'SIGKILL')

    const after = await boot()
    const lab = new FlowLab(after, tenant)
    const waiting = async (one: FlowLab) => {
      const { stepResults } = await one.show(started.body.id)
      return stepResults.find(({ path }) => path === 'again')?.status === 'waiting' && stepResults
    }
    const steps = await until('the second delay', () => waiting(lab))
    const delay = steps.find(({ path }) => path === 'again')!
    await after.stop()

    const last = await boot()
    cleanup(() => last.stop())
    const again = new FlowLab(last, tenant)
    const kept = (await until('the delay', () => waiting(again))).find(
      ({ path }) => path === 'again'
    )!
    assert.deepEqual([kept.nextTryAt, kept.attempts], [delay.nextTryAt, 1])
    // Simulates that the hour has passed: the run is due, and so is its step.
    const past = new Date(Date.now() - 1_000).toISOString()
    await asOperator('let an hour pass', async () => {
      const results = unscoped().from('flow_step_results')
      await results.where('path', 'again').update({ next_try_at: past })
      const jobs = unscoped().from('jobs').where({ name: 'flows.run', state: 'scheduled' })
      await jobs.update({ run_at: past })
    })
    const run = await again.reached(started.body.id, 'completed')
    assert.deepEqual(
      probe.calls().map((key) => key.replace(`${run.executionId}:`, '')),
      ['first', 'check.yes.fatal', 'check.yes.fatal', 'check.yes.inside', 'last']
    )
    assert.deepEqual(
      run.stepResults.map(({ path, status, attempts }) => [path, status, attempts]),
      [
        ['first', 'completed', 1],
        ['check', 'completed', 1],
        ['check.yes.wait', 'completed', 1],
        ['check.yes.fatal', 'completed', 2],
        ['check.yes.inside', 'completed', 1],
        ['check.no.never', 'skipped', 0],
        ['again', 'completed', 1],
        ['last', 'completed', 1],
      ]
    )
  }).tags(['long'])

  // Red when the commit that starts a step does not count the losses, or they are not checked.
  test('a step that repeatedly kills its process fails the run', async ({ assert, cleanup }) => {
    const database = await migratedDatabase(installed)
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
    // Simulates eight more deaths; the next start resumes the run and dies too.
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
  }).tags(['long'])

  // Red when an entered step is entered again, when a completed item runs again, or when a run waits for a
  // job that does not exist.
  test('runs with branches, lists and waits end, and completed steps do not run again', async ({
    assert,
    cleanup,
  }) => {
    const database = await migratedDatabase(installed)
    cleanup(() => database.remove())
    const probe = new FatalProbe(database.dataDir)
    const boot = () => bootApp({ database, plugins: [probePlugin(probe)] })
    const before = await boot()
    const tenant = await before.tenant('acme')
    const lab = new FlowLab(before, tenant)
    const inner = await lab.workflow({ name: 'Inner', steps: probes('in') })
    const flow = await lab.workflow({ steps: branchingSteps(inner) })
    await before.stop()

    const start = () => fatalProcess(database)
    const processes = [await start(), ...(database.databaseUrl ? [await start()] : [])]
    let isOver = false
    cleanup(() => {
      isOver = true
      for (const { child } of processes) child.kill('SIGKILL')
    })
    const killed: { done: ReadonlySet<string>; called: number }[] = []
    const killing = async () => {
      while (!isOver) {
        await moment(2_000)
        const at = randomInt(processes.length)
        const { child, died } = processes[at]!
        child.kill('SIGKILL')
        await died
        killed.push({ done: await completedIn(database), called: probe.calls().length })
        processes[at] = await start()
        if (isOver) processes[at]!.child.kill('SIGKILL')
      }
    }
    let acknowledged = 0
    const starting = async () => {
      while (acknowledged < runs && !isOver) {
        const { url } = processes[randomInt(processes.length)]!
        const given = { as: tenant.editor, body: { flowId: flow } }
        const path = '/api/flow-executions/trigger'
        // A request without an answer may still have started a run.
        const reply = await call(url ?? '', 'POST', path, given).catch(() => moment(200))
        if (reply?.status === 202) acknowledged++
      }
    }
    const kills = killing()
    const starts = Promise.all(Array.from({ length: 8 }, starting))
    const standsAt = async () => `${probe.calls().length} ${await endedIn(database)}`
    const isDone = async () => acknowledged >= runs && (await openIn(database)) === 0
    for (let now = await standsAt(); !(await isDone());) {
      const before = now
      const goesOn = async () => (now = await standsAt()) !== before || isDone()
      await until('anything to go on', goesOn, stallMs)
    }
    isOver = true
    await Promise.all([starts, kills])
    for (const { child, died } of processes) {
      child.kill('SIGKILL')
      await died
    }
    assert.isAtLeast(killed.length, 5)
    for (const { done, called } of killed) {
      const again = probe
        .calls()
        .slice(called)
        .filter((key) => done.has(key))
      assert.deepEqual(again, [], 'a step that was done ran again')
    }
    const completed = await completedIn(database)
    const through = [...completed].filter((key) => key.endsWith(':last'))
    assert.isAtLeast(through.length, runs)
    assert.equal(await endedIn(database), 2 * through.length)
  }).tags(['long'])
})

const runs = 1_000
/**
 * The longest time without progress: a killed process is restarted within seconds, and its leases have
 * expired.
 */
const stallMs = 20_000

/** A list in one branch, waits and another workflow in the other. */
const branchingSteps = (inner: string, before: object[] = []) => [
  ...probes('list'),
  {
    id: 'both',
    type: 'parallel',
    config: { branches: ['one', 'two'] },
    branches: {
      one: [
        {
          id: 'each',
          type: 'for_each',
          config: { items: 'steps.list.items', parallel: 2, onItemError: 'continue' },
          branches: { each: probes('item', 'then') },
        },
      ],
      two: [
        { id: 'pause', type: 'delay', config: { amount: 0.1, unit: 'seconds' } },
        { id: 'call', type: 'call_workflow', config: { workflowId: inner } },
      ],
    },
  },
  ...before,
  ...probes('last'),
]

/** Idempotency keys of completed steps. */
async function completedIn(database: FreshDatabase): Promise<ReadonlySet<string>> {
  const rows = await ask(
    database,
    `select run.execution_id || ':' || step.path as key from flow_step_results step
      join flow_execution_history run on run.id = step.run_id where step.status = 'completed'`
  )
  return new Set(rows.map(({ key }) => String(key)))
}

const endedIn = (database: FreshDatabase) => countIn(database, "status = 'completed'")
const openIn = (database: FreshDatabase) => countIn(database, "status in ('started', 'running')")

async function countIn(database: FreshDatabase, condition: string): Promise<number> {
  const [row] = await ask(
    database,
    `select count(*) as total from flow_execution_history where ${condition}`
  )
  return Number(row!.total)
}

/** Queries the database without an application, which would resume lost jobs. */
async function ask(
  { dataDir, databaseUrl }: FreshDatabase,
  statement: string
): Promise<Record<string, unknown>[]> {
  if (!databaseUrl) {
    const file = new DatabaseSync(join(dataDir, 'crossdock.sqlite3'))
    file.exec('pragma busy_timeout = 5000')
    const rows = file.prepare(statement).all()
    file.close()
    return rows
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows as Record<string, unknown>[]
}
