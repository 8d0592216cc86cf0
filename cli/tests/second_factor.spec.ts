// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { SecondFactorRule } from '@crossdock/client'
import { signedIn } from './signed_in.js'

test.group('CLI second-factor', (group) => {
  const lab = signedIn(group)

  test('a caller without a passkey cannot require one, and refusals are reported', async ({
    assert,
  }) => {
    const unsure = await lab.shell.run(['second-factor', 'require'])
    assert.equal(unsure.code, 2)
    assert.include(unsure.stderr, 'Require a second factor of everyone from now on?')
    const without = await lab.shell.run(['second-factor', 'require', '--yes'])
    assert.notEqual(without.code, 0)
    assert.include(without.stderr, 'Add your own passkey first')
    assert.equal(
      (await lab.shell.run(['second-factor', 'show'])).stdout,
      'No second factor is required.\n'
    )
    assert.equal(
      (await lab.shell.run(['second-factor', 'release'])).stdout,
      'No second factor is required.\n'
    )
    const rule = await lab.shell.json<SecondFactorRule>(['second-factor', 'show'])
    assert.deepEqual(rule, { required: false, requiredBy: null })
  })

  test('resets the second factor of a person by address', async ({ assert }) => {
    const user = 'viewer@acme.example'
    const { stdout } = await lab.shell.run(['second-factor', 'reset', user, '--yes'])
    assert.equal(stdout, `Reset the second factor of ${user}.\n`)
    assert.equal((await lab.app.call('GET', '/api/auth/me', { as: lab.acme.viewer })).status, 401)
    const own = await lab.shell.run(['second-factor', 'reset', 'admin@acme.example', '--yes'])
    assert.include(own.stderr, 'Change your own second factor under Security')
  })
})
