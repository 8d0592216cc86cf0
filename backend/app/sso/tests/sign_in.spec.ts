import { createHash } from 'node:crypto'
import { test } from '@japa/runner'
import type { TestApp, TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { notifySeen } from '@crossdock/kernel/testing'
import { sign, type TestProvider } from './provider.js'
import { appAndProvider, setUp, SsoBrowser, type Config } from './signing_in.js'

const verified = { email_verified: true }
const people = {
  ada: { email: 'ada@people.example', given_name: 'Ada', family_name: 'Quay', ...verified },
  editor: { email: 'editor@acme.example', ...verified },
  admin: { email: 'admin@acme.example', ...verified, groups: ['staff'] },
  boss: { email: 'Boss@People.Example', ...verified, groups: ['staff', 'bosses'] },
  stranger: { email: 'stranger@elsewhere.example', ...verified },
  lookalike: { email: 'lookalike@notpeople.example', ...verified },
  below: { email: 'below@sub.people.example', ...verified },
  moved: { email: 'before@people.example', ...verified },
  unverified: { email: 'unverified@people.example', email_verified: false },
  unsaid: { email: 'unsaid@people.example' },
  nameless: {},
  linky: { email: 'linky@people.example', given_name: 'https://evil.example', ...verified },
  operator: { email: 'operator@crossdock.example', ...verified },
  gone: { email: 'gone@people.example', ...verified },
  second: { email: 'ada@people.example', ...verified },
}

test.group('Single sign-on', (group) => {
  let app: TestApp
  let provider: TestProvider
  let acme: TestTenant
  let bolt: TestTenant
  let config: Config

  group.setup(async () => {
    const made = await appAndProvider(people)
    ;({ app, provider } = made)
    acme = await app.tenant('acme')
    bolt = await app.tenant('bolt')
    const allowedDomains = ['people.example', 'acme.example', 'crossdock.example']
    config = await setUp(app, acme.admin, provider, { allowedDomains })
    return made.stop
  })

  const change = (settings: object) =>
    app.ok('PUT', `/api/oauth-configs/${config.id}`, { as: acme.admin, body: { settings } })
  const peopleOf = async (tenant: TestTenant) => {
    const found = await app.ok<{ email: string; role: string }[]>('GET', '/api/users?limit=100', {
      as: tenant.admin,
    })
    return found.map(({ email }) => email)
  }

  test('a person known to the provider can sign in, the first time as a new person', async ({
    assert,
  }) => {
    const browser = new SsoBrowser(app)
    assert.equal(await browser.goThrough(config, 'ada', '?next=/assets%3Fq%3D1'), '/assets?q=1')
    assert.containSubset(await browser.me(), {
      email: 'ada@people.example',
      firstName: 'Ada',
      role: 'user',
      tenantId: acme.id,
    })
    assert.notInclude(await peopleOf(bolt), 'ada@people.example')

    const again = new SsoBrowser(app)
    assert.equal(await again.goThrough(config, 'ada'), '/dashboard')
    assert.equal((await again.me())!.email, 'ada@people.example')
    const all = await peopleOf(acme)
    assert.lengthOf(
      all.filter((email) => email.startsWith('ada@')),
      1
    )
  })

  // Red when `next` is not validated: after our host it may name another one.
  test('redirects lead only to our own pages', async ({ assert }) => {
    for (const next of ['@evil.example/', '//evil.example', '.evil.example/']) {
      const browser = new SsoBrowser(app)
      const path = await browser.goThrough(config, 'ada', `?next=${encodeURIComponent(next)}`)
      assert.equal(path, '/dashboard', next)
    }
  })

  // Red when people are matched only by address: a person with a new address would be a new person.
  test('a person with a new address at the provider stays the same person', async ({ assert }) => {
    await new SsoBrowser(app).goThrough(config, 'moved')
    provider.tamper = ({ header, claims }) =>
      sign({ header, claims: { ...claims, email: 'after@people.example' } }, provider.key)
    const browser = new SsoBrowser(app)
    await browser.goThrough(config, 'moved')
    provider.tamper = undefined
    assert.equal((await browser.me())!.email, 'before@people.example')
    assert.notInclude(await peopleOf(acme), 'after@people.example')
  })

  test('a person with an account gets into it by address, and keeps the role', async ({
    assert,
  }) => {
    const browser = new SsoBrowser(app)
    await browser.goThrough(config, 'editor')
    assert.containSubset(await browser.me(), { email: 'editor@acme.example', role: 'editor' })
  })

  // Red when a new owner of the address gets the account that another subject has used.
  test('an address the provider reassigned opens nothing', async ({ assert }) => {
    await new SsoBrowser(app).goThrough(config, 'ada')
    const browser = new SsoBrowser(app)
    assert.equal(await browser.goThrough(config, 'second'), '/login?sso=other_account')
    assert.isNull(await browser.me())
  })

  // Red when accounts are searched in all tenants, or the super administrator is among them.
  test('the super administrator cannot use it, and no one gets into another tenant', async ({
    assert,
  }) => {
    const browser = new SsoBrowser(app)
    await browser.goThrough(config, 'operator')
    assert.containSubset(await browser.me(), {
      email: 'operator@crossdock.example',
      tenantId: acme.id,
      isSuperAdmin: false,
    })
    await app.ok('POST', '/api/users', {
      as: bolt.admin,
      body: { email: 'linky@people.example', role: 'editor' },
    })
    const other = new SsoBrowser(app)
    await other.goThrough(config, 'linky')
    // Names that would become links in our mails are left out.
    assert.containSubset(await other.me(), { role: 'user', tenantId: acme.id, firstName: null })
  })

  // Red when the domain, the address or its verification is not checked.
  test('addresses that the provider may not vouch for are refused', async ({ assert }) => {
    for (const [login, code] of [
      ['stranger', 'domain'],
      // Red when domains are compared by suffix.
      ['lookalike', 'domain'],
      ['below', 'domain'],
      ['unverified', 'unverified'],
      ['unsaid', 'unverified'],
      ['nameless', 'no_email'],
    ] as const) {
      const browser = new SsoBrowser(app)
      assert.equal(await browser.goThrough(config, login), `/login?sso=${code}`)
      assert.isNull(await browser.me(), login)
      assert.notInclude(await peopleOf(acme), String(people[login as 'stranger'].email))
    }
  })

  test('a provider that is trusted with addresses may omit the verification, but not deny it', async ({
    assert,
  }) => {
    await change({ trustsAddresses: true })
    assert.equal(await new SsoBrowser(app).goThrough(config, 'unsaid'), '/dashboard')
    const refused = await new SsoBrowser(app).goThrough(config, 'unverified')
    assert.equal(refused, '/login?sso=unverified')
    await change({ trustsAddresses: false })
  })

  test('claims give roles, and at each sign-in only if configured', async ({ assert }) => {
    const roleMapping = [
      { claim: 'groups', value: 'bosses', role: 'editor' },
      { claim: 'groups', value: 'staff', role: 'viewer' },
    ]
    await change({ roleMapping })
    const browser = new SsoBrowser(app)
    await browser.goThrough(config, 'boss')
    assert.containSubset(await browser.me(), { email: 'boss@people.example', role: 'editor' })

    await change({ roleMapping: roleMapping.slice(1) })
    const again = new SsoBrowser(app)
    await again.goThrough(config, 'boss')
    assert.equal((await again.me())!.role, 'editor')
    await change({ mapsAtEachSignIn: true })
    const third = new SsoBrowser(app)
    await third.goThrough(config, 'boss')
    assert.equal((await third.me())!.role, 'viewer')

    // Red when the last administrator gets another role.
    const admin = new SsoBrowser(app)
    await admin.goThrough(config, 'admin')
    assert.equal((await admin.me())!.role, 'admin')
    await change({ mapsAtEachSignIn: false, roleMapping: [] })
  })

  test('a deactivated person cannot sign in', async ({ assert }) => {
    await new SsoBrowser(app).goThrough(config, 'gone')
    await asOperator('a person is deactivated', async () =>
      unscoped().from('users').where({ email: 'gone@people.example' }).update({ is_active: false })
    )
    notifySeen({ eventType: 'altered', tenantId: null, targetType: 'user', targetId: null })
    const browser = new SsoBrowser(app)
    assert.equal(await browser.goThrough(config, 'gone'), '/login?sso=deactivated')
    assert.isNull(await browser.me())
  })

  // Red when any browser can complete the sign-in.
  test('an answer works once, in the browser that asked', async ({ assert }) => {
    const browser = new SsoBrowser(app)
    const back = await browser.visit.signIn(await browser.begin(config), 'ada')
    const other = new SsoBrowser(app)
    assert.equal(await other.comeBack(back), '/login?sso=browser')
    await other.begin(config)
    assert.equal(await other.comeBack(back), '/login?sso=browser')
    assert.isNull(await other.me())
    assert.equal(await browser.comeBack(back), '/dashboard')
    assert.equal(await browser.comeBack(back), '/login?sso=expired')

    // Red when takePendingSignIn ignores the expiry.
    const late = await browser.visit.signIn(await browser.begin(config), 'ada')
    await asOperator('a test moves the time', async () =>
      unscoped().from('oauth_sign_ins').update({ expires_at: '2020-01-01T00:00:00.000Z' })
    )
    assert.equal(await browser.comeBack(late), '/login?sso=expired')
  })

  test('answers that no provider has sent end on the sign-in page', async ({ assert }) => {
    const browser = new SsoBrowser(app)
    for (const query of ['', '?state=', '?code=1', '?state=a&state=b']) {
      const reply = await browser.get(`/api/auth/oidc/callback${query}`)
      assert.equal(reply.status, 302)
      assert.match(reply.headers.get('location')!, /\/login\?sso=(state|expired)$/)
    }
    assert.match(await browser.begin({ id: 'unknown' }), /\/login\?sso=unknown$/)
  })

  test('canceling at the provider is reported', async ({ assert }) => {
    const browser = new SsoBrowser(app)
    assert.equal(await browser.goThrough(config, null), '/login?sso=denied')
  })

  // Red when a foreign page may send people to a provider of its choice.
  test('it begins only on our own pages', async ({ assert }) => {
    const browser = new SsoBrowser(app)
    const path = `/api/auth/oidc/${config.id}`
    const where = async (headers: Record<string, string>) =>
      (await browser.get(path, headers)).headers.get('location')!
    for (const site of ['cross-site', 'same-site']) {
      assert.match(await where({ 'sec-fetch-site': site }), /sso=elsewhere$/)
    }
    assert.match(await where({ referer: 'https://evil.example/' }), /sso=elsewhere$/)
    assert.isTrue((await where({ 'sec-fetch-site': 'same-origin' })).startsWith(provider.issuer))
  })

  test('providers are listed for organizations, and nothing for others', async ({ assert }) => {
    const asked = (organization: string) =>
      app.ok<object[]>('GET', `/api/auth/oidc?organization=${organization}`)
    const shown = [{ id: config.id, name: 'Harbor ID', isOnly: false }]
    assert.deepEqual(await asked('acme'), shown)
    assert.deepEqual(await asked(acme.id), shown)
    for (const other of ['bolt', 'unknown', '', '%25']) {
      assert.deepEqual(await asked(other), [], other)
    }
  })

  test('signing out leads to the provider for sessions from it', async ({ assert }) => {
    const browser = new SsoBrowser(app)
    await browser.goThrough(config, 'ada')
    const { body } = await browser.get('/api/auth/oidc/logout')
    const url = new URL((body as { url: string }).url)
    assert.equal(url.origin, provider.issuer)
    assert.equal(url.searchParams.get('post_logout_redirect_uri'), `${app.url}/login`)
    assert.isNotEmpty(url.searchParams.get('id_token_hint'))
    const other = await app.ok('GET', '/api/auth/oidc/logout', { as: acme.admin })
    assert.deepEqual(other, { url: null })
  })

  /** Copies a sealed value from one row into another. */
  const copy = (table: string, column: string, from: object, to: object) =>
    asOperator('an attacker writes to the database', async () => {
      const row = await unscoped().from(table).where(from).first()
      await unscoped()
        .from(table)
        .where(to)
        .update({ [column]: row[column] })
    })

  // Red when verifiers are not bound to a sign-in: the code is exchanged with that of another one.
  test('the verifier of one sign-in cannot be opened for another', async ({ assert }) => {
    const browsers = [new SsoBrowser(app), new SsoBrowser(app)] as const
    const [own, other] = await Promise.all(
      browsers.map(async (browser) => {
        const back = await browser.visit.signIn(await browser.begin(config), 'ada')
        const state = createHash('sha256').update(back.searchParams.get('state')!).digest('hex')
        return { back, row: { state } }
      })
    )
    await copy('oauth_sign_ins', 'verifier', other!.row, own!.row)
    assert.equal(await browsers[0].comeBack(own!.back), '/login?sso=expired')
    assert.equal(await browsers[1].comeBack(other!.back), '/dashboard')
  })

  // Red when ID tokens are not bound to a session: one would be sent to the provider of another.
  test('the token of one session cannot be opened for another', async ({ assert }) => {
    const enter = async (login: string) => {
      const browser = new SsoBrowser(app)
      assert.equal(await browser.goThrough(config, login), '/dashboard')
      return browser
    }
    const [own, other] = [await enter('ada'), await enter('editor')]
    const leave = async (browser: SsoBrowser) =>
      ((await browser.get('/api/auth/oidc/logout')).body as { url: string | null }).url
    const idOf = async (browser: SsoBrowser) => {
      const { body } = await browser.get('/api/sessions')
      return (body as { id: string; isCurrent: boolean }[]).find((one) => one.isCurrent)!.id
    }
    const [from, to] = [{ session_id: await idOf(other) }, { session_id: await idOf(own) }]
    assert.isNotNull(await leave(own))
    await copy('oauth_sessions', 'id_token', from, to)
    assert.isNull(await leave(own))
    assert.isNotNull(await leave(other))
  })

  // Red when a provider that is off, or its closed tenant, still admits people.
  test('a provider that is off admits no one, including pending sign-ins', async ({ assert }) => {
    const browser = new SsoBrowser(app)
    const back = await browser.visit.signIn(await browser.begin(config), 'ada')
    const set = (isActive: boolean) =>
      app.ok('PUT', `/api/oauth-configs/${config.id}`, { as: acme.admin, body: { isActive } })
    await set(false)
    assert.equal(await browser.comeBack(back), '/login?sso=unknown')
    assert.match(await browser.begin(config), /sso=unknown$/)
    assert.isNull(await browser.me())
    await set(true)
    // They can still sign in by mail.
    assert.isNotEmpty((await app.signIn('ada@people.example', 'acme')).headers)
  })

  // Red when begun sign-ins are not counted. The last test, because this network must wait afterwards.
  test('a network with too many sign-ins must wait, and the sign-in page says so', async ({
    assert,
  }) => {
    const browser = new SsoBrowser(app)
    let left = 120
    while (left > 0 && !(await browser.begin(config)).endsWith('/login?sso=too_many')) left--
    assert.isAbove(left, 0)
    assert.isBelow(left, 120)
  })
})
