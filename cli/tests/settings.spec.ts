import { test } from '@japa/runner'
import type { Profile, System } from '@crossdock/client'
import { bootApp, operatorToken, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'

test.group('CLI settings and system', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })
  group.each.setup(async () => {
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    return () => shell.close()
  })

  test('shows the profile and changes what is named', async ({ assert }) => {
    const set = ['settings', 'set', '--first-name', 'Ada', '--time-zone', 'europe/berlin']
    const { stdout, stderr } = await shell.run(set)
    assert.equal(stderr, '')
    assert.include(stdout, 'Time zone\tEurope/Berlin\n')
    const back = ['settings', 'set', '--time-zone', 'none', '--appearance', 'dark']
    const { timeZone, firstName, appearance } = await shell.json<Profile>(back)
    assert.deepEqual([timeZone, firstName, appearance], [null, 'Ada', 'dark'])
    assert.include((await shell.run(['settings'])).stdout, 'Language\tas the browser\n')
  })

  test('a language there is not is named, and so is a change of nothing', async ({ assert }) => {
    const wrong = await shell.run(['settings', 'set', '--language', 'tlh'])
    assert.include(wrong.stderr, 'There is no language "tlh" here. There are: en, de.')
    const nothing = await shell.run(['settings', 'set'])
    assert.equal(nothing.code, 2)
    assert.include(nothing.stderr, 'There is nothing to change.')
  })

  test('the operator sees the installation and tries the mail server', async ({ assert }) => {
    const denied = await shell.run(['system'])
    assert.notEqual(denied.code, 0)
    await shell.storeProfile({ server: app.url, token: await operatorToken(app) })
    const { stdout } = await shell.run(['system'])
    for (const line of [/^Status\tok$/m, /^Failed jobs\t0$/m, /^Key [0-9a-f]{8}\tcurrent, /m]) {
      assert.match(stdout, line)
    }
    const { unanswered } = await shell.json<System>(['system', 'show'])
    assert.deepEqual(unanswered, [])
    // Red when a mail that was written to a file is told as one that a server has taken.
    const tried = await shell.run(['system', 'mail-test'])
    assert.match(tried.stdout, /^There is no mail server: .* was written to DATA_DIR\/mail\.$/m)
  })
})
