import { test } from '@japa/runner'
import {
  bootApp,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'

interface Profile {
  email: string
  firstName: string | null
  lastName: string | null
  language: string | null
  timeZone: string | null
  appearance: string
  message: string
  errors: { field: string }[]
}

const path = '/api/settings/profile'

test.group('The own profile', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  const read = (as: Caller) => app.ok<Profile>('GET', path, { as })
  const put = (as: Caller, body: object, headers = {}) =>
    app.call<Profile>('PUT', path, { as, body, headers })

  test('has name, language, time zone and appearance, stored as preferences', async ({
    assert,
  }) => {
    const { email } = await read(acme.viewer)
    const chosen = { language: 'de', timeZone: 'Europe/Berlin', appearance: 'dark' }
    const set = await put(acme.viewer, { firstName: 'Ada', lastName: 'Quay', ...chosen })
    assert.deepEqual(set.body as object, { email, firstName: 'Ada', lastName: 'Quay', ...chosen })
    const me = await app.ok<{ preferences: object; user: { firstName: string } }>(
      'GET',
      '/api/auth/me',
      { as: acme.viewer }
    )
    assert.equal(me.user.firstName, 'Ada')
    assert.deepEqual(me.preferences, {
      locale: 'de',
      theme: 'dark',
      'preferences.timeZone': 'Europe/Berlin',
    })
    const cleared = { language: null, timeZone: null, lastName: null, appearance: 'system' }
    await put(acme.viewer, cleared)
    assert.deepEqual((await read(acme.viewer)) as object, { email, firstName: 'Ada', ...cleared })
    assert.isNull((await read(acme.editor)).firstName)
  })

  test('an unknown language or time zone is named, and nothing changes', async ({ assert }) => {
    const before = await read(acme.admin)
    for (const [field, value] of [
      ['language', 'tlh'],
      ['timeZone', 'Europe/Atlantis'],
      ['timeZone', '+02:00'],
    ] as const) {
      const refused = await put(acme.admin, { firstName: 'Other', [field]: value })
      assert.equal(refused.status, 422, value)
      assert.equal(refused.body.errors[0]!.field, field)
      assert.include(refused.body.message, `"${value}"`)
    }
    for (const [key, value] of [
      ['preferences.timeZone', 'Mars/Olympus'],
      ['locale', 'no tag'],
      ['theme', 'sepia'],
    ] as const) {
      const body = { values: { [key]: value } }
      const refused = await app.call('PUT', '/api/me/preferences', { as: acme.admin, body })
      assert.equal(refused.status, 422, key)
    }
    assert.deepEqual(await read(acme.admin), before)
  })

  test('the address stays, and the feed shows only a new name', async ({ assert }) => {
    const other = await put(acme.editor, { email: 'other@acme.example' })
    assert.equal(other.status, 422)
    const { email } = await read(acme.editor)
    await put(acme.editor, { email, timeZone: 'UTC' })
    await put(acme.editor, { email, firstName: 'Bo' })
    await put(acme.editor, { email, firstName: 'Bo' })
    await put(acme.editor, { email, firstName: 'Cy' })
    const entries = await until('both entries', async () => {
      const as = acme.admin
      const feed = await app.ok<{ action: string }[]>('GET', '/api/activity', { as })
      const all = feed.filter(({ action }) => action === 'Cy changed their name')
      return all.length >= 2 && all
    })
    assert.lengthOf(entries, 2)
  })

  // Red when the guard of If-Match does not run, so that the operation ignores the tag.
  test('a change with an outdated state is refused', async ({ assert }) => {
    const { headers } = await app.call('GET', path, { as: acme.admin })
    const seen = { 'if-match': String(headers.get('etag')) }
    assert.equal((await put(acme.admin, { firstName: 'First' }, seen)).status, 200)
    assert.equal((await put(acme.admin, { firstName: 'Second' }, seen)).status, 412)
    assert.equal((await read(acme.admin)).firstName, 'First')
  })

  test('a super administrator has one, the same in every tenant', async ({ assert }) => {
    const as = await app.superAdmin()
    const inside = { as, headers: { 'x-tenant': 'acme' } }
    await app.ok('PUT', path, { ...inside, body: { firstName: 'Root', language: 'de' } })
    const own = await read(as)
    assert.deepEqual([own.firstName, own.language], ['Root', 'de'])
  })

  // Red when the permissions of the token are not checked.
  test('a token without scopes has the profile of its owner, one with scopes has none', async ({
    assert,
  }) => {
    assert.equal((await put(acme.token, { lastName: 'Line' })).status, 200)
    assert.equal((await read(acme.admin)).lastName, 'Line')
    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: acme.admin,
      body: { name: 'narrow', scopes: ['assets.read'] },
    })
    const narrow = { headers: { authorization: `Bearer ${token}` } }
    assert.equal((await put(narrow, { firstName: 'Bot' })).status, 403)
    assert.equal((await app.call('GET', path, { as: narrow })).status, 403)
    assert.equal((await read(acme.admin)).lastName, 'Line')
  })
})
