// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { Notification, NotificationSettings } from '@crossdock/client'
import { until } from '@crossdock/backend/testing'
import { signedIn } from './signed_in.js'

test.group('CLI notifications', (group) => {
  const lab = signedIn(group)

  test('notifications are listed, and marked as read one by one or all together', async ({
    assert,
  }) => {
    const [first] = await until('both notifications of first sign-ins', async () => {
      const all = await lab.shell.json<Notification[]>(['notifications', 'list', '--unread'])
      return all.length === 2 && all
    })
    const listed = await lab.shell.run(['notifications', 'list', '--headers'])
    assert.match(listed.stdout, /^When\tWhat\tRead\tKind\tId$/m)
    assert.include(listed.stdout, 'editor@acme.example signed in for the first time\tno')
    const { stdout } = await lab.shell.run(['notifications', 'read', first!.id])
    assert.equal(stdout, '1 unread.\n')
    const all = await lab.shell.run(['notifications', 'read', '--all'])
    assert.equal(all.stdout, 'No unread notifications.\n')
    assert.equal((await lab.shell.run(['notifications', 'read'])).code, 2)
    const unknown = await lab.shell.run(['notifications', 'read', 'nothing'])
    assert.equal(unknown.code, 5, unknown.stderr)
  })

  test('settings are shown and changed', async ({ assert }) => {
    const before = await lab.shell.run(['notifications', 'settings'])
    assert.match(before.stdout, /^flows\.runFailed\tWorkflow failed\tyes\tyes$/m)
    assert.match(before.stdout, /^branding\.domainLost\tOwn domain lost\tyes\t-$/m)
    const set = ['notifications', 'settings', 'flows.runFailed']
    const changed = await lab.shell.json<NotificationSettings['kinds']>([...set, '--no-mail'])
    assert.containSubset(changed, [{ kind: 'flows.runFailed', console: true, mail: false }])
    assert.equal((await lab.shell.run(set)).code, 2)
    const none = await lab.shell.run(['notifications', 'settings', 'nothing', '--mail'])
    assert.include(none.stderr, 'error: There is no kind of notification "nothing" for you')
    // Red when the item's position or the route of an operation is shown.
    assert.notMatch(none.stderr, /kinds\.0|GET/)
    assert.include(none.stderr, 'See all kinds: crossdock notifications settings')
    const both = await lab.shell.run([...set, '--mail', '--no-mail'])
    assert.equal(both.code, 2)
    assert.include(both.stderr, '--mail and --no-mail exclude each other')
  })
})
