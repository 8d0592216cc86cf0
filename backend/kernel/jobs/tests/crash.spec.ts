// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import pg from 'pg'
import { now, transaction, unscoped } from '../../database/index.js'
import { asOperator } from '../../tenancy/index.js'
import { sessionAt, size, testClock, testDatabase, until } from '../../testing/index.js'
import { enqueue, jobRef } from '../index.js'
import { counted, effect, JobLab, leaseMs, looking, type AnyJob } from './job_lab.js'
import { workerProcess } from './worker_child.js'

/** Number of times the processes are killed. */
const rounds = size({ quick: 1, full: 3 })
/** On PostgreSQL several processes work in parallel. */
const atOnce = testDatabase === 'pg' ? size({ quick: 1, full: 2 }) : 1

const slow: AnyJob = {
  name: 'test.slow',
  handle: (job) => job.finish(() => effect(String(job.payload.key))),
}

test.group('worker processes', (group) => {
  let lab: JobLab

  group.each.setup(async () => {
    lab = await JobLab.open()
    return async () => {
      testClock.reset()
      await lab.close()
      await lab.database.remove()
    }
  })

  const add = (keys: string[], held = false) =>
    lab.as(() =>
      transaction(async () => {
        for (const key of keys) await enqueue(jobRef('test.slow'), { key, held })
      })
    )

  // Red when reclaimJobs() waits for locked rows.
  test('rows locked by a frozen process do not prevent taking over the rest', async () => {
    await lab.as(() => enqueue(jobRef(counted.name), { key: 'locked' }))
    await lab.as(() => enqueue(jobRef(counted.name), { key: 'lost' }))
    await asOperator('as a process that froze left them', () =>
      unscoped().from('jobs').update({ state: 'running', worker: 1, lease_until: now() })
    )
    await sessionAt(lab.database.databaseUrl!, async (client) => {
      await client.query(`begin; select from jobs where payload::text like '%locked%' for update`)
      await lab.work([counted], looking)
      await until('the other one', async () => (await lab.effects()).includes('lost'))
      await client.query('rollback')
    })
    await lab.idle()
  }).skip(testDatabase === 'sqlite', 'SQLite has one process')

  test('killed again and again: no job is lost, none counts twice', async ({ assert }) => {
    const keys: string[] = []
    const addSome = async () => {
      const some = Array.from({ length: 100 }, (_, n) => `job ${keys.length + n}`)
      keys.push(...some)
      await add(some)
    }
    let left = 0
    for (let round = 1; round <= rounds; round++) {
      // Enough jobs for every round, however fast the processes are.
      await addSome()
      const processes = Array.from({ length: atOnce }, () => workerProcess(lab))
      const said = () => new Set(processes.flatMap(({ lines }) => lines))
      await until('some progress', () => said().size > 40)
      if (testDatabase === 'pg') await addSome()
      for (const { kill } of processes) await kill()
      left += (await lab.jobs()).length
    }
    assert.isAbove(left, 0, 'the processes died during the work')
    await lab.work([slow], looking)
    await lab.idle()
    const done = await lab.effects()
    assert.lengthOf(done, keys.length)
    assert.sameMembers(done, keys)
  })

  test('a dead process’s jobs are taken over within seconds', async ({ assert }) => {
    await add(['orphan'], true)
    const { said, kill } = workerProcess(lab)
    await said('begun orphan')
    await kill()
    await lab.work([slow], looking)
    await lab.idle()
    assert.deepEqual(await lab.effects(), ['orphan'])
  }).tags(['long'])

  test('a frozen process wakes up to find its job taken over', async ({ assert }) => {
    await add(['frozen'], true)
    const frozen = workerProcess(lab)
    await frozen.said('begun frozen')
    frozen.child.kill('SIGSTOP')
    // On SQLite the next process takes over at its start; on PostgreSQL once the lease has expired.
    await lab.work([slow], looking)
    testClock.advance(leaseMs)
    await until('the takeover', async () => (await lab.effects()).length > 0)
    frozen.goOn()
    frozen.child.kill('SIGCONT')
    await frozen.said('lost frozen')
    await frozen.kill()
    assert.deepEqual(await lab.effects(), ['frozen'])
    assert.lengthOf(await lab.jobs(), 0)
  }).tags(['long'])

  test('a worker survives the loss of its session', async ({ assert, cleanup }) => {
    await lab.work([slow])
    // As the owner of the server: the application may not see other sessions.
    const server = new pg.Client({ connectionString: lab.database.databaseUrl })
    await server.connect()
    cleanup(() => server.end())
    const sessions = async (what: 'pid' | 'pg_terminate_backend(pid)') => {
      const { rows } = await server.query<{ pid: number }>(
        `select pid, ${what} from pg_stat_activity
         where datname = current_database() and application_name = 'crossdock worker'`
      )
      return rows
    }
    const [before] = await sessions('pg_terminate_backend(pid)')
    await until('a new session', async () => {
      const [now] = await sessions('pid')
      return now && now.pid !== before!.pid
    })
    const adding = workerProcess(lab, { task: 'after the loss' })
    await until('the effect', async () => (await lab.effects()).includes('after the loss'))
    await adding.kill()
    assert.lengthOf(await lab.jobs(), 0)
  })
    .tags(['long'])
    .skip(testDatabase === 'sqlite', 'SQLite has one process')

  test('another process’s job is noticed without polling', async ({ assert }) => {
    await lab.work([slow])
    const adding = workerProcess(lab, { task: 'from afar' })
    await adding.said('ready')
    await until('the effect', async () => (await lab.effects()).includes('from afar'))
    await adding.kill()
    assert.lengthOf(await lab.jobs(), 0)
  })
    .tags(['long'])
    .skip(testDatabase === 'sqlite', 'SQLite has one process')
})
