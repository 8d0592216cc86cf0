import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { Browser } from '../../access/tests/support.js'
import { ImportLab } from '../../users/tests/import_lab.js'
import { put, set, statusOf, usual, type Refusal, type Rules } from './support.js'

test.group('Sign-in rules: allowed domains', (group) => {
  let app: TestApp
  let acme: TestTenant
  let turn = 0

  group.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })
  group.each.setup(async () => {
    acme = await app.tenant(`dom${++turn}`)
  })

  const own = () => `${acme.subdomain}.example`
  const invite = (email: string, role = 'viewer') =>
    app.call<Refusal & { id: string }>('POST', '/api/users', {
      as: acme.admin,
      body: { email, role },
    })
  /** A signed-in person with an address in another domain. */
  async function outsider(role = 'viewer') {
    const email = `out${++turn}@elsewhere.example`
    const { body } = await invite(email, role)
    return { id: body.id, email, as: await app.signIn(email, acme.subdomain) }
  }
  const only = (...allowedDomains: string[]) => set(app, acme.admin, { allowedDomains })

  // Red when inviteUser does not check domains, and when subdomains of an allowed domain count as allowed.
  test('people of another domain cannot be invited, singly or in bulk', async ({ assert }) => {
    assert.deepEqual(await only(own(), 'b.example'), {
      ...usual,
      allowedDomains: ['b.example', own()].sort(),
    })
    const refused = await invite('eve@elsewhere.example')
    assert.equal(refused.status, 422)
    assert.equal(refused.body.errors[0]!.field, 'email')
    assert.include(refused.body.message, 'does not allow eve@elsewhere.example')
    assert.include(refused.body.message, 'b.example')
    for (const email of [`eve@sub.${own()}`, `eve@not${own()}`, `eve@${own()}.evil.example`]) {
      assert.equal((await invite(email)).status, 422, email)
    }
    assert.equal((await invite(`ada@${own()}`)).status, 201)
    const { invitations } = await app.ok<{ invitations: { fate: string }[] }>(
      'POST',
      '/api/users/invitations',
      { as: acme.admin, body: { emails: ['x@elsewhere.example', 'y@b.example'] } }
    )
    assert.deepEqual(
      invitations.map(({ fate }) => fate),
      ['invalid', 'invited']
    )
  })

  // Red when the import (`Judge`) does not check new people.
  test('they cannot be imported, but existing people can still be changed', async ({ assert }) => {
    const { email } = await outsider()
    await only(own())
    const lab = new ImportLab(app, acme)
    const file = `email,firstName\nnew@elsewhere.example,Eve\nnew@${own()},Ada\n${email},Olga\n`
    const { body } = await lab.send(file, '')
    const done = await lab.done(body.id)
    assert.containSubset(done, { invites: 1, changes: 1, errors: 1 })
    const people = await app.ok<{ email: string; firstName: string | null }[]>(
      'GET',
      '/api/users?limit=100',
      { as: acme.admin }
    )
    const emails = people.map((person) => person.email)
    assert.include(emails, `new@${own()}`)
    assert.notInclude(emails, 'new@elsewhere.example')
    assert.equal(people.find((person) => person.email === email)!.firstName, 'Olga')
  })

  // Red when liveSession does not check the rules, and when tokens are checked.
  test('existing people of another domain are signed out immediately; their tokens stay', async ({
    assert,
  }) => {
    const { as, email } = await outsider('editor')
    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as,
      body: { name: 'nightly' },
    })
    const program = { headers: { authorization: `Bearer ${token}` } }
    const bolt = await app.tenant(`bolt${turn}`)
    await app.ok('POST', '/api/users', { as: bolt.admin, body: { email, role: 'viewer' } })
    const elsewhere = await app.signIn(email, bolt.subdomain)
    await only(own())
    assert.equal(await statusOf(app, as), 401)
    assert.equal(await statusOf(app, acme.viewer), 200)
    assert.equal(await statusOf(app, elsewhere), 200)
    assert.equal((await app.call('GET', '/api/assets', { as: program })).status, 200)
    // Red when applyRules deletes none of their sessions: they would be back without signing in.
    await set(app, acme.admin, { allowedDomains: [] })
    assert.equal(await statusOf(app, as), 401)
    assert.equal(await statusOf(app, await app.signIn(email, acme.subdomain)), 200)
  })

  // Red when enter() and describeLink() do not check the rules: the old link would still work.
  test('earlier codes and links stop working, and the answer to a request stays the same', async ({
    assert,
  }) => {
    const { email } = await outsider()
    const other = await outsider()
    const browser = new Browser(app)
    const { code, token } = await browser.mail(email, acme.subdomain)
    await only(own())
    const byCode = await browser.code(email, code, acme.subdomain)
    assert.equal(byCode.status, 401)
    assert.include(byCode.body.message, 'accepts only certain email domains')
    for (const reply of [await browser.link(token, { confirm: true }), await browser.look(token)]) {
      assert.equal(reply.status, 401)
      assert.equal((reply.body as { code: string }).code, 'E_SIGN_IN_RULE')
    }
    assert.isNull(await browser.me())
    const wrong = await browser.code(email, code === '111111' ? '222222' : '111111', acme.subdomain)
    assert.equal(wrong.body.code, 'E_SIGN_IN')

    const answers = []
    for (const address of [other.email, `unknown@${own()}`, `viewer@${own()}`]) {
      const { status, body } = await new Browser(app).requestMail(address, acme.subdomain)
      answers.push(JSON.stringify({ status, body }))
    }
    assert.lengthOf([...new Set(answers)], 1)
    const { text } = await app.mailTo(
      email,
      () => new Browser(app).requestMail(email, acme.subdomain),
      /address is not allowed/
    )
    assert.notMatch(text, /token=|\b\d{6}\b/)
  })

  // Red when assertOwnAddress, assertAdministratorRemains or assertConfirmed is left out, one by one.
  test('callers cannot exclude themselves or all administrators, or others without a confirmation', async ({
    assert,
  }) => {
    const first = await put(app, acme.admin, { allowedDomains: ['elsewhere.example'] })
    assert.equal(first.status, 409)
    assert.equal(first.body.code, 'E_LOCKED_OUT')
    const byToken = await put(app, acme.token, { allowedDomains: ['elsewhere.example'] })
    assert.equal(byToken.body.code, 'E_LOCKED_OUT')
    const { headers } = await app.superAdmin()
    const operator = { headers: { ...headers, 'x-tenant': acme.id } }
    const last = await put(app, operator, { allowedDomains: ['elsewhere.example'], confirm: true })
    assert.equal(last.body.code, 'E_LAST_ADMIN')
    const { email } = await outsider()
    const unasked = await put(app, acme.admin, { allowedDomains: [own()] })
    assert.equal(unasked.status, 409)
    assert.equal(unasked.body.code, 'E_SHUTS_OUT')
    assert.include(unasked.body.message, `${email} has an address in another domain`)
    await outsider()
    const two = await put(app, acme.admin, { allowedDomains: [own()] })
    assert.match(two.body.message, /^2 people, including .+, have addresses in other domains/)
    assert.deepEqual(await app.ok<Rules>('GET', '/api/tenant/rules', { as: acme.admin }), usual)
    assert.equal((await put(app, operator, { allowedDomains: [own()], confirm: true })).status, 200)
    // The current rules exclude these people already, so no confirmation is needed.
    const wider = await put(app, acme.admin, { allowedDomains: [own(), 'b.example'] })
    assert.equal(wider.status, 200)
  })

  // Red when isAnotherAdmin counts administrators who cannot sign in.
  test('the last administrator who can sign in keeps the role', async ({ assert }) => {
    await outsider('admin')
    await only(own())
    const me = await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', { as: acme.admin })
    const demoted = await app.call<Refusal>('PUT', `/api/users/${me.user.id}`, {
      as: acme.admin,
      body: { role: 'viewer' },
    })
    assert.equal(demoted.body.code, 'E_LAST_ADMIN')
  })

  // Red on PostgreSQL when assertNotExcluded checks nothing: the second change succeeds, though the first has excluded
  // its caller.
  test('of two who exclude each other in parallel, one is excluded', async ({ assert }) => {
    const { headers } = await app.superAdmin()
    const operator = { headers: { ...headers, 'x-tenant': acme.id } }
    const { email } = await outsider('admin')
    for (let round = 0; round < 8; round++) {
      // Now the rules have a row, and allow both callers.
      await set(app, operator, { allowedDomains: [], sessionHours: round + 1 })
      const one = await app.signIn(`admin@${own()}`, acme.subdomain)
      const other = await app.signIn(email, acme.subdomain)
      const replies = await Promise.all([
        put(app, one, { allowedDomains: [own()], confirm: true }),
        put(app, other, { allowedDomains: ['elsewhere.example'], confirm: true }),
      ])
      assert.sameMembers(
        replies.map(({ status }) => status),
        [200, 401]
      )
    }
  })

  // Red when assertNotExcluded does not check tokens.
  test('a token of an excluded person cannot change the rules', async ({ assert }) => {
    const { as } = await outsider('admin')
    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as,
      body: { name: 'nightly' },
    })
    const program = { headers: { authorization: `Bearer ${token}` } }
    assert.equal((await put(app, program, { sessionHours: 9 })).status, 200)
    await only(own())
    for (const body of [{ sessionHours: 5 }, { allowedDomains: [] }]) {
      const refused = await put(app, program, body)
      assert.deepEqual([refused.status, refused.body.code], [403, 'E_SIGN_IN_RULE'])
      assert.include(refused.body.message, 'elsewhere.example, so you cannot change them')
    }
    assert.equal((await app.call('GET', '/api/users', { as: program })).status, 200)
    assert.equal((await put(app, acme.token, { sessionHours: 5 })).status, 200)
  })

  // Red when addresses and domains are compared as typed.
  test('a domain is the same in every spelling', async ({ assert }) => {
    await invite('ada@MÜNCHEN.example')
    await invite('bob@xn--mnchen-3ya.example')
    const as = await app.signIn('ada@münchen.example', acme.subdomain)
    const typed = [` ${own().toUpperCase()} `, '@München.Example.', 'xn--mnchen-3ya.example']
    const { allowedDomains } = await only(...typed)
    assert.deepEqual(allowedDomains, [own(), 'xn--mnchen-3ya.example'].sort())
    assert.equal(await statusOf(app, as), 200)
    assert.equal((await invite('cem@münchen.example')).status, 201)
    const { status } = await put(app, acme.admin, { allowedDomains: [own(), 'münchen.example'] })
    assert.equal(status, 200)
  })

  test('an invalid domain is refused, and nothing is stored', async ({ assert }) => {
    const wrong: unknown[] = [
      '*.acme.example',
      '',
      ' ',
      'a b.example',
      'http://acme.example',
      'ada@acme.example',
      'acme..example',
      '-acme.example',
      `${'a'.repeat(64)}.example`,
      "x' or '1'='1",
      '%',
      '_',
      'acme_.example',
      'a\u0000b.example',
      7,
      null,
      ['acme.example'],
      { a: 1 },
    ]
    for (const domain of wrong) {
      const { status, body } = await put(app, acme.admin, {
        allowedDomains: [own(), domain],
        sessionHours: 5,
        confirm: true,
      })
      assert.equal(status, 422, JSON.stringify([domain, body]))
    }
    const many = Array.from({ length: 51 }, (_, at) => `a${at}.example`)
    assert.equal((await put(app, acme.admin, { allowedDomains: many })).status, 422)
    // Red when numbers are not strict: true would be 1.
    for (const sessionHours of [0, -1, 1.5, 337, 1e9, 'soon', [], true, '5']) {
      assert.equal((await put(app, acme.admin, { sessionHours })).status, 422)
    }
    assert.equal((await put(app, acme.admin, { ssoOnly: 'yes' })).status, 422)
    assert.deepEqual(await app.ok<Rules>('GET', '/api/tenant/rules', { as: acme.admin }), usual)
    const full = Array.from({ length: 49 }, (_, at) => `a${at}.example`)
    assert.lengthOf((await only(own(), ...full)).allowedDomains, 50)
    const { body } = await invite('eve@elsewhere.example')
    assert.match(body.message, /or one of 45 more domains\.$/)
  })

  // Red when assertMayDecide checks only the permission.
  test('a change needs all permissions of an administrator, a fresh proof and the current state', async ({
    assert,
  }) => {
    for (const as of [acme.editor, acme.viewer]) {
      assert.equal((await put(app, as, { sessionHours: 5 })).status, 403)
      assert.equal((await app.call('GET', '/api/tenant/rules', { as })).status, 403)
    }
    const { key } = await app.ok<{ key: string }>('POST', '/api/roles', {
      as: acme.admin,
      body: { name: 'Keys', permissions: ['second_factors.write'] },
    })
    await invite(`keys@${own()}`, key)
    const keys = await app.signIn(`keys@${own()}`, acme.subdomain)
    assert.equal((await app.call('GET', '/api/tenant/rules', { as: keys })).status, 200)
    assert.equal((await put(app, keys, { sessionHours: 5 })).body.code, 'E_GRANT')
    const read = await app.call<Rules>('GET', '/api/tenant/rules', { as: acme.admin })
    const seen = { as: acme.admin, headers: { 'if-match': read.headers.get('etag')! } }
    const body = { sessionHours: 6 }
    assert.equal((await app.call('PUT', '/api/tenant/rules', { ...seen, body })).status, 200)
    const late = await app.call('PUT', '/api/tenant/rules', { ...seen, body: { sessionHours: 7 } })
    assert.equal(late.status, 412)
    const bolt = await app.tenant(`other${turn}`)
    assert.deepEqual(await app.ok<Rules>('GET', '/api/tenant/rules', { as: bolt.admin }), usual)
  })

  test('a change is recorded with old and new values, and nothing without a change', async ({
    assert,
  }) => {
    await only(own())
    await only(own())
    const rows: { payload: unknown }[] = await asOperator('a test looks', async () =>
      unscoped()
        .from('middleware_events')
        .where({ tenant_id: acme.id, event_type: 'tenant_rules_changed' })
    )
    assert.lengthOf(rows, 1)
    const payload = JSON.stringify(rows[0])
    assert.include(payload, 'allowedDomains')
    assert.include(payload, own())
  })

  // Red when a person invited in parallel can sign in: sign-in must check the rules too.
  test('a person invited during the change cannot sign in', async ({ assert }) => {
    const email = 'latecomer@elsewhere.example'
    await Promise.all([invite(email), only(own())])
    const present = await app.ok<object[]>('GET', '/api/users?search=latecomer', { as: acme.admin })
    if (present.length === 0) return
    await assert.rejects(() => app.signIn(email, acme.subdomain), /E_SIGN_IN_RULE/)
  })
})
