// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { UserSession } from '@crossdock/client'
import { signedIn } from './signed_in.js'

test.group('CLI sessions', (group) => {
  const lab = signedIn(group)

  test('sessions are listed, and ended one by one', async ({ assert }) => {
    const as = await lab.app.signIn('admin@acme.example', 'acme')
    const listed = await lab.shell.run(['sessions', 'list', '--headers'])
    assert.match(listed.stdout, /^Browser\tSystem\tAddress\tSigned in\tLast used\tId$/m)
    assert.include(listed.stdout, '\t127.0.0.1\t')
    const sessions = await lab.shell.json<UserSession[]>(['sessions', 'list'])
    const newest = sessions.sort((a, b) => b.createdAt.localeCompare(a.createdAt))[0]!
    const { stdout } = await lab.shell.run(['sessions', 'end', newest.id.slice(-8)])
    assert.equal(stdout, `Ended the session ${newest.id}.\n`)
    assert.equal((await lab.app.call('GET', '/api/auth/me', { as })).status, 401)
    const again = await lab.shell.run(['sessions', 'end', newest.id])
    assert.equal(again.code, 5, again.stderr)
    assert.include(again.stderr, 'There is no session')
  })

  test('sessions of a person are found by address, and ended together', async ({ assert }) => {
    const user = 'viewer@acme.example'
    await lab.app.signIn(user, 'acme')
    assert.lengthOf(await lab.shell.json<UserSession[]>(['sessions', 'list', '--user', user]), 2)
    const unsure = await lab.shell.run(['sessions', 'end', '--all', '--user', user])
    assert.equal(unsure.code, 2)
    assert.include(unsure.stderr, 'End all sessions of viewer@acme.example?')
    const ended = await lab.shell.run(['sessions', 'end', '--all', '--user', user, '--yes'])
    assert.equal(ended.stdout, 'Ended 2 sessions.\n')
    assert.equal((await lab.app.call('GET', '/api/auth/me', { as: lab.acme.viewer })).status, 401)
    assert.equal((await lab.app.call('GET', '/api/auth/me', { as: lab.acme.admin })).status, 200)
    const unknown = await lab.shell.run(['sessions', 'list', '--user', 'unknown@acme.example'])
    assert.equal(unknown.code, 5, unknown.stderr)
  })

  test('one session or --all must be given', async ({ assert }) => {
    assert.equal((await lab.shell.run(['sessions', 'end'])).code, 2)
    assert.equal((await lab.shell.run(['sessions', 'end', 'x', '--all'])).code, 2)
  })
})
