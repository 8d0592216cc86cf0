// onBothDatabases: asks which database it runs on
import { test } from '@japa/runner'
import {
  bootApp,
  FeedReader,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { testDatabase } from '@crossdock/kernel/testing'

interface Person {
  id: string
  email: string
}

interface Refusal {
  code: string
  message: string
  errors: { field: string; message: string }[]
}

test.group('People who leave', (group) => {
  let app: TestApp
  let acme: TestTenant
  let turn = 0

  /** A person with a session and a token. */
  async function newPerson(role = 'editor') {
    const email = `person-${++turn}@acme.example`
    const body = { email, role }
    const { id } = await app.ok<Person>('POST', '/api/users', { as: acme.admin, body })
    const as = await app.signIn(email, 'acme')
    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as,
      body: { name: 'theirs' },
    })
    return { id, email, as, token: { headers: { authorization: `Bearer ${token}` } } }
  }
  const activate = (id: string, isActive: boolean) =>
    app.ok('PUT', `/api/users/${id}`, { as: acme.admin, body: { isActive } })
  const remove = (id: string, successor?: string, as: Caller = acme.admin) =>
    app.call<Refusal>('DELETE', `/api/users/${id}${successor ? `?successor=${successor}` : ''}`, {
      as,
    })
  const status = async (as: Caller, at = app) =>
    (await at.call('GET', '/api/assets', { as })).status
  const rows = (table: string, where: object) =>
    asOperator('a test looks', async () => unscoped().from(table).where(where))

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  // Red without the trigger on tokens, or when updateUser records no event of the person.
  test('deactivation ends sessions, tokens and streams immediately and permanently', async ({
    assert,
  }) => {
    const { id, as, token } = await newPerson()
    const feed = await FeedReader.open(app.url, '/api/events/stream', as)
    assert.deepEqual([await status(as), await status(token)], [200, 200])
    await activate(id, false)
    assert.deepEqual([await status(as), await status(token)], [401, 401])
    await feed.end()
    const refused = await app.call<{ code: string }>('GET', '/api/assets', { as })
    assert.equal(refused.body.code, 'E_DEACTIVATED')
    await activate(id, true)
    assert.deepEqual([await status(as), await status(token)], [401, 401])
    const listed = await app.ok<object[]>('GET', `/api/sessions?userId=${id}`, {
      as: acme.admin,
    })
    assert.isEmpty(listed)
  })

  test('a person is removed with all their own data', async ({ assert }) => {
    const { id, as, token } = await newPerson()
    await app.ok('PUT', '/api/me/preferences', { as, body: { values: { theme: 'dark' } } })
    const feed = await FeedReader.open(app.url, '/api/events/stream', as)
    assert.equal((await remove(id)).status, 204)
    assert.deepEqual([await status(as), await status(token)], [401, 401])
    await feed.end()
    for (const table of ['sessions', 'api_tokens', 'user_preferences', 'magic_tokens']) {
      assert.isEmpty(await rows(table, { user_id: id }), table)
    }
    assert.equal((await remove(id)).status, 404)
  })

  // Red when removeUser does not call assertMayChange.
  test('a person with more permissions than the caller cannot be removed', async ({ assert }) => {
    const body = { name: 'Clerk', permissions: ['users.read', 'users.write'] }
    const { key } = await app.ok<{ key: string }>('POST', '/api/roles', { as: acme.admin, body })
    const clerk = await newPerson(key)
    const boss = await newPerson('admin')
    const refused = await remove(boss.id, clerk.id, clerk.as)
    assert.equal(refused.status, 403)
    assert.match(refused.body.message, /You cannot manage person-\d+@acme\.example/)
    assert.equal(await status(boss.as), 200)
  })

  // Red when removeUser requires no successor, or hands nothing over.
  test('their data goes to a successor', async ({ assert }) => {
    const { id, email, as } = await newPerson('admin')
    const heir = await newPerson('viewer')
    const folder = await app.ok<{ id: string }>('POST', '/api/assets', {
      as,
      body: { name: 'Theirs', type: 'folder' },
    })
    const workflow = await app.ok<{ id: string }>('POST', '/api/integrations/workflows', {
      as,
      body: { name: 'Theirs', triggerType: 'manual', triggerConfig: {}, steps: [] },
    })
    const { belongings } = await app.ok<{ belongings: object[] }>(
      'GET',
      `/api/users/${id}/belongings`,
      { as: acme.admin }
    )
    assert.sameDeepMembers(belongings, [
      { kind: 'assets', count: 1, label: '1 file or folder' },
      { kind: 'workflows', count: 1, label: '1 workflow that runs with their rights' },
    ])
    const refused = await remove(id)
    assert.equal(refused.status, 409)
    assert.equal(refused.body.code, 'E_BELONGINGS')
    assert.include(refused.body.message, email)
    assert.lengthOf(refused.body.errors, 2)
    for (const successor of [id, 'unknown']) {
      assert.equal((await remove(id, successor)).status, 422, successor)
    }
    await activate(heir.id, false)
    assert.equal((await remove(id, heir.id)).status, 422)
    await activate(heir.id, true)
    assert.equal((await remove(id, heir.id)).status, 204)
    const [asset] = await rows('assets', { id: folder.id })
    assert.equal(asset.uploaded_by, heir.id)
    const [flow] = await rows('integration_workflows', { id: workflow.id })
    assert.equal(flow.saved_by, heir.id)
  })

  // Red when the job does not hand over the rest.
  test('even if it is more than one transaction can hand over', async ({ assert }) => {
    const { id, as } = await newPerson()
    const heir = await newPerson()
    const { id: folder } = await app.ok<{ id: string }>('POST', '/api/assets', {
      as,
      body: { name: 'Much', type: 'folder' },
    })
    const [like] = await rows('assets', { id: folder })
    for (const generated of ['parent_key', 'name_key', 'modified_key']) delete like[generated]
    await asOperator('a test fills', async () => {
      const copies = Array.from({ length: 1_200 }, (_, at) => ({
        ...like,
        id: crypto.randomUUID(),
        name: `Copy ${at}`,
      }))
      for (let at = 0; at < copies.length; at += 100) {
        await unscoped()
          .table('assets')
          .multiInsert(copies.slice(at, at + 100))
      }
    })
    assert.equal((await remove(id, heir.id)).status, 204)
    await until('all to be handed over', async () => {
      return (await rows('assets', { uploaded_by: id })).length === 0
    })
    assert.lengthOf(await rows('assets', { uploaded_by: heir.id }), 1_201)
  })

  if (testDatabase === 'pg') {
    // Red when no event is recorded: the cache of other processes does not expire here.
    test('deactivation applies in another process', async ({ assert }) => {
      const other = await bootApp({ database: app.database })
      try {
        const { id, as, token } = await newPerson()
        const feed = await FeedReader.open(other.url, '/api/events/stream', as)
        assert.deepEqual([await status(as, other), await status(token, other)], [200, 200])
        other.clock.hold()
        await activate(id, false)
        await feed.end()
        assert.deepEqual([await status(as, other), await status(token, other)], [401, 401])
      } finally {
        await other.stop()
      }
    })
  }
})
