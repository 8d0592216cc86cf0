import { test } from '@japa/runner'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { sessionOf, type Caller } from '@crossdock/kernel/testing'
import type { TestApp, TestTenant } from '@crossdock/backend/testing'
import { clientId, clientSecret, sign, type TestProvider } from './provider.js'
import { appAndProvider, SsoBrowser, type Config } from './signing_in.js'

interface Trial {
  failure: string | null
  claims: { name: string; value: string }[]
  person: {
    email: string
    firstName: string | null
    lastName: string | null
    isNew: boolean
  } | null
  role: string | null
  at: string
}
interface Refused {
  code: string
  message: string
}

const verified = { email_verified: true }
const people = {
  ada: { email: 'ada@people.example', given_name: 'Ada', ...verified, groups: ['bosses'] },
  admin: { email: 'admin@acme.example', ...verified },
  stranger: { email: 'stranger@elsewhere.example', ...verified },
}

test.group('A trial of an identity provider', (group) => {
  let app: TestApp
  let provider: TestProvider
  let acme: TestTenant
  let turn = 0

  group.setup(async () => {
    const made = await appAndProvider(people)
    ;({ app, provider } = made)
    acme = await app.tenant('acme')
    return made.stop
  })
  group.each.teardown(() => {
    provider.tamper = undefined
    provider.instead.clear()
  })

  const create = async (settings: object = {}) => {
    const { id } = await app.ok<Config>('POST', '/api/oauth-configs', {
      as: acme.admin,
      body: {
        name: `Quay ${++turn}`,
        issuer: provider.issuer,
        clientId,
        clientSecret,
        settings: { allowedDomains: ['people.example', 'acme.example'], ...settings },
      },
    })
    await app.ok('POST', `/api/oauth-configs/${id}/test`, { as: acme.admin })
    return id
  }
  const begin = (id: string, as: Caller) =>
    app.call<Refused & { url: string }>('POST', `/api/oauth-configs/${id}/trial`, { as })
  const outcome = (id: string, as: Caller) =>
    app.call<Trial & Refused>('GET', `/api/oauth-configs/${id}/trial`, { as })
  const config = (id: string) =>
    app.ok<Config>('GET', `/api/oauth-configs/${id}`, { as: acme.admin })
  const switchOn = (id: string) =>
    app.call<Config & Refused>('PUT', `/api/oauth-configs/${id}`, {
      as: acme.admin,
      body: { isActive: true },
    })
  /** Begins in the administrator's browser, signs in at the provider, and returns to the page. */
  const tryOut = async (id: string, login: string | null) => {
    const begun = await begin(id, acme.admin)
    const browser = new SsoBrowser(app)
    browser.jar = sessionOf(begun, acme.admin)
    const back = await browser.visit.signIn(begun.body.url, login)
    return { browser, to: await browser.comeBack(back), back }
  }
  const rowsOf = (table: string, config_id: string) =>
    asOperator('a test looks', async () => unscoped().from(table).where({ config_id }))

  // Red when a trial signs in, adds the person, or proves nothing.
  test('shows the person and the role, and lets the provider be switched on', async ({
    assert,
  }) => {
    const id = await create({ roleMapping: [{ claim: 'groups', value: 'bosses', role: 'editor' }] })
    const refused = await switchOn(id)
    assert.deepEqual([refused.status, refused.body.code], [409, 'E_UNPROVEN'])
    assert.match(refused.body.message, /Settings, Single sign-on/)
    const { browser, to } = await tryOut(id, 'ada')
    assert.equal(to, `/settings?tab=sso&trial=${id}`)
    const { body: trial } = await outcome(id, browser.jar)
    assert.isNull(trial.failure)
    const person = { email: 'ada@people.example', firstName: 'Ada', lastName: null, isNew: true }
    assert.deepEqual([trial.person, trial.role], [person, 'editor'])
    assert.deepInclude(trial.claims, { name: 'groups', value: '["bosses"]' })
    assert.deepInclude(trial.claims, { name: 'email', value: 'ada@people.example' })
    assert.notInclude(JSON.stringify(trial.claims), '"nonce"')
    // The session is still the administrator's, and no person and no session were created.
    assert.equal((await browser.me())?.email, 'admin@acme.example')
    assert.isEmpty(await rowsOf('oauth_identities', id))
    assert.isEmpty(await rowsOf('oauth_sessions', id))
    const users = await app.ok<{ email: string }[]>('GET', '/api/users', { as: acme.admin })
    assert.notInclude(JSON.stringify(users), 'ada@people.example')

    assert.isNotNull((await config(id)).provenAt)
    assert.isTrue((await switchOn(id)).body.isActive)
    const own = await tryOut(id, 'admin')
    const { body: known } = await outcome(id, own.browser.jar)
    assert.deepEqual([known.person?.isNew, known.role], [false, 'admin'])
  })

  // Red when only good outcomes are stored, or a bad one proves the provider.
  test('shows the claims of a refused person, and proves nothing', async ({ assert }) => {
    const id = await create()
    for (const [login, failure] of [
      ['stranger', 'domain'],
      [null, 'denied'],
    ] as const) {
      const { browser, to } = await tryOut(id, login)
      assert.equal(to, `/settings?tab=sso&trial=${id}`)
      const { body } = await outcome(id, browser.jar)
      assert.deepEqual([body.failure, body.person, body.role], [failure, null, null])
      assert.equal(JSON.stringify(body.claims).includes('stranger@elsewhere'), login !== null)
    }
    provider.tamper = ({ header, claims }) =>
      sign({ header, claims: { ...claims, aud: [clientId, 'other'] } }, provider.key)
    const { browser } = await tryOut(id, 'ada')
    assert.equal((await outcome(id, browser.jar)).body.failure, 'audience')
    assert.isNull((await config(id)).provenAt)
    assert.equal((await switchOn(id)).body.code, 'E_UNPROVEN')
  })

  // Red when markProven() does not compare the tried connection with the current one.
  test('does not count after a change of the connection', async ({ assert }) => {
    const id = await create()
    const change = (clientSecret: string) =>
      app.ok('PUT', `/api/oauth-configs/${id}`, { as: acme.admin, body: { clientSecret } })
    provider.tamper = async ({ raw }) => {
      await change('another')
      return raw
    }
    const { browser } = await tryOut(id, 'ada')
    provider.tamper = undefined
    assert.equal((await outcome(id, browser.jar)).body.failure, 'expired')
    assert.isNull((await config(id)).provenAt)
    await change(clientSecret)
    await tryOut(id, 'ada')
    assert.isNotNull((await config(id)).provenAt)
    await change('another')
    assert.isNull((await config(id)).provenAt)
  })

  // Red when any browser can complete it, or twice, or any administrator sees the outcome.
  test('belongs to the browser and the person who began it', async ({ assert }) => {
    const id = await create()
    const begun = await begin(id, acme.admin)
    const own = new SsoBrowser(app)
    own.jar = sessionOf(begun, acme.admin)
    const back = await own.visit.signIn(begun.body.url, 'ada')
    const thief = new SsoBrowser(app)
    assert.equal(await thief.comeBack(back), '/login?sso=browser')
    assert.isNull(await thief.me())
    assert.equal(await own.comeBack(back), `/settings?tab=sso&trial=${id}`)
    assert.equal(await own.comeBack(back), '/login?sso=expired')

    const email = 'second@acme.example'
    await app.ok('POST', '/api/users', { as: acme.admin, body: { email, role: 'admin' } })
    const second = await app.signIn(email, 'acme')
    assert.equal((await outcome(id, second)).status, 404)
    const bolt = await app.tenant(`bolt${turn}`)
    assert.equal((await outcome(id, bolt.admin)).status, 404)
    assert.equal((await begin(id, bolt.admin)).status, 404)
    for (const as of [acme.editor, acme.viewer]) assert.equal((await begin(id, as)).status, 403)
    assert.equal((await begin(id, acme.token)).status, 403)

    // The outcome is gone after ten minutes.
    app.clock.advance(11 * 60_000)
    assert.equal((await outcome(id, acme.admin)).status, 404)
    await begin(id, acme.admin)
    assert.lengthOf(await rowsOf('oauth_sign_ins', id), 1)
  })

  test('that cannot begin reports it, and no sign-in begins with a provider that is off', async ({
    assert,
  }) => {
    const id = await create()
    assert.match(await new SsoBrowser(app).begin({ id }), /sso=unknown$/)
    await app.ok('PUT', `/api/oauth-configs/${id}`, {
      as: acme.admin,
      body: { issuer: 'https://10.1.2.3', clientSecret: null },
    })
    const { status, body } = await begin(id, acme.admin)
    assert.deepEqual([status, body.code], [409, 'E_TRIAL'])
    assert.match(body.message, /not_allowed/)
  })
})
