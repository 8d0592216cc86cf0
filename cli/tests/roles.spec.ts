// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { PersonPermissions, Role } from '@crossdock/client'
import { signedIn } from './signed_in.js'

test.group('CLI roles', (group) => {
  const lab = signedIn(group)

  const create = (name: string, ...more: string[]) =>
    lab.shell.json<Role>(['roles', 'create', '--name', name, ...more])

  test('a role is created, listed, shown, changed and deleted', async ({ assert }) => {
    const made = await lab.shell.run(
      ['roles', 'create', '--name', 'Quay auditor', '--permission', 'assets.read'].concat(
        '--permission',
        'flows.read'
      )
    )
    assert.equal(made.stdout, 'Created the role Quay auditor, key quay-auditor.\n', made.stderr)
    const listed = await lab.shell.run(['roles', 'list', '--headers'])
    assert.match(listed.stdout, /^Name\tKey\tKind\tPeople\tPermissions\tDescription\tId$/m)
    assert.include(listed.stdout, 'Quay auditor\tquay-auditor\tcustom\t0\t2\t\t')
    assert.match(listed.stdout, /^Administrator\tadmin\tbuilt in\t1\t/m)
    const edited = await lab.shell.run(
      ['roles', 'edit', 'quay-auditor', '--add', 'activity.read', '--remove', 'flows.read'].concat(
        '--name',
        'Auditor',
        '--description',
        'Looks on'
      )
    )
    assert.equal(edited.stdout, 'Changed the role Auditor.\n', edited.stderr)
    const shown = await lab.shell.run(['roles', 'show', 'Auditor'])
    assert.include(shown.stdout, 'Key\tquay-auditor\n')
    assert.include(shown.stdout, 'activity.read\tSee the activity feed\n')
    assert.notInclude(shown.stdout, 'flows.read')
    const { description } = await lab.shell.json<Role>([
      'roles',
      'edit',
      'Auditor',
      '--description',
      '',
    ])
    assert.isNull(description)
    const asked = await lab.shell.run(['roles', 'delete', 'Auditor'])
    assert.equal(asked.code, 2)
    const deleted = await lab.shell.run(['roles', 'delete', 'Auditor', '--yes'])
    assert.equal(deleted.stdout, 'Deleted the role Auditor.\n')
    assert.equal((await lab.shell.run(['roles', 'show', 'Auditor'])).code, 5)
  })

  test('a copy starts with the permissions of another role', async ({ assert }) => {
    const copy = await create('Night shift', '--from', 'viewer', '--permission', 'activity.read')
    const { permissions } = await lab.shell.json<Role>(['roles', 'show', 'viewer'])
    assert.sameMembers(copy.permissions, [...permissions, 'activity.read'])
  })

  test('invalid input is refused with a sentence', async ({ assert }) => {
    const { key } = await create('Spare', '--permission', 'assets.read')
    assert.equal((await lab.shell.run(['roles', 'edit', key])).code, 2)
    const lacking = await lab.shell.run(['roles', 'edit', key, '--remove', 'flows.read'])
    assert.equal(lacking.code, 2)
    assert.include(lacking.stderr, 'The role Spare does not have flows.read.')
    const unknown = await lab.shell.run(['roles', 'edit', key, '--add', 'assets.fly'])
    assert.equal(unknown.code, 6)
    assert.include(unknown.stderr, 'There is no permission "assets.fly".')
    const builtIn = await lab.shell.run([
      'roles',
      'delete',
      'viewer',
      '--replacement',
      key,
      '--yes',
    ])
    assert.equal(builtIn.code, 6)
    assert.include(builtIn.stderr, 'is built in')
    assert.equal((await lab.shell.run(['roles', 'create'])).code, 2)
  })

  test('why shows which role grants a permission, and which roles would', async ({ assert }) => {
    const why = (...more: string[]) => ['roles', 'why', 'viewer@acme.example', ...more]
    const { stdout } = await lab.shell.run(why())
    assert.include(stdout, 'Role\tViewer\n')
    assert.match(stdout, /^assets\.read\tyes\tThe built-in role "Viewer" holds it\.\t/m)
    assert.match(stdout, /^assets\.write\tno\tThe role "Viewer" does not hold it\.\tadmin editor/m)
    const one = await lab.shell.json<PersonPermissions>(why('--permission', 'users.write'))
    assert.deepEqual(
      one.permissions.map(({ name, isHeld }) => [name, isHeld]),
      [['users.write', false]]
    )
    assert.equal((await lab.shell.run(why('--permission', 'assets.fly'))).code, 5)
    assert.equal((await lab.shell.run(['roles', 'why', 'unknown@acme.example'])).code, 5)
    const byId = await lab.shell.json<PersonPermissions>(['roles', 'why', one.userId])
    assert.equal(byId.email, 'viewer@acme.example')
  })
})
