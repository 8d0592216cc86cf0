// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { SignInRules } from '@crossdock/client'
import { signedIn } from './signed_in.js'

test.group('CLI rules', (group) => {
  const lab = signedIn(group)

  test('shows the rules and changes the named ones', async ({ assert }) => {
    const usual = 'Addresses: any domain.\nSign-in: any method.\nSessions: default duration.\n'
    assert.equal((await lab.shell.run(['rules', 'show'])).stdout, usual)
    const unsure = await lab.shell.run(['rules', 'set', '--session-hours', '12'])
    assert.equal(unsure.code, 2)
    const set = ['rules', 'set', '--domain', 'ACME.example', '--session-hours', '12', '--yes']
    const { stdout, stderr } = await lab.shell.run(set)
    assert.equal(stderr, '')
    assert.equal(
      stdout,
      'Addresses: of acme.example only.\nSign-in: any method.\nSessions: end 12 hours after they start.\n'
    )
    const longer = await lab.shell.json<SignInRules>([
      'rules',
      'set',
      '--session-hours',
      '24',
      '--yes',
    ])
    assert.deepEqual(longer, {
      allowedDomains: ['acme.example'],
      ssoOnly: false,
      sessionHours: 24,
    })
    const back = ['rules', 'set', '--any-domain', '--session-hours', 'usual', '--yes']
    assert.equal((await lab.shell.run(back)).stdout, usual)
  })

  test('reports invalid values and refusals', async ({ assert }) => {
    const nothing = await lab.shell.run(['rules', 'set', '--yes'])
    assert.equal(nothing.code, 2)
    assert.include(nothing.stderr, 'There is nothing to change.')
    const both = await lab.shell.run([
      'rules',
      'set',
      '--domain',
      'a.test',
      '--any-domain',
      '--yes',
    ])
    assert.equal(both.code, 2)
    const none = await lab.shell.run(['rules', 'set', '--session-hours', 'soon', '--yes'])
    assert.include(none.stderr, '"soon" is not a number of hours.')
    const locked = await lab.shell.run(['rules', 'set', '--domain', 'elsewhere.example', '--yes'])
    assert.include(locked.stderr, 'Your own address, admin@acme.example, is not in one of these')
    const alone = await lab.shell.run(['rules', 'set', '--sso-only', '--yes'])
    assert.include(
      alone.stderr,
      'First sign in with an enabled identity provider of your organization'
    )
  })
})
