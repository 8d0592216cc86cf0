import { setImmediate } from 'node:timers/promises'
import { test } from '@japa/runner'
import type { TestApp, TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { Caller } from '@crossdock/kernel/testing'
import { operatorSwitch } from '@crossdock/backend/sso'
import { Browser } from '../../access/tests/support.js'
import type { TestProvider } from '../../sso/tests/provider.js'
import {
  appAndProvider,
  markProven,
  setUp,
  SsoBrowser,
  type Config,
} from '../../sso/tests/signing_in.js'
import { alterRules, put, set, statusOf, usual, type Refusal, type Rules } from './support.js'

const verified = { email_verified: true }
const people: TestProvider['people'] = {
  ada: { email: 'ada@people.example', ...verified },
  out: { email: 'out@elsewhere.example', ...verified },
}
// The provider is told whom it knows when it starts.
for (let at = 1; at <= 40; at++) {
  for (const who of ['admin', 'viewer']) {
    people[`${who}${at}`] = { email: `${who}@only${at}.example`, ...verified }
  }
}

test.group('Sign-in rules: by an identity provider only', (group) => {
  let app: TestApp
  let provider: TestProvider
  let acme: TestTenant
  let config: Config
  let boss: SsoBrowser
  let turn = 0

  group.setup(async () => {
    const made = await appAndProvider(people, 'localhost')
    ;({ app, provider } = made)
    return made.stop
  })
  group.each.setup(async () => {
    acme = await app.tenant(`only${++turn}`)
    const own = `${acme.subdomain}.example`
    config = await setUp(app, acme.admin, provider, {
      allowedDomains: ['people.example', 'elsewhere.example', own],
    })
    boss = await byProvider('admin')
  })

  /** A browser at the address of APP_URL. */
  const visitor = () => new SsoBrowser(app, new URL(config.callbackUrl).host)

  /** Somebody of the tenant who has come in by the provider. */
  async function byProvider(who: 'admin' | 'viewer' | 'ada' | 'out', query = '?anew=true') {
    const browser = visitor()
    const login = who === 'ada' || who === 'out' ? who : `${who}${turn}`
    await browser.goThrough(config, login, query)
    return browser
  }
  const as = (browser: SsoBrowser): Caller => browser.jar
  const turnOn = () => set(app, as(boss), { ssoOnly: true })
  const viewer = () => `viewer@${acme.subdomain}.example`
  const operator = async (): Promise<Caller> => ({
    headers: { ...(await app.superAdmin()).headers, 'x-tenant': acme.id },
  })
  const rules = async () => app.ok<Rules>('GET', '/api/tenant/rules', { as: await operator() })
  const change = (body: object) =>
    app.call<Refusal>('PUT', `/api/oauth-configs/${config.id}`, { as: as(boss), body })

  // Red when assertOwnProvider asks nothing of the session, or nothing of the provider.
  test('is switched on by who has come in that way, and by nobody else', async ({ assert }) => {
    const byMail = await put(app, acme.admin, { ssoOnly: true })
    assert.equal(byMail.status, 409)
    assert.equal(byMail.body.code, 'E_SSO_UNPROVED')
    const bolt = await app.tenant(`none${turn}`)
    assert.equal((await put(app, bolt.admin, { ssoOnly: true })).body.code, 'E_SSO_UNPROVED')
    assert.equal((await put(app, bolt.token, { ssoOnly: true })).body.code, 'E_SSO_UNPROVED')
    // Red when a super administrator is asked nothing: nobody of the tenant would get in.
    const { headers } = await app.superAdmin()
    const atBolt = { headers: { ...headers, 'x-tenant': bolt.id } }
    assert.equal((await put(app, atBolt, { ssoOnly: true })).body.code, 'E_SSO_UNPROVED')
    await app.ok('PUT', `/api/oauth-configs/${config.id}`, {
      ...{ as: as(boss), body: { isActive: false } },
    })
    assert.equal((await put(app, as(boss), { ssoOnly: true })).body.code, 'E_SSO_UNPROVED')
    await app.ok('PUT', `/api/oauth-configs/${config.id}`, {
      ...{ as: as(boss), body: { isActive: true } },
    })
    assert.deepEqual(await turnOn(), { ...usual, ssoOnly: true })
    assert.equal(await statusOf(app, as(boss)), 200)
  })

  // Red when assertConfirmed asks for addresses alone, and when it counts whom a provider knows.
  test('it is asked about those whom no provider that is on knows', async ({ assert }) => {
    const unasked = await put(app, as(boss), { ssoOnly: true })
    assert.deepEqual([unasked.status, unasked.body.code], [409, 'E_SHUTS_OUT'])
    const others = await app.ok<{ email: string }[]>('GET', '/api/users', { as: as(boss) })
    const { message, errors } = unasked.body
    assert.match(message, new RegExp(`^${others.length - 1} people have never signed in by`))
    assert.notInclude(message, `admin@${acme.subdomain}`)
    assert.equal(errors[0]!.field, 'ssoOnly')
    await byProvider('viewer')
    const fewer = await put(app, as(boss), { ssoOnly: true })
    assert.match(fewer.body.message, /^editor@only\d+\.example has never signed in by/)
    const both = { ssoOnly: true, allowedDomains: [`${acme.subdomain}.example`] }
    await byProvider('out')
    const mixed = await put(app, as(boss), both)
    assert.match(mixed.body.message, /people have addresses of other domains, or have never/)
    assert.equal((await rules()).ssoOnly, false)
    assert.equal((await put(app, as(boss), { ...both, confirm: true })).status, 200)
    // Whoever is out already is asked about no more.
    assert.equal((await put(app, as(boss), { sessionHours: 5 })).status, 200)
  })

  // Red when liveSession asks no rule, when sessions do not know what they came by, and when tokens are asked.
  test('ends other sessions at once and for good; tokens stay', async ({ assert }) => {
    const by = await byProvider('viewer')
    assert.equal(await statusOf(app, acme.viewer), 200)
    await turnOn()
    assert.equal(await statusOf(app, acme.viewer), 401)
    assert.equal(await statusOf(app, as(by)), 200)
    assert.equal((await app.call('GET', '/api/assets', { as: acme.token })).status, 200)
    await set(app, as(boss), { ssoOnly: false })
    assert.equal(await statusOf(app, acme.viewer), 401)
    assert.equal(await statusOf(app, await app.signIn(viewer(), acme.subdomain)), 200)
  })

  // Red when liveSession asks no rule: what its change has not seen would go on for two weeks.
  test('a session that slipped past the change is over all the same', async ({ assert }) => {
    await alterRules(acme.id, { sso_only: true })
    assert.equal(await statusOf(app, acme.viewer), 401)
    assert.equal(await statusOf(app, as(boss)), 200)
    await alterRules(acme.id, { sso_only: false, allowed_domains: 'people.example' })
    assert.equal(await statusOf(app, as(boss)), 401)
  })

  // Red when enter() and describeLink() ask no rule.
  test('what was mailed before opens nothing', async ({ assert }) => {
    const browser = new Browser(app)
    const { code, token } = await browser.mail(viewer(), acme.subdomain)
    const other = new Browser(app)
    const second = await other.mail(viewer(), acme.subdomain)
    await turnOn()
    const byCode = await browser.code(viewer(), code, acme.subdomain)
    assert.equal(byCode.status, 401)
    assert.include(byCode.body.message, 'by its identity provider only')
    const byLink = await browser.link(token, { confirm: true })
    assert.equal(byLink.body.code, 'E_SIGN_IN_RULE')
    assert.equal((await other.look(second.token)).status, 401)
    assert.isNull(await browser.me())
    await assert.rejects(() => app.signIn(viewer(), acme.subdomain), /E_SIGN_IN_RULE/)
  })

  // Red when the answer depends on the rule, and when the mail has a way in.
  test('a request for a mail is answered as ever, and the mail leads to the provider', async ({
    assert,
  }) => {
    await turnOn()
    const answers = []
    const own = `${acme.subdomain}.example`
    for (const address of [`editor@${own}`, `nobody@${own}`, 'x@nowhere.example']) {
      const { status, body } = await new Browser(app).requestMail(address, acme.subdomain)
      answers.push(JSON.stringify({ status, body }))
    }
    assert.lengthOf([...new Set(answers)], 1)
    const { text } = await app.mailTo(
      viewer(),
      () => new Browser(app).requestMail(viewer(), acme.subdomain),
      /Sign in by your identity provider/
    )
    assert.include(text, `/login?organization=${acme.subdomain}`)
    assert.notMatch(text, /token=|\b\d{6}\b/)
    // At the organization's own address the page knows whose it is.
    const host = `${acme.subdomain}.${new URL(config.callbackUrl).host}`
    const there = await app.mailTo(
      viewer(),
      () =>
        app.ok('POST', '/api/auth/magic-link', {
          body: { email: viewer(), tenantId: acme.subdomain },
          headers: { 'x-forwarded-host': host },
        }),
      /Sign in by your identity provider/
    )
    assert.include(there.text, `http://${host}/login`)
    assert.notInclude(there.text, 'organization=')
  })

  test('whoever is in another organization, too, has a code for that one alone', async ({
    assert,
  }) => {
    const bolt = await app.tenant(`bolt${turn}`)
    await app.ok('POST', '/api/users', {
      ...{ as: bolt.admin, body: { email: viewer(), role: 'viewer' } },
    })
    const old = new Browser(app)
    const before = await old.mail(viewer())
    await turnOn()
    const browser = new Browser(app)
    // Red when placesOf asks no rule: a choice would be offered that is none.
    const after = await old.code(viewer(), before.code)
    assert.equal(after.status, 200)
    assert.isUndefined(after.body.organizations)
    const mail = await browser.mail(viewer())
    assert.include(mail.text, `/login?organization=${acme.subdomain}`)
    assert.lengthOf([...mail.text.matchAll(/token=/g)], 1)
    const { status } = await browser.code(viewer(), mail.code)
    assert.equal(status, 200)
    const me = await browser.send<{ user: { tenantId: string } }>('GET', '/api/auth/me')
    assert.equal(me.body.user.tenantId, bolt.id)
  })

  // Red when the invitation has a link that signs in.
  test('who is invited comes in by the provider', async ({ assert }) => {
    await turnOn()
    const { text } = await app.mailTo(
      'ada@people.example',
      () =>
        app.ok('POST', '/api/users', {
          ...{ as: as(boss), body: { email: 'ada@people.example', role: 'editor' } },
        }),
      /Accept the invitation/
    )
    assert.include(text, `/login?organization=${acme.subdomain}`)
    assert.notInclude(text, 'token=')
    const browser = await byProvider('ada')
    assert.containSubset(await browser.me(), { email: 'ada@people.example', role: 'editor' })
  })

  // Red when personFor asks no domain, of who is new and of who is known.
  test('a provider brings in nobody of a domain that is not allowed', async ({ assert }) => {
    const domains = [`${acme.subdomain}.example`, 'people.example']
    const known = await byProvider('out')
    assert.isNotNull(await known.me())
    await set(app, as(boss), { allowedDomains: domains })
    assert.isNull(await known.me())
    const again = visitor()
    assert.equal(await again.goThrough(config, 'out'), '/login?sso=outside')
    assert.isNull(await again.me())
    const bolt = await app.tenant(`new${turn}`)
    const theirs = await setUp(app, bolt.admin, provider, { allowedDomains: ['elsewhere.example'] })
    await set(app, bolt.admin, { allowedDomains: [`${bolt.subdomain}.example`] })
    const fresh = visitor()
    assert.equal(await fresh.goThrough(theirs, 'out'), '/login?sso=outside')
    const all = await app.ok<{ email: string }[]>('GET', '/api/users', { as: bolt.admin })
    assert.notInclude(
      all.map(({ email }) => email),
      'out@elsewhere.example'
    )
  })

  // Red when keepingOne asks nothing, of switching off, of another secret, and of removing.
  test('the last provider that is on stays on', async ({ assert }) => {
    await turnOn()
    for (const body of [{ isActive: false }, { clientSecret: 'another' }, { clientId: 'other' }]) {
      const { status, body: refusal } = await change(body)
      assert.deepEqual([status, refusal.code], [409, 'E_SSO_ONLY'], JSON.stringify(body))
    }
    const path = `/api/oauth-configs/${config.id}`
    const removed = await app.call<Refusal>('DELETE', path, { as: as(boss) })
    assert.equal(removed.body.code, 'E_SSO_ONLY')
    assert.equal((await change({ name: 'Harbor' })).status, 200)
    // Red when it is asked of what was off.
    const another = await setUp(app, as(boss), provider, {
      allowedDomains: [`${acme.subdomain}.example`],
    })
    // Red when any that is on is enough: nobody has ever come by it.
    const early = await app.call<Refusal>('DELETE', path, { as: as(boss) })
    assert.deepEqual([early.status, early.body.code], [409, 'E_SSO_ONLY'])
    assert.equal((await change({ isActive: false })).body.code, 'E_SSO_ONLY')
    await boss.goThrough(another, `admin${turn}`, '?anew=true')
    assert.equal((await app.call('DELETE', path, { as: as(boss) })).status, 204)
  })

  // Red when what is read of an address does not count as another connection, or awaitAnew notes nothing.
  test('nor is it set up so that it lets nobody in', async ({ assert }) => {
    const own = `${acme.subdomain}.example`
    const settings = (more: object, id = config.id) =>
      app.call<Config & Refusal>('PUT', `/api/oauth-configs/${id}`, {
        ...{ as: as(boss), body: { settings: more } },
      })
    await settings({ trustsAddresses: true })
    await turnOn()
    for (const more of [
      { emailClaim: 'nope' },
      { allowedDomains: [own], emailClaim: 'nope' },
      { trustsAddresses: false },
      { allowedDomains: ['people.example'] },
    ]) {
      const { status, body } = await settings(more)
      assert.deepEqual([status, body.code], [409, 'E_SSO_ONLY'], JSON.stringify(more))
    }
    // What keeps no administrator out is nobody's end.
    for (const more of [{ allowedDomains: [own] }, { emailClaim: 'email' }]) {
      const { body } = await settings(more)
      assert.deepEqual([body.isActive, body.testedAt === null], [true, false])
    }
    // Whom it knew from before has not come in by it as it is: it is not what the other may be removed for.
    const another = await setUp(app, as(boss), provider, { allowedDomains: [own] })
    await boss.goThrough(another, `admin${turn}`, '?anew=true')
    const path = `/api/oauth-configs/${config.id}`
    assert.isFalse((await settings({ emailClaim: 'nope' })).body.isActive)
    await app.ok('POST', `${path}/test`, { as: as(boss) })
    await markProven(config.id)
    assert.equal((await change({ isActive: true })).status, 200)
    const other = `/api/oauth-configs/${another.id}`
    const removed = await app.call<Refusal>('DELETE', other, { as: as(boss) })
    assert.deepEqual([removed.status, removed.body.code], [409, 'E_SSO_ONLY'])
  })

  // Both sides hold the administrators first and the rules then: without either lock both succeed, and nobody gets in.
  test('of two who remove the last provider and set the rule, one is refused', async ({
    assert,
  }) => {
    const second = await byProvider('admin')
    // There is a row by then: who makes it waits for another one who does.
    await set(app, as(boss), { sessionHours: 300 })
    for (let round = 0; round < 10; round++) {
      const setting = put(app, as(boss), { ssoOnly: true, confirm: true })
      // Which is first differs from round to round.
      for (let turns = 0; turns < round; turns++) await setImmediate()
      const off = await app.call<Refusal>('PUT', `/api/oauth-configs/${config.id}`, {
        ...{ as: as(second), body: { isActive: false } },
      })
      const ruled = await setting
      assert.sameMembers([off.status, ruled.status], [200, 409])
      assert.equal((await rules()).ssoOnly, ruled.status === 200)
      await set(app, as(boss), { ssoOnly: false })
      await change({ isActive: true })
    }
  })

  test('who signs in by mail while it is set is out', async ({ assert }) => {
    const [, ...entered] = await Promise.all([
      turnOn(),
      ...['editor', 'viewer'].map((name) =>
        app.signIn(`${name}@${acme.subdomain}.example`, acme.subdomain).catch(() => null)
      ),
    ])
    for (const one of entered) if (one) assert.equal(await statusOf(app, one), 401)
  })

  // Red when assertCodeIsEnough lets the mail prove, and when a provider is not asked anew.
  test('a fresh proof is one of the provider, never of the mail', async ({ assert }) => {
    await turnOn()
    const asked = await app.call<Refusal>('POST', '/api/auth/proof', { as: as(boss) })
    assert.deepEqual([asked.status, asked.body.code], [403, 'E_PROVIDER_NEEDED'])
    const body = { code: '123456' }
    const tried = await app.call<Refusal>('POST', '/api/auth/proof/verify', { as: as(boss), body })
    assert.equal(tried.body.code, 'E_PROVIDER_NEEDED')
    await asOperator('a test makes time pass', async () =>
      unscoped().from('sessions').where('tenant_id', acme.id).update({ proved_at: null })
    )
    const me = await boss.get('/api/auth/me')
    assert.isTrue((me.body as { session: { ssoOnly: boolean } }).session.ssoOnly)
    const address = new URL(await boss.begin(config, '?anew=true'))
    assert.equal(address.searchParams.get('prompt'), 'login')
    const back = await boss.visit.signIn(address.href, `admin${turn}`)
    assert.equal(await boss.comeBack(back), '/dashboard')
    assert.equal((await put(app, as(boss), { sessionHours: 12 })).status, 200)
    assert.isNull(new URL(await boss.begin(config)).searchParams.get('prompt'))
  })

  test('the sign-in page learns it where it learns of the providers', async ({ assert }) => {
    const providers = (organization: string) =>
      app.ok<{ id: string; isOnly: boolean }[]>(
        'GET',
        `/api/auth/oidc?organization=${organization}`
      )
    assert.deepEqual(
      (await providers(acme.subdomain)).map(({ isOnly }) => isOnly),
      [false]
    )
    await turnOn()
    assert.deepEqual(
      (await providers(acme.subdomain)).map(({ isOnly }) => isOnly),
      [true]
    )
    assert.deepEqual(await providers('nobody'), [])
  })

  // Red when disableTenant leaves the rule: nobody would get in at all.
  test('the operator lifts it with the providers, and a super administrator by itself', async ({
    assert,
  }) => {
    await turnOn()
    await app.inside(() => operatorSwitch.use().disable(acme.subdomain))
    assert.deepEqual(await rules(), usual)
    assert.equal(await statusOf(app, await app.signIn(viewer(), acme.subdomain)), 200)
    const at = await app.tenant(`lift${turn}`)
    assert.equal((await put(app, at.admin, { ssoOnly: false })).status, 200)
    await alterRules(acme.id, { sso_only: true })
    assert.deepEqual(await set(app, await operator(), { ssoOnly: false }), usual)
  })
})
