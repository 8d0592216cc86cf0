// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { Profile, System } from '@crossdock/client'
import { operatorToken } from './server.js'
import { signedIn } from './signed_in.js'

test.group('CLI settings and system', (group) => {
  const lab = signedIn(group)

  test('shows the profile and changes the named fields', async ({ assert }) => {
    const set = ['settings', 'set', '--first-name', 'Ada', '--time-zone', 'europe/berlin']
    const { stdout, stderr } = await lab.shell.run(set)
    assert.equal(stderr, '')
    assert.include(stdout, 'Time zone\tEurope/Berlin\n')
    const back = ['settings', 'set', '--time-zone', 'none', '--appearance', 'dark']
    const { timeZone, firstName, appearance } = await lab.shell.json<Profile>(back)
    assert.deepEqual([timeZone, firstName, appearance], [null, 'Ada', 'dark'])
    assert.include((await lab.shell.run(['settings'])).stdout, 'Language\tfrom the browser\n')
  })

  test('refuses an unknown language and an empty change', async ({ assert }) => {
    const wrong = await lab.shell.run(['settings', 'set', '--language', 'tlh'])
    assert.include(wrong.stderr, 'There is no language "tlh" here. Use one of: en, de.')
    const nothing = await lab.shell.run(['settings', 'set'])
    assert.equal(nothing.code, 2)
    assert.include(nothing.stderr, 'There is nothing to change.')
  })

  test('the operator shows the installation and tests the mail server', async ({ assert }) => {
    const denied = await lab.shell.run(['system'])
    assert.notEqual(denied.code, 0)
    await lab.shell.storeProfile({ server: lab.app.url, token: await operatorToken(lab.app) })
    const { stdout } = await lab.shell.run(['system'])
    for (const line of [/^Status\tok$/m, /^Failed jobs\t0$/m, /^Key [0-9a-f]{8}\tcurrent, /m]) {
      assert.match(stdout, line)
    }
    const { unanswered } = await lab.shell.json<System>(['system', 'show'])
    assert.deepEqual(unanswered, [])
    // Red when a mail written to a file is reported as accepted by a server.
    const tried = await lab.shell.run(['system', 'mail-test'])
    assert.match(
      tried.stdout,
      /^No mail server is configured: .* was written to DATA_DIR\/mail\.$/m
    )
  })
})
