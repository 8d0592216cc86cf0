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
// The test provider knows these people from its start.
for (let at = 1; at <= 40; at++) {
  for (const who of ['admin', 'viewer']) {
    people[`${who}${at}`] = { email: `${who}@only${at}.example`, ...verified }
  }
}

test.group('Sign-in rules: only with an identity provider', (group) => {
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

  /** A person of the tenant who has signed in with the provider. */
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

  // Red when assertOwnProvider does not check the session, or the provider.
  test('only a caller who has signed in with the provider can turn it on', async ({ assert }) => {
    const byMail = await put(app, acme.admin, { ssoOnly: true })
    assert.equal(byMail.status, 409)
    assert.equal(byMail.body.code, 'E_SSO_UNPROVED')
    const bolt = await app.tenant(`none${turn}`)
    assert.equal((await put(app, bolt.admin, { ssoOnly: true })).body.code, 'E_SSO_UNPROVED')
    assert.equal((await put(app, bolt.token, { ssoOnly: true })).body.code, 'E_SSO_UNPROVED')
    // Red when a super administrator is not checked: no one of the tenant could sign in.
    const { headers } = await app.superAdmin()
    const atBolt = { headers: { ...headers, 'x-tenant': bolt.id } }
    assert.equal((await put(app, atBolt, { ssoOnly: true })).body.code, 'E_SSO_UNPROVED')
    await app.ok('PUT', `/api/oauth-configs/${config.id}`, {
      as: as(boss),
      body: { isActive: false },
    })
    assert.equal((await put(app, as(boss), { ssoOnly: true })).body.code, 'E_SSO_UNPROVED')
    await app.ok('PUT', `/api/oauth-configs/${config.id}`, {
      as: as(boss),
      body: { isActive: true },
    })
    assert.deepEqual(await turnOn(), { ...usual, ssoOnly: true })
    assert.equal(await statusOf(app, as(boss)), 200)
  })

  // Red when assertConfirmed checks only addresses, and when it counts people whom a provider knows.
  test('people unknown to every enabled provider need a confirmation', async ({ assert }) => {
    const unasked = await put(app, as(boss), { ssoOnly: true })
    assert.deepEqual([unasked.status, unasked.body.code], [409, 'E_SHUTS_OUT'])
    const others = await app.ok<{ email: string }[]>('GET', '/api/users', { as: as(boss) })
    const { message, errors } = unasked.body
    assert.match(
      message,
      new RegExp(`^${others.length - 1} people, including .+, have never signed in with`)
    )
    assert.notInclude(message, `admin@${acme.subdomain}`)
    assert.equal(errors[0]!.field, 'ssoOnly')
    await byProvider('viewer')
    const fewer = await put(app, as(boss), { ssoOnly: true })
    assert.match(fewer.body.message, /^editor@only\d+\.example has never signed in with/)
    const both = { ssoOnly: true, allowedDomains: [`${acme.subdomain}.example`] }
    await byProvider('out')
    const mixed = await put(app, as(boss), both)
    assert.match(mixed.body.message, /have addresses in other domains or have never/)
    assert.equal((await rules()).ssoOnly, false)
    assert.equal((await put(app, as(boss), { ...both, confirm: true })).status, 200)
    // People who are already excluded need no confirmation.
    assert.equal((await put(app, as(boss), { sessionHours: 5 })).status, 200)
  })

  // Red when liveSession does not check the rules, when sessions do not store how they started, and when tokens are
  // checked.
  test('ends other sessions immediately and permanently; tokens stay', async ({ assert }) => {
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

  // Red when liveSession does not check the rules: a session that the change missed would last two weeks.
  test('a session that the change missed ends, too', async ({ assert }) => {
    await alterRules(acme.id, { sso_only: true })
    assert.equal(await statusOf(app, acme.viewer), 401)
    assert.equal(await statusOf(app, as(boss)), 200)
    await alterRules(acme.id, { sso_only: false, allowed_domains: 'people.example' })
    assert.equal(await statusOf(app, as(boss)), 401)
  })

  // Red when enter() and describeLink() do not check the rules.
  test('earlier mails stop working', async ({ assert }) => {
    const browser = new Browser(app)
    const { code, token } = await browser.mail(viewer(), acme.subdomain)
    const other = new Browser(app)
    const second = await other.mail(viewer(), acme.subdomain)
    await turnOn()
    const byCode = await browser.code(viewer(), code, acme.subdomain)
    assert.equal(byCode.status, 401)
    assert.include(byCode.body.message, 'only through its identity provider')
    const byLink = await browser.link(token, { confirm: true })
    assert.equal(byLink.body.code, 'E_SIGN_IN_RULE')
    assert.equal((await other.look(second.token)).status, 401)
    assert.isNull(await browser.me())
    await assert.rejects(() => app.signIn(viewer(), acme.subdomain), /E_SIGN_IN_RULE/)
  })

  // Red when the answer depends on the rule, and when the mail has a code or link.
  test('a request for a mail is answered as before, and the mail leads to the provider', async ({
    assert,
  }) => {
    await turnOn()
    const answers = []
    const own = `${acme.subdomain}.example`
    for (const address of [`editor@${own}`, `unknown@${own}`, 'x@missing.example']) {
      const { status, body } = await new Browser(app).requestMail(address, acme.subdomain)
      answers.push(JSON.stringify({ status, body }))
    }
    assert.lengthOf([...new Set(answers)], 1)
    const { text } = await app.mailTo(
      viewer(),
      () => new Browser(app).requestMail(viewer(), acme.subdomain),
      /Sign in with your identity provider/
    )
    assert.include(text, `/login?organization=${acme.subdomain}`)
    assert.notMatch(text, /token=|\b\d{6}\b/)
    // At the organization's own address the page knows the organization.
    const host = `${acme.subdomain}.${new URL(config.callbackUrl).host}`
    const there = await app.mailTo(
      viewer(),
      () =>
        app.ok('POST', '/api/auth/magic-link', {
          body: { email: viewer(), tenantId: acme.subdomain },
          headers: { 'x-forwarded-host': host },
        }),
      /Sign in with your identity provider/
    )
    assert.include(there.text, `http://${host}/login`)
    assert.notInclude(there.text, 'organization=')
  })

  test('a person of two organizations gets a code only for the other one', async ({ assert }) => {
    const bolt = await app.tenant(`bolt${turn}`)
    await app.ok('POST', '/api/users', {
      as: bolt.admin,
      body: { email: viewer(), role: 'viewer' },
    })
    const old = new Browser(app)
    const before = await old.mail(viewer())
    await turnOn()
    const browser = new Browser(app)
    // Red when placesOf does not check the rules: a person could choose an organization without access.
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
  test('an invited person signs in with the provider', async ({ assert }) => {
    await turnOn()
    const { text } = await app.mailTo(
      'ada@people.example',
      () =>
        app.ok('POST', '/api/users', {
          as: as(boss),
          body: { email: 'ada@people.example', role: 'editor' },
        }),
      /Accept the invitation/
    )
    assert.include(text, `/login?organization=${acme.subdomain}`)
    assert.notInclude(text, 'token=')
    const browser = await byProvider('ada')
    assert.containSubset(await browser.me(), { email: 'ada@people.example', role: 'editor' })
  })

  // Red when findOrCreatePerson does not check the domain, for new and for known people.
  test('a provider adds no one of a domain that is not allowed', async ({ assert }) => {
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

  // Red when prepareRemoval does not check disabling, another secret, and removal.
  test('the last enabled provider stays enabled', async ({ assert }) => {
    await turnOn()
    for (const body of [{ isActive: false }, { clientSecret: 'another' }, { clientId: 'other' }]) {
      const { status, body: refusal } = await change(body)
      assert.deepEqual([status, refusal.code], [409, 'E_SSO_ONLY'], JSON.stringify(body))
    }
    const path = `/api/oauth-configs/${config.id}`
    const removed = await app.call<Refusal>('DELETE', path, { as: as(boss) })
    assert.equal(removed.body.code, 'E_SSO_ONLY')
    assert.equal((await change({ name: 'Harbor' })).status, 200)
    // Red when disabled providers are checked too.
    const another = await setUp(app, as(boss), provider, {
      allowedDomains: [`${acme.subdomain}.example`],
    })
    // Red when any enabled provider is enough, even if no one has signed in with it.
    const early = await app.call<Refusal>('DELETE', path, { as: as(boss) })
    assert.deepEqual([early.status, early.body.code], [409, 'E_SSO_ONLY'])
    assert.equal((await change({ isActive: false })).body.code, 'E_SSO_ONLY')
    await boss.goThrough(another, `admin${turn}`, '?anew=true')
    assert.equal((await app.call('DELETE', path, { as: as(boss) })).status, 204)
  })

  // Red when changed settings for addresses do not count as another connection, or the new settings need no new sign-in.
  test('it cannot be changed so that no one can sign in', async ({ assert }) => {
    const own = `${acme.subdomain}.example`
    const settings = (more: object, id = config.id) =>
      app.call<Config & Refusal>('PUT', `/api/oauth-configs/${id}`, {
        as: as(boss),
        body: { settings: more },
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
    // A change that keeps administrators in is allowed.
    for (const more of [{ allowedDomains: [own] }, { emailClaim: 'email' }]) {
      const { body } = await settings(more)
      assert.deepEqual([body.isActive, body.testedAt === null], [true, false])
    }
    // People it knew before have not signed in with the changed one, so the other one cannot be removed.
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

  // Both sides lock the administrators and then the rules. Without a lock both succeed, and no one can sign
  // in.
  test('of a removal of the last provider and a parallel rule, one is refused', async ({
    assert,
  }) => {
    const second = await byProvider('admin')
    // A row exists by then; otherwise one side waits for the other to create it.
    await set(app, as(boss), { sessionHours: 300 })
    for (let round = 0; round < 10; round++) {
      const setting = put(app, as(boss), { ssoOnly: true, confirm: true })
      // Start the two sides at different times in each round.
      for (let turns = 0; turns < round; turns++) await setImmediate()
      const off = await app.call<Refusal>('PUT', `/api/oauth-configs/${config.id}`, {
        as: as(second),
        body: { isActive: false },
      })
      const ruled = await setting
      assert.sameMembers([off.status, ruled.status], [200, 409])
      assert.equal((await rules()).ssoOnly, ruled.status === 200)
      await set(app, as(boss), { ssoOnly: false })
      await change({ isActive: true })
    }
  })

  test('a person who signs in by mail during the change is signed out', async ({ assert }) => {
    const [, ...entered] = await Promise.all([
      turnOn(),
      ...['editor', 'viewer'].map((name) =>
        app.signIn(`${name}@${acme.subdomain}.example`, acme.subdomain).catch(() => null)
      ),
    ])
    for (const one of entered) if (one) assert.equal(await statusOf(app, one), 401)
  })

  // Red when assertCodeIsEnough accepts the mail, and when a provider is not asked to authenticate again.
  test('only the provider gives a fresh proof, never a mail', async ({ assert }) => {
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

  test('the sign-in page learns it with the list of providers', async ({ assert }) => {
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
    assert.deepEqual(await providers('unknown'), [])
  })

  // Red when disableTenant leaves the rule: no one could sign in.
  test('an operator lifts it with the providers, and super administrators separately', async ({
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
