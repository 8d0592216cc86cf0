// onBothDatabases: the first spec of its domain
import { test } from '@japa/runner'
import {
  bootApp,
  FeedReader,
  until,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { Browser } from '../../access/tests/support.js'
import { ageSessions, alterRules, set, statusOf } from './support.js'

test.group('Sign-in rules: session length', (group) => {
  let app: TestApp
  let acme: TestTenant
  let turn = 0

  group.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })
  group.each.setup(async () => {
    acme = await app.tenant(`len${++turn}`)
  })

  /** An operator sets the rule, because it would also end the administrator's own session. */
  async function setByOperator(body: object) {
    const { headers } = await app.superAdmin()
    return set(app, { headers: { ...headers, 'x-tenant': acme.id } }, body)
  }
  const ends = async (): Promise<number[]> => {
    const rows: { created_at: string; expires_at: string }[] = await asOperator(
      'a test looks',
      async () => unscoped().from('sessions').where('tenant_id', acme.id)
    )
    return rows.map((row) => (Date.parse(row.expires_at) - Date.parse(row.created_at)) / 3_600_000)
  }

  // Red when startSession ignores the rule; the cookie would outlive its session.
  test('new sessions and their cookies end at that time', async ({ assert }) => {
    await set(app, acme.admin, { sessionHours: 5 })
    const browser = new Browser(app)
    const email = `viewer@${acme.subdomain}.example`
    const { code } = await browser.mail(email, acme.subdomain)
    const reply = await browser.code(email, code, acme.subdomain)
    for (const cookie of reply.headers.getSetCookie().slice(0, 2)) {
      assert.match(cookie, /Max-Age=18000;/)
    }
    for (const hours of await ends()) assert.closeTo(hours, 5, 0.01)
  })

  // Red without applyRules and endUnder.
  test('existing sessions are shortened immediately, and a longer rule revives none', async ({
    assert,
  }) => {
    await ageSessions(acme.id, 3)
    assert.equal(await statusOf(app, acme.viewer), 200)
    await setByOperator({ sessionHours: 4 })
    assert.equal(await statusOf(app, acme.viewer), 200)
    const [own] = await app.ok<{ expiresAt: string }[]>('GET', '/api/sessions', { as: acme.viewer })
    assert.closeTo((Date.parse(own!.expiresAt) - Date.now()) / 3_600_000, 1, 0.01)
    await setByOperator({ sessionHours: 2 })
    assert.equal(await statusOf(app, acme.viewer), 401)
    // Red when the rule does not change `expires_at`.
    await setByOperator({ sessionHours: null })
    assert.equal(await statusOf(app, acme.viewer), 401)
    const newSession = await app.signIn(`viewer@${acme.subdomain}.example`, acme.subdomain)
    assert.equal(await statusOf(app, newSession), 200)
  })

  // Red without endUnder: a session that started during the change would last two weeks.
  test('a session that the change missed ends by the rule, too', async ({ assert }) => {
    await ageSessions(acme.id, 3)
    await alterRules(acme.id, { session_hours: 2 })
    assert.equal(await statusOf(app, acme.viewer), 401)
    // Red when setRules does not apply the old rules first.
    await setByOperator({ sessionHours: 24 })
    assert.equal(await statusOf(app, acme.viewer), 401)
    assert.equal((await app.call('GET', '/api/assets', { as: acme.token })).status, 200)
  })

  test('an open stream ends with its session', async ({ assert }) => {
    const feed = await FeedReader.open(app.url, '/api/events/stream', acme.viewer)
    await until('the feed to begin', () => feed.lastEventId)
    await ageSessions(acme.id, 3)
    assert.isFalse(feed.ended)
    await setByOperator({ sessionHours: 2 })
    await until('the feed to end', () => feed.ended)
  })

  test('other tenants and super administrators are not affected', async ({ assert }) => {
    const bolt = await app.tenant(`lenother${turn}`)
    await ageSessions(bolt.id, 3)
    await setByOperator({ sessionHours: 1 })
    assert.equal(await statusOf(app, bolt.viewer), 200)
    assert.equal(await statusOf(app, await app.superAdmin()), 200)
  })
})
