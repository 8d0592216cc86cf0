// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { Retention } from '@crossdock/client'
import { newId, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'

test.group('CLI retention', (group) => {
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

  test('shows the rules, and asks before a shorter time deletes records', async ({ assert }) => {
    const { stdout } = await shell.run(['retention'])
    assert.match(stdout, /activity\twithout limit\tdefault/)
    assert.match(stdout, /events\twithout limit\tdefault\t7 days/)
    assert.match(stdout, /runs\tproduction 30 days/)
    await asOperator('a test looks back', async () =>
      unscoped().insertQuery().table('activity_logs').insert({
        id: newId(),
        tenant_id: acme.id,
        action: 'Long ago',
        metadata: '{}',
        created_at: '2020-01-01T00:00:00.000Z',
      })
    )
    const unsure = await shell.run(['retention', 'set', 'activity', '300'])
    assert.equal(unsure.code, 2)
    assert.include(unsure.stderr, '1 record of "activity" is older')
    const set = ['retention', 'set', 'activity', '300', '--yes']
    const { records } = await shell.json<Retention>(set)
    assert.equal(records.find(({ kind }) => kind === 'activity')!.keptDays, 300)
    const back = await shell.run(['retention', 'set', 'activity', 'usual'])
    assert.match(back.stdout, /activity\twithout limit\tdefault/)
  })

  test('reports invalid values and refusals', async ({ assert }) => {
    const soon = await shell.run(['retention', 'set', 'activity', 'soon'])
    assert.equal(soon.code, 2)
    assert.include(soon.stderr, '"soon" is not a number of days.')
    const never = await shell.run(['retention', 'set', 'activity', '0'])
    assert.include(never.stderr, 'Give a whole number from 1')
    const early = await shell.run(['retention', 'set', 'events', '2'])
    assert.include(early.stderr, 'at least 7 days')
    // Red when the item's position in the body is shown.
    assert.notInclude(early.stderr, 'rules.0')
  })
})
