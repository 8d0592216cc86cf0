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

test.group('Who leaves', (group) => {
  let app: TestApp
  let acme: TestTenant
  let turn = 0

  /** Somebody with a session and a token. */
  async function somebody(role = 'editor') {
    const email = `somebody-${++turn}@acme.example`
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

  // Red when the trigger on tokens is left out, or updateUser records no event of the person.
  test('deactivation ends sessions, tokens and streams at once, and for good', async ({
    assert,
  }) => {
    const { id, as, token } = await somebody()
    const feed = await FeedReader.open(app.url, '/api/events/stream', as)
    assert.deepEqual([await status(as), await status(token)], [200, 200])
    await activate(id, false)
    assert.deepEqual([await status(as), await status(token)], [401, 401])
    await feed.end()
    await activate(id, true)
    assert.deepEqual([await status(as), await status(token)], [401, 401])
    assert.isEmpty(await rows('sessions', { user_id: id }))
  })

  test('a person is removed with all that is theirs alone', async ({ assert }) => {
    const { id, as, token } = await somebody()
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

  // Red when removeUser leaves assertMayChange out.
  test('nobody removes who may do more than they', async ({ assert }) => {
    const body = { name: 'Clerk', permissions: ['users.read', 'users.write'] }
    const { key } = await app.ok<{ key: string }>('POST', '/api/roles', { as: acme.admin, body })
    const clerk = await somebody(key)
    const boss = await somebody('admin')
    const refused = await remove(boss.id, clerk.id, clerk.as)
    assert.equal(refused.status, 403)
    assert.match(refused.body.message, /You cannot decide about somebody-\d+@acme\.example/)
    assert.equal(await status(boss.as), 200)
  })

  // Red when removeUser asks for nobody, or hands nothing over.
  test('what they own goes to somebody who is named', async ({ assert }) => {
    const { id, email, as } = await somebody('admin')
    const heir = await somebody('viewer')
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
    for (const successor of [id, 'nobody']) {
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

  // Red when the rest is not handed over by a job.
  test('also when it is more than one transaction takes', async ({ assert }) => {
    const { id, as } = await somebody()
    const heir = await somebody()
    const { id: folder } = await app.ok<{ id: string }>('POST', '/api/assets', {
      as,
      body: { name: 'Much', type: 'folder' },
    })
    const [like] = await rows('assets', { id: folder })
    for (const generated of ['parent_key', 'name_key', 'modified_key']) delete like[generated]
    await asOperator('a test fills', async () => {
      const copies = Array.from({ length: 1_200 }, (_, at) => ({
        ...{ ...like, id: crypto.randomUUID(), name: `Copy ${at}` },
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
    // Red when nothing tells other processes: what they remember does not expire here.
    test('deactivation holds in another process', async ({ assert }) => {
      const other = await bootApp({ database: app.database })
      try {
        const { id, as, token } = await somebody()
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
