import { writeFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { Profile } from '../src/config/profiles.js'
import { credentials } from '../src/config/settings.js'
import { EXIT_CODE_MEANINGS } from '../src/errors.js'
import { ScriptedServer } from './scripted_server.js'
import { Shell } from './shell.js'

const NOBODY = { CROSSDOCK_SERVER: 'http://127.0.0.1:9', CROSSDOCK_TOKEN: 'cdk_nobody' }

test.group('CLI usage', (group) => {
  let shell: Shell
  group.each.setup(async () => {
    shell = await Shell.open()
    return () => shell.close()
  })

  test('--help names every command, variable and exit code', async ({ assert }) => {
    const { code, stdout, stderr } = await shell.run(['--help'])

    assert.equal(code, 0)
    assert.equal(stderr, '')
    for (const noun of [
      'login',
      'tenants',
      'assets',
      'workflows',
      'flows',
      'executions',
      'jobs',
      'plugins',
    ]) {
      assert.match(stdout, new RegExp(`^  ${noun} `, 'm'))
    }
    for (const [exitCode, meaning] of EXIT_CODE_MEANINGS) {
      assert.match(stdout, new RegExp(`^  ${exitCode} +${meaning}$`, 'm'))
    }
    assert.include(stdout, 'CROSSDOCK_TOKEN')
  })

  // Red when a tenant that was chosen for one token is acted in with another.
  test("a profile's tenant goes with its own token", ({ assert }) => {
    const profile = { server: 'https://h', token: 'cdk_own', tenant: 'acme' } as Profile
    const headersWith = (env: object) => credentials({}, env as NodeJS.ProcessEnv, profile).headers
    assert.deepEqual(headersWith({}), { authorization: 'Bearer cdk_own', 'x-tenant': 'acme' })
    assert.deepEqual(headersWith({ CROSSDOCK_TOKEN: 'cdk_b' }), { authorization: 'Bearer cdk_b' })
  })

  test('called bare it prints the help', async ({ assert }) => {
    const [bare, help] = await Promise.all([shell.run([]), shell.run(['--help'])])

    assert.equal(bare.code, 0)
    assert.equal(bare.stdout, help.stdout)
  })

  test('wrong usage ends with 2 and prints nothing to stdout: {says}')
    .with([
      { args: ['asets', 'ls'], says: "unknown command 'asets'" },
      { args: ['assets', 'ls', '--jsn'], says: 'Did you mean --json?' },
      { args: ['assets'], says: 'Usage: crossdock assets' },
      { args: ['assets', 'get'], says: "missing required argument 'what'" },
      { args: ['executions', 'list', '--status', 'done'], says: 'Allowed choices are pending' },
      { args: ['executions', 'list', '--limit', 'many'], says: '--limit "many"' },
      { args: ['whoami', '--server', 'ftp://x'], says: '"ftp://x" is not the address of a server' },
      { args: ['whoami', '--server', 'http://u:p@h'], says: 'is not the address of a server' },
      { args: ['whoami', '--server', 'http://:p@h'], says: 'is not the address of a server' },
      // Red when only what stands in the path is looked at, not where it leads.
      {
        args: ['api', 'GET', '/../x', '--server', 'http://h/base'],
        says: 'leads out of http://h/base',
      },
      { args: ['api', 'GET', '/%2e%2E/x', '--server', 'http://h/base'], says: 'leads out of' },
      { args: ['whoami', '--profile', '../x'], says: '"../x" cannot be a profile' },
    ])
    .run(async ({ assert }, { args, says }) => {
      const { code, stdout, stderr } = await shell.run(args, {
        env: args.includes('--profile') ? {} : NOBODY,
      })

      assert.equal(code, 2)
      assert.include(stderr, says)
      assert.equal(stdout, '')
    })

  test('off a terminal nothing is asked, {flag} is named')
    .with([
      { args: ['login'], flag: '--server' },
      { args: ['login', '--server', NOBODY.CROSSDOCK_SERVER], flag: '--email' },
      { args: ['tenants', 'create'], flag: '--name' },
      { args: ['tenants', 'create', '--name', 'Acme'], flag: '--subdomain' },
      {
        args: ['tenants', 'create', '--name', 'Acme', '--subdomain', 'acme'],
        flag: '--admin-email',
      },
    ])
    .run(async ({ assert }, { args, flag }) => {
      const env = args[0] === 'login' ? {} : NOBODY
      const { code, stdout, stderr } = await shell.run(args, { env })

      assert.equal(code, 2)
      assert.include(stderr, `${flag} is missing, and there is no terminal to ask for it.`)
      assert.equal(stdout, '')
    })

  test('without a profile it ends with 4 and names the way to sign in', async ({ assert }) => {
    const { code, stderr } = await shell.run(['whoami', '--profile', 'staging'])

    assert.equal(code, 4)
    assert.include(stderr, 'there is no profile "staging"')
    assert.include(stderr, 'crossdock login')
  })

  test('a token without a server is wrong usage', async ({ assert }) => {
    const { code, stderr } = await shell.run(['whoami'], { env: { CROSSDOCK_TOKEN: 'cdk_x' } })

    assert.equal(code, 2)
    assert.include(stderr, '--server')
  })

  test('a stored token is sent to no other server than its own', async ({ assert }) => {
    const other = await ScriptedServer.start((_request, response) => response.end('{}'))
    try {
      await shell.storeProfile({ server: 'https://crossdock.acme.example', token: 'cdk_secret' })
      const { code, stderr } = await shell.run(['whoami', '--server', other.url])

      assert.equal(code, 4)
      assert.include(stderr, 'belongs to https://crossdock.acme.example')
      assert.lengthOf(other.requests, 0)
    } finally {
      await other.stop()
    }
  })

  test('a profile that cannot be read is named', async ({ assert }) => {
    await shell.storeProfile({})
    await writeFile(shell.profilePath(), '{ half')
    const { code, stderr } = await shell.run(['whoami'])

    assert.equal(code, 1)
    assert.include(stderr, shell.profilePath())
  })
})
