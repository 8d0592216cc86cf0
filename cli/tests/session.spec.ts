// onOneDatabase: the command line uses the server only over HTTP
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { test } from '@japa/runner'
import type { ApiToken, Session } from '@crossdock/client'
import type { Profile } from '../src/config/profiles.js'
import { bootApp, operatorToken, tokenOf, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'
import { Terminal } from './terminal.js'

test.group('CLI session', (group) => {
  let app: TestApp
  let acme: TestTenant
  let bolt: TestTenant
  let shell: Shell
  let email: string
  let people = 0

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    bolt = await app.tenant('bolt')
    return () => app.stop()
  })
  group.each.setup(async () => {
    shell = await Shell.open()
    // A new person each time, because the mails to one address are limited.
    people += 1
    email = `person${people}@acme.example`
    await app.ok('POST', '/api/users', { as: acme.admin, body: { email, role: 'admin' } })
    return () => shell.close()
  })

  const tokens = () => app.ok<ApiToken[]>('GET', '/api/api-tokens', { as: acme.admin })
  const profile = async () => JSON.parse(await readFile(shell.profilePath(), 'utf8')) as Profile
  const loginArgs = (...more: string[]) => [
    'login',
    '--server',
    app.url,
    '--email',
    email,
    '--organization',
    'acme',
    ...more,
  ]

  /** Requests a mailed code like a script does: the first of two commands. */
  async function mailed(pattern: RegExp): Promise<string> {
    const mail = await app.mailTo(email, () => shell.run(loginArgs()))
    const found = pattern.exec(mail.text)?.[0]
    if (!found) throw new Error(`The mail has no ${pattern}: ${mail.text}`)
    return found
  }

  test('two commands sign in without a terminal, and logout revokes the token', async ({
    assert,
  }) => {
    const mail = await app.mailTo(email, async () => {
      const first = await shell.run(loginArgs())
      assert.equal(first.code, 2)
      assert.include(first.stderr, '--code')
    })
    const code = /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''
    const second = await shell.run(loginArgs('--code', code))
    assert.equal(second.code, 0, second.stderr)
    assert.equal(second.stdout, `Signed in to ${acme.name} on ${app.url} as ${email}.\n`)
    assert.equal((await stat(shell.profilePath())).mode & 0o777, 0o600)

    const stored = await profile()
    assert.match(stored.token, /^cdk_/)
    assert.notInclude(second.stdout + second.stderr, stored.token)
    assert.isTrue((await tokens()).some((token) => token.name === `crossdock on ${hostname()}`))

    const whoami = await shell.run(['whoami'])
    assert.equal(whoami.code, 0, whoami.stderr)
    assert.include(whoami.stdout, `E-mail\t${email}\n`)
    assert.include(whoami.stdout, `Organization\t${acme.name} (acme)\n`)
    assert.include(whoami.stdout, 'Environment\tproduction\n')
    await app.ok('POST', '/api/admin/environments', {
      as: await app.superAdmin(),
      body: { tenantId: acme.id, name: 'development', displayName: 'Development' },
    })
    const elsewhere = await shell.run(['whoami', '--environment', 'development'])
    assert.include(elsewhere.stdout, 'Environment\tdevelopment\n')
    const session = await shell.json<Session>(['whoami'])
    assert.equal(session.tenant?.id, acme.id)

    const logout = await shell.run(['logout'])
    assert.equal(logout.code, 0, logout.stderr)
    assert.isFalse(existsSync(shell.profilePath()))
    const revoked = await app.call('GET', '/api/auth/me', {
      headers: { authorization: `Bearer ${stored.token}` },
    })
    assert.equal(revoked.status, 401)
  }).skip(process.platform === 'win32', 'Windows has no file modes')

  // Red when people need tokens.write for their own token, or a token cannot revoke itself.
  test('a user with read permission signs in and out', async ({ assert }) => {
    for (const role of ['viewer', 'user']) {
      email = `reading-${role}@acme.example`
      await app.ok('POST', '/api/users', { as: acme.admin, body: { email, role } })
      const login = await shell.run(loginArgs('--code', await mailed(/\b\d{6}\b/)))
      assert.equal(login.code, 0, login.stderr)
      assert.equal((await shell.run(['assets', 'ls'])).code, 0)
      const { token } = await profile()
      const logout = await shell.run(['logout'])
      assert.equal(logout.code, 0)
      assert.equal(logout.stderr, '')
      const headers = { authorization: `Bearer ${token}` }
      assert.equal((await app.call('GET', '/api/auth/me', { headers })).status, 401)
    }
  })

  test('the mailed link signs in', async ({ assert }) => {
    const link = await mailed(/https?:\/\/\S+\/login\?token=\S+/)
    const { code, stderr } = await shell.run(loginArgs('--code', link))

    assert.equal(code, 0, stderr)
    assert.equal((await profile()).organization, 'acme')
  })

  // Red when the cookies of the request are not stored between the two commands, or sent elsewhere.
  test('a code works only on the computer that requested it', async ({ assert }) => {
    const code = await mailed(/\b\d{6}\b/)
    const other = await Shell.open()
    try {
      const elsewhere = await other.run(loginArgs('--code', code))
      assert.equal(elsewhere.code, 4)
      assert.include(elsewhere.stderr, 'only where it was requested')
      assert.notInclude(elsewhere.stderr, 'browser')
    } finally {
      await other.close()
    }
    assert.equal((await shell.run(loginArgs('--code', code))).code, 0)
    const kept = shell.path('config', 'crossdock', 'sign-ins', 'default.json')
    assert.isFalse(existsSync(kept))
  })

  test('without an organization the command asks which of several', async ({ assert }) => {
    await app.ok('POST', '/api/users', { as: bolt.admin, body: { email, role: 'admin' } })
    const args = ['login', '--server', app.url, '--email', email]
    const mail = await app.mailTo(email, () => shell.run(args))
    const code = /\b\d{6}\b/.exec(mail.text)![0]
    const which = await shell.run([...args, '--code', code])
    assert.equal(which.code, 2)
    assert.include(which.stderr, 'acme (Acme Freight), bolt (Bolt Freight)')
    const chosen = await shell.run([...args, '--code', code, '--organization', 'bolt'])
    assert.equal(chosen.code, 0, chosen.stderr)
    assert.equal((await profile()).organization, 'bolt')
  })

  // Red when the profile's tenant is not sent.
  test('a super administrator works in the tenant of the profile', async ({ assert }) => {
    const operator = 'operator@crossdock.example'
    const args = ['login', '--server', app.url, '--email', operator]
    const login = async (...more: string[]) => {
      const mail = await app.mailTo(operator, () => shell.run(args))
      return shell.run([...args, '--code', /\b\d{6}\b/.exec(mail.text)![0], ...more])
    }
    const wrong = await login('--tenant', 'missing')
    assert.equal(wrong.code, 5, wrong.stderr)
    assert.include(wrong.stderr, 'no tenant with the id or subdomain "missing"')
    assert.isFalse(existsSync(shell.profilePath()))
    const { code, stdout, stderr } = await login('--tenant', 'acme')
    assert.equal(code, 0, stderr)
    assert.include(stdout, `Signed in to ${acme.name} on ${app.url} as ${operator}, super`)
    assert.equal((await shell.run(['assets', 'ls'])).code, 0)
    const elsewhere = await shell.json<Session>(['whoami', '--tenant', 'bolt'])
    assert.equal(elsewhere.tenant?.subdomain, 'bolt')
  })

  test('a wrong code exits with 4 and stores nothing', async ({ assert }) => {
    const right = await mailed(/\b\d{6}\b/)
    const wrong = right === '111111' ? '222222' : '111111'
    const { code, stderr } = await shell.run(loginArgs('--code', wrong))

    assert.equal(code, 4)
    assert.include(stderr, 'request id: ')
    assert.isFalse(existsSync(shell.profilePath()))
  })

  test('an invalid code is refused before the request', async ({ assert }) => {
    const { code, stderr } = await shell.run(loginArgs('--code', '12345'))

    assert.equal(code, 2)
    assert.include(stderr, '--code "12345"')
  })

  test('at a terminal it asks for everything, and again after a wrong code', async ({ assert }) => {
    const terminal = new Terminal(shell.env)
    let ended: Promise<number> | undefined
    const mail = await app.mailTo(email, async () => {
      ended = terminal.run(['login'])
      await terminal.answer('Server', app.url)
      await terminal.answer('E-mail address', email)
      await terminal.answer('Organization', 'acme')
    })
    const code = /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''
    await terminal.answer('6-digit code', code === '111111' ? '222222' : '111111')
    await terminal.answer('6-digit code', code)

    assert.equal(await ended, 0, terminal.text)
    assert.include(terminal.text, `Signed in to ${acme.name}`)
    assert.equal((await profile()).server, app.url)
  })

  test('signing in again revokes the previous token', async ({ assert }) => {
    await shell.run(loginArgs('--code', await mailed(/\b\d{6}\b/)))
    const before = await profile()
    const again = await shell.run(loginArgs('--code', await mailed(/\b\d{6}\b/)))

    assert.equal(again.code, 0, again.stderr)
    assert.notEqual((await profile()).token, before.token)
    const old = await app.call('GET', '/api/auth/me', {
      headers: { authorization: `Bearer ${before.token}` },
    })
    assert.equal(old.status, 401)
  })

  test('a ready token is stored from standard input, and logout leaves it valid', async ({
    assert,
  }) => {
    const login = await shell.run(['login', '--server', app.url, '--token', '-'], {
      input: `${tokenOf(acme.token)}\n`,
    })
    assert.equal(login.code, 0, login.stderr)
    assert.equal((await shell.run(['logout'])).code, 0)

    const { status } = await app.call('GET', '/api/auth/me', { as: acme.token })
    assert.equal(status, 200)
  })

  test('an invalid token is not stored', async ({ assert }) => {
    const { code } = await shell.run(['login', '--server', app.url, '--token', 'cdk_invented'])

    assert.equal(code, 4)
    assert.isFalse(existsSync(shell.profilePath()))
  })

  test('profiles are independent, and CROSSDOCK_TOKEN overrides them', async ({ assert }) => {
    await shell.storeProfile({ server: app.url, token: tokenOf(acme.token) })
    await shell.storeProfile({ server: app.url, token: await operatorToken(app) }, 'operator')

    const member = await shell.json<Session>(['whoami'])
    const operator = await shell.json<Session>(['whoami', '--profile', 'operator'])
    assert.equal(member.tenant?.subdomain, 'acme')
    assert.isTrue(operator.user.isSuperAdmin)

    const named = await shell.json<Session>(['whoami'], {
      env: { CROSSDOCK_PROFILE: 'operator', CROSSDOCK_TOKEN: tokenOf(acme.token) },
    })
    assert.equal(named.tenant?.subdomain, 'acme')
  })
})
