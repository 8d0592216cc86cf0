// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { Usage } from '@crossdock/client'
import { until } from '@crossdock/kernel/testing'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'
import { Terminal } from './terminal.js'

test.group('CLI usage', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    return async () => {
      await shell.close()
      await app.stop()
    }
  })

  test('shows the rest of each limit, and the usage of each day', async ({ assert }) => {
    await app.limit(acme.id, { api_calls_per_month: 1200 })
    await app.ok('GET', '/api/assets', { as: acme.token })
    const piped = await shell.run(['usage'])
    assert.equal(piped.code, 0, piped.stderr)
    const line = piped.stdout.split('\n').find((row) => row.includes('apiCallsPerMonth'))!
    const [environment, label, used, limit, percent, resets] = line.split('\t')
    assert.deepEqual(
      [environment, label, used, limit, percent],
      ['production', 'API calls per month', '2', '1200', '0.2']
    )
    assert.match(resets!, /^\d{4}-\d\d-01T00:00:00/)
    assert.include(piped.stdout, 'storageQuotaGB')

    const json = await shell.json<Usage>(['usage'])
    assert.equal(json.environments[0]!.name, 'production')

    await until('the day to be written', async () =>
      /\t\d+\t0\t/.test((await shell.run(['usage', '--days'])).stdout)
    )
    const terminal = new Terminal(shell.env)
    assert.equal(await terminal.run(['usage', '--days']), 0)
    assert.match(terminal.text, /^DAY +ENVIRONMENT +CALLS/)

    const early = await shell.run([
      'usage',
      '--days',
      '--until',
      '2026-01-02',
      '--since',
      '2026-01-01',
    ])
    assert.include(early.stdout + early.stderr, 'No usage in this period.')
    const wrong = await shell.run(['usage', '--since', '2026-01-01'])
    assert.equal(wrong.code, 2)
    const noDay = await shell.run(['usage', '--days', '--since', 'monday'])
    assert.notEqual(noDay.code, 0)
    assert.include(noDay.stderr, 'must be a day such as 2026-01-31')
  })
})
