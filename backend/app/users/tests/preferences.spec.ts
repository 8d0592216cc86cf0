import { test } from '@japa/runner'
import { bootApp, type Caller, type TestApp, type TestTenant } from '@crossdock/backend/testing'

interface Kept {
  values: Record<string, unknown>
  message: string
}

test.group('Preferences', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  const put = (as: Caller, values: object) =>
    app.call<Kept>('PUT', '/api/me/preferences', { as, body: { values } })
  const of = async (as: Caller) =>
    (await app.ok<{ preferences: object }>('GET', '/api/auth/me', { as })).preferences

  test('are stored by key for each person, and returned with the session', async ({ assert }) => {
    const views = [{ name: 'Failed', filter: { status: 'failed' } }]
    const set = await put(acme.editor, { 'list.logs.views': views, theme: 'dark' })
    assert.deepEqual(set.body, { values: { 'list.logs.views': views, theme: 'dark' } })
    await put(acme.editor, { 'list.logs.views': [], locale: 'de' })
    assert.deepEqual(await of(acme.editor), { 'list.logs.views': [], locale: 'de', theme: 'dark' })
    await put(acme.editor, { theme: null, never: null })
    assert.deepEqual(await of(acme.editor), { 'list.logs.views': [], locale: 'de' })
    assert.deepEqual(await of(acme.viewer), {})
  })

  test('of a super administrator are the same in every tenant', async ({ assert }) => {
    const as = await app.superAdmin()
    await put(as, { theme: 'light' })
    const inside = { as, headers: { 'x-tenant': 'acme' } }
    const body = { values: { locale: 'de' } }
    await app.ok('PUT', '/api/me/preferences', { ...inside, body })
    const { preferences } = await app.ok<{ preferences: object }>('GET', '/api/auth/me', inside)
    assert.deepEqual(preferences, { theme: 'light', locale: 'de' })
    assert.deepEqual(await of(as), preferences)
  })

  test('a program has none', async ({ assert }) => {
    const refused = await put(acme.token, { theme: 'dark' })
    assert.equal(refused.status, 403)
    assert.match(refused.body.message, /^Only people have preferences/)
    assert.deepEqual(await of(acme.token), {})
  })

  // Red on PostgreSQL without lockPerson(): each tab sees the space that the other one uses.
  test('parallel tabs share the limits', async ({ assert }) => {
    const tab = (at: number) =>
      put(
        acme.admin,
        Object.fromEntries(Array.from({ length: 60 }, (_, key) => [`tab${at}.${key}`, at]))
      )
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => tab(at)))
    assert.lengthOf(
      answers.filter(({ status }) => status === 200),
      3
    )
    assert.lengthOf(Object.keys(await of(acme.admin)), 180)
  })

  test('keys, sizes, number and total are limited', async ({ assert }) => {
    const long = (length: number) => 'x'.repeat(length - 2)
    for (const key of ['', '.theme', 'a b', 'a..b', 'x'.repeat(101), '$where']) {
      assert.equal((await put(acme.viewer, { [key]: 1 })).status, 422, key)
    }
    // Red when the error repeats the whole key.
    const endless = await put(acme.viewer, { ['x'.repeat(100_000)]: 1 })
    assert.isBelow(endless.body.message.length, 300)
    assert.equal((await put(acme.viewer, { big: long(16 * 1024) })).status, 200)
    assert.equal((await put(acme.viewer, { big: long(16 * 1024 + 1) })).status, 422)
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`k${at}`, at]))
    const tooMany = await put(acme.viewer, many)
    assert.equal(tooMany.status, 422)
    assert.equal(tooMany.body.message, '201 keys are too many: a person can have at most 200.')
    const six = Array.from({ length: 6 }, (_, at) => [`b${at}`, long(16 * 1024)])
    assert.equal((await put(acme.viewer, Object.fromEntries(six))).status, 200)
    const tooLong = await put(acme.viewer, { last: long(16 * 1024) })
    assert.equal(tooLong.status, 422)
    assert.match(
      tooLong.body.message,
      /^\d+ bytes in total are too many: a person can store 131072\./
    )
    assert.equal((await put(acme.viewer, { more: long(300 * 1024) })).status, 413)
  })
})
