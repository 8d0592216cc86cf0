import { test } from '@japa/runner'
import { bootApp, FeedReader, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import type { Caller } from '@crossdock/kernel/testing'
import { alter, rows } from './support.js'

interface Shown {
  id: string
  userId: string
  browser: string | null
  system: string | null
  ip: string | null
  isCurrent: boolean
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

test.group('The sessions of a person', (group) => {
  let app: TestApp
  let acme: TestTenant
  let turn = 0

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  /** A person with this number of sessions. */
  async function person(count = 2, role = 'viewer') {
    const email = `person-${++turn}@acme.example`
    const { id } = await app.ok<{ id: string }>('POST', '/api/users', {
      as: acme.admin,
      body: { email, role },
    })
    const sessions: Caller[] = []
    for (let at = 0; at < count; at++) sessions.push(await app.signIn(email, 'acme'))
    return { id, email, sessions }
  }
  const list = (as: Caller, query = '') =>
    app.ok<Shown[]>('GET', `/api/sessions${query}`, {
      as,
    })
  const status = async (as: Caller) => (await app.call('GET', '/api/auth/me', { as })).status
  const refusal = async (method: string, path: string, as: Caller) => {
    const { status, body } = await app.call<{ code: string; message: string }>(method, path, { as })
    return { status, ...body }
  }

  test('are listed for their owner, with the current one marked', async ({ assert }) => {
    const { id, sessions } = await person()
    const shown = await list(sessions[0]!)
    assert.lengthOf(shown, 2)
    assert.deepEqual(
      shown.map(({ userId }) => userId),
      [id, id]
    )
    assert.lengthOf(
      shown.filter(({ isCurrent }) => isCurrent),
      1
    )
    assert.equal(shown[0]!.ip, '127.0.0.1')
    assert.notInclude(JSON.stringify(shown), 'token')
    const [second] = (await list(sessions[1]!)).filter(({ isCurrent }) => isCurrent)
    assert.notEqual(second!.id, shown.find(({ isCurrent }) => isCurrent)!.id)
  })

  test('name browser and system in words', async ({ assert }) => {
    const { sessions, id } = await person(1)
    const [stored] = await rows<{ id: string }>('sessions', { user_id: id })
    await alter('sessions', { id: stored!.id }, { user_agent: firefox })
    assert.containsSubset(await list(sessions[0]!), [{ browser: 'Firefox', system: 'Linux' }])
  })

  // Red when closeSession records no event: the session stays cached for 3 seconds.
  test('end immediately with their streams', async ({ assert }) => {
    const { sessions } = await person()
    const [one, other] = sessions as [Caller, Caller]
    assert.equal(await status(other), 200)
    const stream = await FeedReader.open(app.url, '/api/events/stream', other)
    const [ending] = (await list(one)).filter(({ isCurrent }) => !isCurrent)
    await app.ok('DELETE', `/api/sessions/${ending!.id}`, { as: one })
    assert.equal(await status(other), 401)
    await stream.end()
    assert.equal(await status(one), 200)
    const again = await refusal('DELETE', `/api/sessions/${ending!.id}`, one)
    assert.equal(again.status, 404)
  })

  // Red when closeSessions ends the excepted session too, or records no event.
  test('all others end immediately', async ({ assert }) => {
    const { sessions } = await person(3)
    const [one, ...others] = sessions as [Caller, ...Caller[]]
    for (const as of others) assert.equal(await status(as), 200)
    assert.deepEqual(await app.ok('DELETE', '/api/sessions', { as: one }), { ended: 2 })
    for (const as of others) assert.equal(await status(as), 401)
    assert.equal(await status(one), 200)
    assert.deepEqual(await app.ok('DELETE', '/api/sessions', { as: one }), { ended: 0 })
  })

  // Red when sessionOwner or mayEnd do not check `sessions.write`.
  test('are hidden from other people', async ({ assert }) => {
    const { id, sessions } = await person()
    const { sessions: curious } = await person(1, 'editor')
    const [as] = curious as [Caller]
    const [session] = await list(sessions[0]!)
    for (const [method, path] of [
      ['GET', `/api/sessions?userId=${id}`],
      ['DELETE', `/api/sessions?userId=${id}`],
    ] as const) {
      const refused = await refusal(method, path, as)
      assert.equal(refused.status, 403)
      assert.include(refused.message, 'sessions.write')
    }
    assert.equal((await refusal('DELETE', `/api/sessions/${session!.id}`, as)).status, 404)
    assert.equal(await status(sessions[0]!), 200)
    assert.equal(await status(sessions[1]!), 200)
  })

  test('can be seen and ended by an administrator of the tenant', async ({ assert }) => {
    const { id, email, sessions } = await person()
    const shown = await list(acme.admin, `?userId=${id}`)
    assert.lengthOf(shown, 2)
    assert.isFalse(shown.some(({ isCurrent }) => isCurrent))
    const as = acme.admin
    await app.ok('DELETE', `/api/sessions/${shown[0]!.id}`, { as })
    assert.deepEqual(await app.ok('DELETE', `/api/sessions?userId=${id}`, { as }), { ended: 1 })
    for (const session of sessions) assert.equal(await status(session), 401)
    const events = await rows<{ event_type: string; payload: unknown }>('middleware_events', {
      target_id: id,
      event_type: 'sessions_closed',
    })
    const payload = events[0]!.payload
    assert.deepEqual(typeof payload === 'string' ? JSON.parse(payload) : payload, {
      email,
      count: 1,
    })
  })

  // Red when isInCurrentTenant compares nothing.
  test('of other tenants and of super administrators do not exist', async ({ assert }) => {
    const globex = await app.tenant('globex')
    const { user } = await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', {
      as: globex.admin,
    })
    const root = await app.superAdmin()
    const operator = await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', { as: root })
    const sessions = [...(await list(globex.admin)), ...(await list(root))]
    assert.isAtLeast(sessions.length, 2)
    for (const id of [user.id, operator.user.id]) {
      for (const method of ['GET', 'DELETE']) {
        const refused = await refusal(method, `/api/sessions?userId=${id}`, acme.admin)
        assert.equal(refused.status, 404)
        assert.equal(refused.message, `There is no user with the id "${id}".`)
      }
    }
    for (const { id } of sessions) {
      assert.equal((await refusal('DELETE', `/api/sessions/${id}`, acme.admin)).status, 404)
    }
    assert.equal(await status(globex.admin), 200)
    assert.equal(await status(root), 200)
    const headers = { 'x-tenant': 'globex' }
    const path = `/api/sessions?userId=${user.id}`
    assert.lengthOf(await app.ok<Shown[]>('GET', path, { as: root, headers }), 1)
  })

  // Red when requirePerson accepts every token: a leaked token would show where its owner is signed in.
  test('are visible to a token only if it has all permissions of its owner', async ({ assert }) => {
    const { sessions } = await person(1)
    const [as] = sessions as [Caller]
    const token = async (scopes: string[]) => {
      const body = { name: 'probe', scopes }
      const made = await app.ok<{ token: string }>('POST', '/api/api-tokens', { as, body })
      return { headers: { authorization: `Bearer ${made.token}` } }
    }
    const narrow = await token(['assets.read'])
    const refused = await refusal('GET', '/api/sessions', narrow)
    assert.equal(refused.status, 403)
    assert.include(refused.message, 'The API token "probe" may do less than its owner')
    assert.equal((await refusal('DELETE', '/api/sessions', narrow)).status, 403)
    assert.equal(await status(as), 200)
    const whole = await token([])
    const shown = await list(whole)
    assert.lengthOf(shown, 1)
    assert.isFalse(shown[0]!.isCurrent)
    assert.deepEqual(await app.ok('DELETE', '/api/sessions', { as: whole }), { ended: 1 })
    assert.equal(await status(as), 401)
  })

  test('of an unknown person are refused', async ({ assert }) => {
    const none = await refusal('GET', '/api/sessions?userId=none', acme.admin)
    assert.equal(none.status, 404)
    const unknown = await refusal('GET', '/api/sessions?owner=me', acme.admin)
    assert.equal(unknown.status, 400)
    const field = await refusal('DELETE', '/api/sessions?owner=me', acme.admin)
    assert.equal(field.status, 400)
    assert.include(field.message, 'owner')
  })
})
