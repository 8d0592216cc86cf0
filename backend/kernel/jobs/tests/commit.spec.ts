// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { asOwner, refuseCommits } from '../../database/tests/refused_commits.js'
import { dialect, unscoped } from '../../database/index.js'
import { until, type FreshDatabase } from '../../testing/index.js'
import { enqueue, jobRef } from '../index.js'
import { effect, JobLab, type AnyJob } from './job_lab.js'

/** Ends the connection on PostgreSQL; on SQLite fills the file up to its limit, which is then removed. */
async function breakDatabase(database: FreshDatabase): Promise<void> {
  if (dialect() === 'postgres') {
    const { rows } = await unscoped().rawQuery('select pg_backend_pid() as pid')
    return void (await asOwner(database, `select pg_terminate_backend(${rows[0].pid})`))
  }
  await unscoped().rawQuery('pragma max_page_count = 1')
  try {
    await effect('x'.repeat(1024 * 1024))
  } finally {
    await unscoped().rawQuery('pragma max_page_count = 4294967294')
  }
}

test.group('a checkpoint whose commit fails', (group) => {
  let lab: JobLab

  group.each.setup(async () => {
    lab = await JobLab.open()
    await refuseCommits(lab.database, 'job_effects', 'job')
    return async () => {
      await lab.close()
      await lab.database.remove()
    }
  })

  const retry = { attempts: 2, delayMs: 1 }

  // Red when `transaction()` does not see the error of its COMMIT.
  test('stops the job before the next step', async ({ assert }) => {
    const steps: string[] = []
    const stepping: AnyJob = {
      name: 'test.stepping',
      retry,
      async handle(job) {
        steps.push('first')
        await job.commit(() => effect(`${job.attempt === 1 ? 'refused' : 'kept'} first`))
        steps.push('second')
        await job.finish(() => effect('second'))
      },
    }
    await lab.work([stepping])
    await lab.as(() => enqueue(jobRef('test.stepping'), {}))
    await lab.idle()
    assert.deepEqual(steps, ['first', 'first', 'second'])
    assert.deepEqual(await lab.effects(), ['kept first', 'second'])
  })

  // Red when an unreachable or full database uses up attempts (run_attempt.ts).
  test('because the database is unreachable or full uses up no attempt', async ({ assert }) => {
    let tries = 0
    const faulty: AnyJob = {
      name: 'test.faulty',
      retry: { attempts: 2, delayMs: 1 },
      async handle(job) {
        tries++
        assert.equal(job.attempt, 1)
        await job.finish(async () => {
          if (tries < 5) await breakDatabase(lab.database)
          await effect('done')
        })
      },
    }
    await lab.work([faulty])
    await lab.as(() => enqueue(jobRef('test.faulty'), {}))
    await lab.idle()
    assert.equal(tries, 5)
    assert.deepEqual(await lab.effects(), ['done'])
  })

  test('does not finish the job', async ({ assert }) => {
    const finishing: AnyJob = {
      name: 'test.finishing',
      retry,
      async handle(job) {
        await job.finish(() => effect('refused'))
      },
    }
    await lab.work([finishing])
    await lab.as(() => enqueue(jobRef('test.finishing'), {}))
    await until('the failure', async () => (await lab.jobs())[0]?.state === 'failed')
    assert.deepEqual(await lab.effects(), [])
  })
})
