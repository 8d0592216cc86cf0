import { createHash } from 'node:crypto'
import { test } from '@japa/runner'
import type { TestApp, TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { tellSeen } from '@crossdock/kernel/testing'
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

  test('who is known to the provider gets in, the first time as somebody new', async ({
    assert,
  }) => {
    const browser = new SsoBrowser(app)
    assert.equal(await browser.goThrough(config, 'ada', '?next=/assets%3Fq%3D1'), '/assets?q=1')
    assert.containSubset(await browser.me(), {
      ...{ email: 'ada@people.example', firstName: 'Ada', role: 'user', tenantId: acme.id },
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

  // Red when `next` is taken as it comes: behind our host it names another one.
  test('nobody is sent on to anything but our own pages', async ({ assert }) => {
    for (const next of ['@evil.example/', '//evil.example', '.evil.example/']) {
      const browser = new SsoBrowser(app)
      const path = await browser.goThrough(config, 'ada', `?next=${encodeURIComponent(next)}`)
      assert.equal(path, '/dashboard', next)
    }
  })

  // Red when people are found by their address alone: who has another one now would be somebody new.
  test('whoever has another address at the provider stays who they are', async ({ assert }) => {
    await new SsoBrowser(app).goThrough(config, 'moved')
    provider.tamper = ({ header, claims }) =>
      sign({ header, claims: { ...claims, email: 'after@people.example' } }, provider.key)
    const browser = new SsoBrowser(app)
    await browser.goThrough(config, 'moved')
    provider.tamper = undefined
    assert.equal((await browser.me())!.email, 'before@people.example')
    assert.notInclude(await peopleOf(acme), 'after@people.example')
  })

  test('who has an account by their address gets into that, with the role they have', async ({
    assert,
  }) => {
    const browser = new SsoBrowser(app)
    await browser.goThrough(config, 'editor')
    assert.containSubset(await browser.me(), { email: 'editor@acme.example', role: 'editor' })
  })

  // Red when whoever has the address now is let into an account that another subject came into.
  test('an address the provider gave to somebody else opens nothing', async ({ assert }) => {
    await new SsoBrowser(app).goThrough(config, 'ada')
    const browser = new SsoBrowser(app)
    assert.equal(await browser.goThrough(config, 'second'), '/login?sso=other_account')
    assert.isNull(await browser.me())
  })

  // Red when accounts are looked for in all tenants, or the super administrator is among them.
  test('the super administrator does not come in by it, and nobody into another tenant', async ({
    assert,
  }) => {
    const browser = new SsoBrowser(app)
    await browser.goThrough(config, 'operator')
    assert.containSubset(await browser.me(), {
      ...{ email: 'operator@crossdock.example', tenantId: acme.id, isSuperAdmin: false },
    })
    await app.ok('POST', '/api/users', {
      as: bolt.admin,
      body: { email: 'linky@people.example', role: 'editor' },
    })
    const other = new SsoBrowser(app)
    await other.goThrough(config, 'linky')
    // Names that would stand as links in our mails are left out.
    assert.containSubset(await other.me(), { role: 'user', tenantId: acme.id, firstName: null })
  })

  // Red when the domain, the address or its verification is not looked at.
  test('of whom nobody may vouch is refused', async ({ assert }) => {
    for (const [login, code] of [
      ['stranger', 'domain'],
      // Red when a domain is compared by its end.
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

  test('a provider that is trusted with addresses need not say so, but must not say no', async ({
    assert,
  }) => {
    await change({ trustsAddresses: true })
    assert.equal(await new SsoBrowser(app).goThrough(config, 'unsaid'), '/dashboard')
    const refused = await new SsoBrowser(app).goThrough(config, 'unverified')
    assert.equal(refused, '/login?sso=unverified')
    await change({ trustsAddresses: false })
  })

  test('claims give roles, at each sign-in only where that is wanted', async ({ assert }) => {
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

    // Red when the last administrator is given another role.
    const admin = new SsoBrowser(app)
    await admin.goThrough(config, 'admin')
    assert.equal((await admin.me())!.role, 'admin')
    await change({ mapsAtEachSignIn: false, roleMapping: [] })
  })

  test('who was deactivated stays out', async ({ assert }) => {
    await new SsoBrowser(app).goThrough(config, 'gone')
    await asOperator('somebody is deactivated', async () =>
      unscoped().from('users').where({ email: 'gone@people.example' }).update({ is_active: false })
    )
    tellSeen({ eventType: 'altered', tenantId: null, targetType: 'user', targetId: null })
    const browser = new SsoBrowser(app)
    assert.equal(await browser.goThrough(config, 'gone'), '/login?sso=deactivated')
    assert.isNull(await browser.me())
  })

  // Red when the answer is taken in any browser.
  test('an answer works once, where it was asked for', async ({ assert }) => {
    const browser = new SsoBrowser(app)
    const back = await browser.visit.signIn(await browser.begin(config), 'ada')
    const other = new SsoBrowser(app)
    assert.equal(await other.comeBack(back), '/login?sso=browser')
    await other.begin(config)
    assert.equal(await other.comeBack(back), '/login?sso=browser')
    assert.isNull(await other.me())
    assert.equal(await browser.comeBack(back), '/dashboard')
    assert.equal(await browser.comeBack(back), '/login?sso=expired')

    // Red when takeWaiting looks at no end.
    const late = await browser.visit.signIn(await browser.begin(config), 'ada')
    await asOperator('a test makes time pass', async () =>
      unscoped().from('oauth_sign_ins').update({ expires_at: '2020-01-01T00:00:00.000Z' })
    )
    assert.equal(await browser.comeBack(late), '/login?sso=expired')
  })

  test('what no provider has sent ends on the sign-in page', async ({ assert }) => {
    const browser = new SsoBrowser(app)
    for (const query of ['', '?state=', '?code=1', '?state=a&state=b']) {
      const reply = await browser.get(`/api/auth/oidc/callback${query}`)
      assert.equal(reply.status, 302)
      assert.match(reply.headers.get('location')!, /\/login\?sso=(state|expired)$/)
    }
    assert.match(await browser.begin({ id: 'nobody' }), /\/login\?sso=unknown$/)
  })

  test('whoever cancels at the provider is told so', async ({ assert }) => {
    const browser = new SsoBrowser(app)
    assert.equal(await browser.goThrough(config, null), '/login?sso=denied')
  })

  // Red when a page of others may send people to a provider of its choice.
  test('it begins on our own pages only', async ({ assert }) => {
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

  test('which providers there are is told for organizations, and of nobody else anything', async ({
    assert,
  }) => {
    const asked = (organization: string) =>
      app.ok<object[]>('GET', `/api/auth/oidc?organization=${organization}`)
    const shown = [{ id: config.id, name: 'Harbor ID', isOnly: false }]
    assert.deepEqual(await asked('acme'), shown)
    assert.deepEqual(await asked(acme.id), shown)
    for (const other of ['bolt', 'nowhere', '', '%25']) {
      assert.deepEqual(await asked(other), [], other)
    }
  })

  test('signing out leads to the provider for those who came by it', async ({ assert }) => {
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

  /** Puts what is sealed in one row into another. */
  const copy = (table: string, column: string, from: object, to: object) =>
    asOperator('somebody writes to the database', async () => {
      const row = await unscoped().from(table).where(from).first()
      await unscoped()
        .from(table)
        .where(to)
        .update({ [column]: row[column] })
    })

  // Red when verifiers are sealed for no sign-in: the code is exchanged with that of another one.
  test('the verifier of one sign-in opens in no other', async ({ assert }) => {
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

  // Red when ID tokens are sealed for no session: it would be told to the provider of another one.
  test('the token of one session opens in no other', async ({ assert }) => {
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

  // Red when a provider that was switched off, or its tenant, still lets people in.
  test('what is switched off lets nobody in, also who is on the way', async ({ assert }) => {
    const browser = new SsoBrowser(app)
    const back = await browser.visit.signIn(await browser.begin(config), 'ada')
    const set = (isActive: boolean) =>
      app.ok('PUT', `/api/oauth-configs/${config.id}`, { as: acme.admin, body: { isActive } })
    await set(false)
    assert.equal(await browser.comeBack(back), '/login?sso=unknown')
    assert.match(await browser.begin(config), /sso=unknown$/)
    assert.isNull(await browser.me())
    await set(true)
    // By mail they come in all the same.
    assert.isNotEmpty((await app.signIn('ada@people.example', 'acme')).headers)
  })

  // Red when beginnings are not counted. The last test: from here on this network has to wait.
  test('who begins very often is told to wait, on the sign-in page', async ({ assert }) => {
    const browser = new SsoBrowser(app)
    let left = 120
    while (left > 0 && !(await browser.begin(config)).endsWith('/login?sso=too_many')) left--
    assert.isAbove(left, 0)
    assert.isBelow(left, 120)
  })
})
