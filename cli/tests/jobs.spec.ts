// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { FailedJob, JobSchedule } from '@crossdock/client'
import { defineJob, enqueue, jobRef } from '@crossdock/kernel/jobs'
import { definePlugin } from '@crossdock/kernel/plugin'
import { inTenant } from '@crossdock/kernel/tenancy'
import { until } from '@crossdock/kernel/testing'
import { bootApp, operatorToken, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'

const broken = jobRef<object>('scale.weigh')

const scale = definePlugin({
  name: 'scale',
  version: '0.1.0',
  compatibility: '^0.1',
  jobs: async () => ({
    default: [
      defineJob(broken, {
        retry: { attempts: 1 },
        handle: () => Promise.reject(new Error('the scale is broken')),
      }),
    ],
  }),
})

test.group('CLI jobs', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell

  group.setup(async () => {
    app = await bootApp({ plugins: [scale] })
    acme = await app.tenant('acme')
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    return async () => {
      await shell.close()
      await app.stop()
    }
  })

  const listed = () => shell.json<FailedJob[]>(['jobs', 'list'])
  const failed = (count: number) =>
    until('the failures', async () => {
      const jobs = await listed()
      return jobs.length === count && jobs
    })

  test('lists, retries and deletes failed jobs', async ({ assert }) => {
    const none = await shell.run(['jobs', 'list'])
    assert.equal(none.stderr, 'No failed jobs.\n')

    for (let n = 0; n < 2; n++) await inTenant(acme.id, () => enqueue(broken, {}))
    const [job, other] = await failed(2)
    const { stdout } = await shell.run(['jobs', 'list', '--status', 'failed', '--limit', '1'])
    assert.match(stdout, new RegExp(`^${job!.id}\\tscale\\.weigh\\tfailed\\t1\\t`, 'm'))
    assert.include(stdout, 'Error: the scale is broken')
    assert.deepEqual(await shell.json(['jobs', 'list', '--status', 'unknown']), [])

    const retried = await shell.run(['jobs', 'retry', job!.id])
    assert.deepEqual([retried.code, retried.stdout], [0, `Retrying the job ${job!.id}.\n`])
    const again = await failed(2)
    assert.equal(again[0]!.id, job!.id)
    assert.notEqual(again[0]!.failedAt, job!.failedAt)

    for (const { id } of [job!, other!]) {
      const { code, stdout } = await shell.run(['jobs', 'delete', id])
      assert.deepEqual([code, stdout], [0, `Deleted the job ${id}.\n`])
    }
    const gone = await shell.run(['jobs', 'retry', job!.id])
    assert.equal(gone.code, 5)
    assert.deepEqual(await listed(), [])
  })

  test('lists recurring jobs for the super administrator', async ({ assert }) => {
    const env = { CROSSDOCK_TOKEN: await operatorToken(app) }
    const schedules = await shell.json<JobSchedule[]>(['jobs', 'schedules'], { env })
    assert.include(
      schedules.map(({ name }) => name),
      'jobs.purge'
    )
    const { stdout } = await shell.run(['jobs', 'schedules'], { env })
    assert.match(stdout, /^jobs\.purge\t40 3 \* \* \*\tUTC\t/m)
    assert.equal((await shell.run(['jobs', 'schedules'])).code, 3)
  })
})
