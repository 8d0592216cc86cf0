// onOneDatabase: the command line knows the server by HTTP
import { test } from '@japa/runner'
import type { SecondFactorRule } from '@crossdock/client'
import { signedIn } from './signed_in.js'

test.group('CLI second-factor', (group) => {
  const lab = signedIn(group)

  test('who has no passkey requires none, and what is refused is told', async ({ assert }) => {
    const unsure = await lab.shell.run(['second-factor', 'require'])
    assert.equal(unsure.code, 2)
    assert.include(unsure.stderr, 'Require a second factor of everybody from now on?')
    const without = await lab.shell.run(['second-factor', 'require', '--yes'])
    assert.notEqual(without.code, 0)
    assert.include(without.stderr, 'Add a passkey of your own first')
    assert.equal((await lab.shell.run(['second-factor', 'show'])).stdout, 'None is required.\n')
    assert.equal((await lab.shell.run(['second-factor', 'release'])).stdout, 'None is required.\n')
    const rule = await lab.shell.json<SecondFactorRule>(['second-factor', 'show'])
    assert.deepEqual(rule, { required: false, requiredBy: null })
  })

  test('that of a person is reset by their address', async ({ assert }) => {
    const user = 'viewer@acme.example'
    const { stdout } = await lab.shell.run(['second-factor', 'reset', user, '--yes'])
    assert.equal(stdout, `Reset the second factor of ${user}.\n`)
    assert.equal((await lab.app.call('GET', '/api/auth/me', { as: lab.acme.viewer })).status, 401)
    const own = await lab.shell.run(['second-factor', 'reset', 'admin@acme.example', '--yes'])
    assert.include(own.stderr, 'Your own second factor is changed under Security')
  })
})
