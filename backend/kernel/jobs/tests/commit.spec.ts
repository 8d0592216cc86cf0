import { test } from '@japa/runner'
import { refuseCommits } from '../../database/tests/refused_commits.js'
import { until } from '../../testing/index.js'
import { enqueue } from '../index.js'
import { effect, JobLab, type AnyJob } from './job_lab.js'

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

  const retry = { attempts: 2, delayMs: 10 }

  // Red when `transaction()` does not see the error of its COMMIT.
  test('is not believed: the next step is not taken', async ({ assert }) => {
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
    await lab.as(() => enqueue('test.stepping', {}))
    await lab.idle()
    assert.deepEqual(steps, ['first', 'first', 'second'])
    assert.deepEqual(await lab.effects(), ['kept first', 'second'])
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
    await lab.as(() => enqueue('test.finishing', {}))
    await until('the failure', async () => (await lab.jobs())[0]?.state === 'failed')
    assert.deepEqual(await lab.effects(), [])
  })
})
