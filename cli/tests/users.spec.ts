// onOneDatabase: the command line uses the server only over HTTP
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { User, UserImportRow } from '@crossdock/client'
import { bootApp, tokenOf, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'
import { Terminal } from './terminal.js'

test.group('CLI users', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    shell = await Shell.open()
    await shell.storeProfile({ server: app.url, token: tokenOf(acme.token) })
    return async () => {
      await shell.close()
      await app.stop()
    }
  })

  const called = async (email: string) =>
    (await shell.json<User[]>(['users', 'list', '--search', email]))[0]
  const run = async (...args: string[]) => {
    const reply = await shell.run(['users', ...args])
    if (reply.code !== 0) throw new Error(reply.stderr)
    return reply
  }

  test('invites several; refused addresses exit with 6, each with its reason', async ({
    assert,
  }) => {
    const { code, stdout, stderr } = await shell.run([
      'users',
      'invite',
      'Ada@acme.example',
      'unknown',
      'rey@acme.example',
      '--role',
      'viewer',
    ])
    assert.equal(code, 6)
    assert.equal(stdout, 'Invited ada@acme.example.\nInvited rey@acme.example.\n')
    assert.match(stderr, /1 of 3 addresses were not invited/)
    assert.match(stderr, /unknown: /)
    assert.equal((await called('rey@'))!.status, 'pending')
  })

  test('lists by status and role: a table at a terminal, tabs in a pipe', async ({ assert }) => {
    const { stdout } = await run('list', '--status', 'pending', '--role', 'viewer')
    const lines = stdout.trim().split('\n')
    assert.deepEqual(
      lines.map((line) => line.split('\t').slice(0, 4)),
      ['ada', 'rey'].map((name) => [`${name}@acme.example`, '', 'viewer', 'pending'])
    )
    const without = await run('list', '--without-second-factor', '--search', 'ada@')
    assert.equal(without.stdout.trim().split('\t').at(-1), 'none')
    const terminal = new Terminal(shell.env)
    assert.equal(await terminal.run(['users', 'list']), 0)
    assert.match(terminal.text, /^ADDRESS +NAME +ROLE +STATUS +LAST LOGIN/)
  })

  test('changes roles, deactivates after confirmation, and reactivates', async ({ assert }) => {
    const { stdout } = await run('role', 'ADA@acme.example', 'editor')
    assert.equal(stdout, 'ada@acme.example now has the role editor.\n')
    const unasked = await shell.run(['users', 'deactivate', 'ada@acme.example'])
    assert.equal(unasked.code, 2)
    assert.include(unasked.stderr, '--yes is missing')
    await run('deactivate', 'ada@acme.example', '--yes')
    assert.equal((await called('ada@'))!.status, 'inactive')
    const { id } = (await called('ada@'))!
    await run('reactivate', id.slice(0, 34))
    assert.equal((await called('ada@'))!.status, 'pending')
    await app.mailTo('ada@acme.example', () => run('resend', 'ada@acme.example'), /Accept/)
    const last = await shell.run(['users', 'role', 'admin@acme.example', 'viewer'])
    assert.equal(last.code, 6)
    assert.include(last.stderr, 'only administrator')
    assert.equal((await shell.run(['users', 'role', 'none@acme.example', 'viewer'])).code, 5)
  })

  test('deletes a person; belongings need a successor', async ({ assert }) => {
    await run('role', 'ada@acme.example', 'editor')
    const as = await app.signIn('ada@acme.example', 'acme')
    await app.ok('POST', '/api/assets', { as, body: { name: 'Hers', type: 'folder' } })
    const owning = await shell.run(['users', 'delete', 'ada@acme.example', '--yes'])
    assert.equal(owning.code, 2)
    assert.match(owning.stderr, /ada@acme\.example owns 1 file or folder/)
    await run('delete', 'ada@acme.example', '--successor', 'rey@acme.example', '--yes')
    assert.isUndefined(await called('ada@'))
  })

  test('imports a file, only checks it with --dry-run, and exports', async ({ assert }) => {
    const file = join(shell.folder, 'people.csv')
    await writeFile(file, 'email,role\nkai@acme.example,viewer\nnobody,\n')
    const looked = await shell.run(['users', 'import', file, '--dry-run', '--json'])
    assert.equal(looked.code, 6)
    const rows = JSON.parse(looked.stdout) as UserImportRow[]
    assert.deepEqual(
      rows.map(({ outcome }) => outcome),
      ['invite', 'error']
    )
    assert.isUndefined(await called('kai@'))
    const done = await shell.run(['users', 'import', file, '--yes'])
    assert.equal(done.code, 6)
    assert.equal(done.stdout, '1 new, 0 changed, 0 unchanged, 1 with errors.\n')
    assert.match(done.stderr, /line 3: email: /)
    assert.equal((await called('kai@'))!.role, 'viewer')
    const { stdout } = await run('export', '--search', 'kai')
    assert.match(stdout, /^\uFEFF?email,firstName,.*\nkai@acme\.example,,,viewer,true,pending,/)
    const target = join(shell.folder, 'out.csv')
    await run('export', '--output', target)
    assert.equal((await shell.run(['users', 'export', '--output', target])).code, 6)
  })
})
