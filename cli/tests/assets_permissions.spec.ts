// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { FolderPermissions } from '@crossdock/client'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'

test.group('CLI: folder permissions', (group) => {
  let app: TestApp
  let tenant: TestTenant
  let shell: Shell

  group.setup(async () => {
    app = await bootApp()
    tenant = await app.tenant('quayside')
    return () => app.stop()
  })
  group.each.setup(async () => {
    shell = await Shell.open()
    await signInAs(shell, app, tenant)
    return () => shell.close()
  })

  const permissions = (...args: string[]) => shell.run(['assets', 'permissions', ...args])

  // Red when a new grant replaces the existing ones, or an open folder keeps names.
  test('shows, grants and revokes access, and opens the folder again', async ({ assert }) => {
    await shell.run(['assets', 'mkdir', '/Payroll'])
    const show = () => shell.json<FolderPermissions>(['assets', 'permissions', '/Payroll'])
    assert.equal((await permissions('/Payroll')).stdout, '/Payroll: everyone.\n')

    await permissions('/Payroll', '--grant', 'role:editor=write')
    assert.containSubset(await show(), {
      everyone: 'none',
      grants: [{ kind: 'role', id: 'editor', level: 'write' }],
    })
    const given = await permissions('/Payroll', '--grant', 'viewer@quayside.example=read')
    assert.equal(given.code, 0, given.stderr)
    assert.equal(
      given.stdout,
      '/Payroll: role editor (write), viewer@quayside.example (read), no one else.\n'
    )
    await permissions('/Payroll', '--everyone', 'read', '--revoke', 'role:editor')
    assert.containSubset(await show(), { everyone: 'read', grants: [{ kind: 'user' }] })
    await permissions('/Payroll', '--everyone', 'write')
    assert.containSubset(await show(), { everyone: 'write', grants: [] })
  })

  test('an invalid grant changes nothing', async ({ assert }) => {
    await shell.run(['assets', 'mkdir', '/Contracts'])
    for (const args of [
      ['/', '--everyone', 'none'],
      ['/Contracts', '--grant', 'role:editor'],
      ['/Contracts', '--grant', 'role:editor=own'],
      ['/Contracts', '--everyone', 'some'],
    ]) {
      assert.equal((await permissions(...args)).code, 2, args.join(' '))
    }
    assert.notEqual((await permissions('/Contracts', '--grant', 'role:captain=read')).code, 0)
    assert.equal((await permissions('/Contracts')).stdout, '/Contracts: everyone.\n')
  })
})
