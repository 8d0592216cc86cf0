// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import pg from 'pg'
import { now, transaction, unscoped } from '../../database/index.js'
import { asOperator } from '../../tenancy/index.js'
import { sessionAt, testDatabase, until } from '../../testing/index.js'
import { enqueue, jobRef } from '../index.js'
import { counted, effect, JobLab, type AnyJob } from './job_lab.js'
import { workerProcess } from './worker_child.js'

/** PostgreSQL may notice a death a moment later than a new process looks. */
const looking = { lookMs: 500 }

const slow: AnyJob = {
  name: 'test.slow',
  handle: (job) => job.finish(() => effect(String(job.payload.key))),
}

test.group('worker processes', (group) => {
  let lab: JobLab

  group.each.setup(async () => {
    lab = await JobLab.open()
    return async () => {
      await lab.close()
      await lab.database.remove()
    }
  })

  const add = (keys: string[], ms: number) =>
    lab.as(() =>
      transaction(async () => {
        for (const key of keys) await enqueue(jobRef('test.slow'), { key, ms })
      })
    )

  // Red when reclaim() waits for rows that somebody has locked.
  test('what a frozen process has locked keeps nobody from taking over the rest', async () => {
    await lab.as(() => enqueue(jobRef(counted.name), { key: 'locked' }))
    await lab.as(() => enqueue(jobRef(counted.name), { key: 'lost' }))
    await asOperator('as a process that froze left them', () =>
      unscoped().from('jobs').update({ state: 'running', worker: 1, lease_until: now() })
    )
    await sessionAt(lab.database.databaseUrl!, async (client) => {
      await client.query(`begin; select from jobs where payload::text like '%locked%' for update`)
      await lab.work([counted], { lookMs: 500 })
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
      await add(some, 20)
    }
    let left = 0
    for (let round = 1; round <= 3; round++) {
      // However quick they are and however late they are looked at: there is enough for each round.
      await addSome()
      // On PostgreSQL a second process works on while the first is killed.
      const processes =
        testDatabase === 'pg' ? [workerProcess(lab), workerProcess(lab)] : [workerProcess(lab)]
      const said = () => new Set(processes.flatMap(({ lines }) => lines))
      await until('some progress', () => said().size > 40)
      if (testDatabase === 'pg') await addSome()
      for (const { kill } of processes) await kill()
      left += (await lab.jobs()).length
    }
    assert.isAbove(left, 0, 'the processes died in the midst of it')
    await lab.work([slow], looking)
    await lab.idle()
    const done = await lab.effects()
    assert.lengthOf(done, keys.length)
    assert.sameMembers(done, keys)
  })

  test('a dead process’s jobs are taken over within seconds', async ({ assert }) => {
    await add(['orphan'], 60_000)
    const { said, kill } = workerProcess(lab, { leaseMs: 600_000 })
    await said('begun orphan')
    await kill()
    // Its lease would last for longer than anybody waits here.
    await lab.work([slow], looking)
    await lab.idle()
    assert.deepEqual(await lab.effects(), ['orphan'])
  })

  test('a frozen process wakes up to find its job taken over', async ({ assert }) => {
    await add(['frozen'], 1_000)
    const frozen = workerProcess(lab)
    await frozen.said('begun frozen')
    frozen.child.kill('SIGSTOP')
    // On SQLite the next process takes over as it starts; on PostgreSQL once the lease is over.
    await lab.work([slow], { lookMs: 500 })
    await until('the takeover', async () => (await lab.effects()).length > 0)
    frozen.child.kill('SIGCONT')
    await frozen.said('lost frozen')
    await frozen.kill()
    assert.deepEqual(await lab.effects(), ['frozen'])
    assert.lengthOf(await lab.jobs(), 0)
  })

  test('a worker survives the loss of its session', async ({ assert, cleanup }) => {
    await lab.work([slow])
    // As the server's owner: the application may not see the sessions of others.
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
  }).skip(testDatabase === 'sqlite', 'SQLite has one process')

  test('another process’s job is noticed without looking', async ({ assert }) => {
    await lab.work([slow])
    const adding = workerProcess(lab, { task: 'from afar' })
    await adding.said('ready')
    await until('the effect', async () => (await lab.effects()).includes('from afar'))
    await adding.kill()
    assert.lengthOf(await lab.jobs(), 0)
  }).skip(testDatabase === 'sqlite', 'SQLite has one process')
})
