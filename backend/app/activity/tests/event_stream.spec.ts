import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import {
  bootApp,
  FeedReader,
  until,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { now, transaction, unscoped } from '@crossdock/kernel/database'
import { defineEvent, recordEvent } from '@crossdock/kernel/events'
import { definePlugin } from '@crossdock/kernel/plugin'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import type { Caller } from '@crossdock/kernel/testing'

interface LiveEvent {
  id: string
  type: string
  tenantId: string | null
  target: { type: string; id: string } | null
}

const path = '/api/events/stream'

const counted = defineEvent('something_counted', {
  payload: vine.object({ at: vine.number() }),
  description: 'Something was counted',
  permission: null,
})
const unspoken = defineEvent('something_unspoken', {
  payload: vine.object({}),
  description: 'A type without a permission',
})
const counting = definePlugin({
  name: 'counting',
  version: '1.0.0',
  compatibility: '^0.1',
  eventTypes: [counted, unspoken],
})

test.group('the live stream', (group) => {
  let app: TestApp
  let acme: TestTenant
  let globex: TestTenant
  const open: FeedReader<LiveEvent>[] = []

  group.setup(async () => {
    app = await bootApp({ plugins: [counting] })
    acme = await app.tenant('acme')
    globex = await app.tenant('globex')
    return () => app.stop()
  })
  group.each.teardown(() => {
    for (const reader of open.splice(0)) reader.close()
  })

  async function follow(as: Caller, query = '', lastEventId?: string) {
    const headers: Record<string, string> =
      lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
    const reader = await FeedReader.open<LiveEvent>(app.url, path + query, as, headers)
    open.push(reader)
    // The stream first sends its position, or the missed events.
    await until('the stream to begin', () => reader.lastEventId)
    return reader
  }

  const folder = async ({ admin }: TestTenant) => {
    const body = { name: `Folder ${crypto.randomUUID()}`, type: 'folder' }
    return (await app.ok<{ id: string }>('POST', '/api/assets', { as: admin, body })).id
  }
  const invite = ({ admin, subdomain }: TestTenant) => {
    const body = { email: `${crypto.randomUUID()}@${subdomain}.example`, role: 'viewer' }
    return app.ok('POST', '/api/users', { as: admin, body })
  }
  /** Stores an event of the first tenant without waking the tail. @returns its id */
  const store = (facts: object = {}) =>
    asOperator('write past the log', async () => {
      const id = crypto.randomUUID()
      const row = {
        id,
        root_id: id,
        tenant_id: acme.id,
        event_type: counted.name,
        payload: '{"at":0}',
        actor_type: 'system',
        created_at: now(),
        ...facts,
      }
      await unscoped().insertQuery().table('middleware_events').insert(row)
      return id
    })
  const targets = (reader: FeedReader<LiveEvent>) =>
    reader.messages.map(({ data }) => data.target?.id)

  test('sends events with type, target, actor and time only', async ({ assert }) => {
    const reader = await follow(acme.viewer)
    const id = await folder(acme)
    const [message] = await reader.received(1)
    assert.equal(message!.id, message!.data.id)
    assert.equal(message!.event, 'message')
    assert.containsSubset(message!.data, {
      type: 'folder_create',
      tenantId: acme.id,
      target: { type: 'asset', id },
      actor: { type: 'user' },
    })
    assert.sameMembers(Object.keys(message!.data), [
      'id',
      'type',
      'tenantId',
      'target',
      'actor',
      'createdAt',
    ])
  })

  // Red when every reader gets the events of all tenants.
  test('sends nothing of another tenant', async ({ assert }) => {
    const reader = await follow(globex.admin)
    await folder(acme)
    const own = await folder(globex)
    // Recent events of the own tenant may arrive, too.
    await until('the own folder', () => targets(reader).includes(own))
    const tenants = reader.messages.map(({ data }) => data.tenantId)
    assert.deepEqual([...new Set(tenants)], [globex.id])
  })

  // Red when missed events are read without the tenant.
  test('sends no missed events of another tenant', async ({ assert }) => {
    const reader = await follow(globex.admin)
    reader.close()
    await folder(acme)
    const own = await folder(globex)
    const later = await follow(globex.admin, '', reader.lastEventId)
    await later.received(1)
    assert.deepEqual(targets(later), [own])
  })

  // Red when events are sent without a permission check.
  test('sends each reader what they may read', async ({ assert }) => {
    const viewer = await follow(acme.viewer)
    const editor = await follow(acme.editor)
    await invite(acme)
    await folder(acme)
    const types = (reader: FeedReader<LiveEvent>) => reader.messages.map(({ data }) => data.type)
    await editor.received(2)
    await viewer.received(1)
    assert.deepEqual(types(editor), ['user_invited', 'folder_create'])
    assert.deepEqual(types(viewer), ['folder_create'])
  })

  // Red when everyone may read event types without a permission.
  test('sends no events of a type without a permission', async ({ assert }) => {
    const readers = [await follow(acme.admin), await follow(await app.superAdmin())]
    await inTenant(acme.id, () =>
      transaction(async () => {
        await recordEvent(unspoken, { payload: {} })
        await recordEvent(counted, { payload: { at: 0 } })
      })
    )
    for (const reader of readers) {
      const [first] = await reader.received(1)
      assert.equal(first!.data.type, 'something_counted')
    }
  })

  // Red when readableEvents() checks only types, or gives a program the events of its owner, or sends types that no
  // plugin has.
  test('sends people their own actions, but not to their programs', async ({ assert }) => {
    const makeToken = () =>
      app.ok<{ token: string }>('POST', '/api/api-tokens', {
        as: acme.viewer,
        body: { name: crypto.randomUUID() },
      })
    const types = (reader: FeedReader<LiveEvent>) => reader.messages.map(({ data }) => data.type)
    const before = await follow(acme.viewer)
    const { token } = await makeToken()
    // A stream that starts before the tail has read the event gets it, too.
    await until('the event of the token', () => types(before).includes('api_token_created'))
    const program = { headers: { authorization: `Bearer ${token}` } }
    const [person, ...others] = [
      await follow(acme.viewer),
      await follow(acme.editor),
      await follow(program),
    ]
    await makeToken()
    const { user } = await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', {
      as: acme.viewer,
    })
    await store({ event_type: 'done_by_a_former_plugin', actor_type: 'user', user_id: user.id })
    await folder(acme)
    await person!.received(2)
    assert.deepEqual(types(person!), ['api_token_created', 'folder_create'])
    for (const other of others) {
      await other.received(1)
      assert.deepEqual(types(other), ['folder_create'])
    }
  })

  // Red when #show() sends an event twice, or not at all, to readers that start before it. Red when it sends
  // to readers that read the log themselves.
  test('continues after an event that the tail has not reached', async ({ assert }) => {
    for (let round = 0; round < 5; round++) {
      // The tail is not woken for these.
      const [seen, missed] = [await store(), await store()]
      const reader = await follow(acme.admin, '', seen)
      const made = await Promise.all(Array.from({ length: 10 }, () => folder(acme)))
      const last = await folder(acme)
      await until('the last one', () => targets(reader).includes(last))
      assert.equal(reader.messages[0]!.id, missed)
      assert.sameMembers(targets(reader).slice(1, -1), made)
      reader.close()
    }
  })

  test('sends the requested types and targets', async ({ assert }) => {
    const types = await follow(acme.admin, '?types=user_invited,file_upload')
    await folder(acme)
    const watched = await folder(acme)
    const target = await follow(acme.admin, `?targetType=asset&targetId=${watched}`)
    await folder(acme)
    await app.ok('PUT', `/api/assets/${watched}`, {
      as: acme.admin,
      body: { name: `Renamed ${watched}` },
    })
    await invite(acme)
    await types.received(1)
    const changes = await until('the new name', () => {
      const messages = target.messages
      return messages.at(-1)?.data.type === 'folder_update' && messages
    })
    assert.equal(types.messages[0]!.data.type, 'user_invited')
    // The event of its creation may arrive after the stream has started.
    assert.deepEqual(new Set(changes.map(({ data }) => data.target?.id)), new Set([watched]))
    const refused = await app.call<{ message: string }>('GET', `${path}?types=no_such`, {
      as: acme.admin,
    })
    assert.equal(refused.status, 422)
    assert.equal(refused.body.message, 'There is no event type "no_such".')
  })

  // Red when a value that is no list counts as no filter.
  test('refuses filters that are no lists of words', async ({ assert }) => {
    const queries = [
      'types[a]=b',
      'types[a][b]=c',
      'types[]=a,b',
      'types[30]=a',
      'types[__proto__]=a',
      'types[constructor]=a',
      'types[0][toString]=a',
      'types=file_upload&types[a]=b',
      'types[a]=b&types=file_upload',
      'types[a][b][c][d][e][f][g]=h',
      'targetType[]=asset',
      'targetType=a&targetType=b',
      'targetId[a]=b',
      'targetId[valueOf]=b',
    ]
    for (const query of queries) {
      const reply = await app.call('GET', `${path}?${query}`, { as: acme.admin })
      assert.equal(reply.status, 422, query)
    }
    for (const query of ['types[]=file_upload', 'types[0]=file_upload', 'types[1]=file_upload']) {
      assert.equal(
        (await app.call('GET', `${path}?${query}`, { as: acme.admin })).status,
        200,
        query
      )
    }
  })

  test("continues after the last event, and after the stream's start", async ({ assert }) => {
    const first = await follow(acme.admin)
    first.close()
    const missed = [await folder(acme), await folder(acme)]
    const second = await follow(acme.admin, '', first.lastEventId)
    await second.received(2)
    second.close()
    assert.deepEqual(targets(second), missed)
    const more = await folder(acme)
    const third = await follow(acme.admin, `?lastEventId=${second.lastEventId}`)
    await third.received(1)
    assert.deepEqual(targets(third), [more])
  })

  // Red when a reader joins the tail without checking whether the log has grown: events are missing. Red when
  // reading starts with the event in `after`: that event arrives twice.
  test('neither loses nor repeats events during many writes', async ({ assert }) => {
    const made: string[] = []
    let writing = true
    const reader = await follow(acme.admin, '?types=folder_create')
    const writers = [acme, acme, globex, acme].map(async (tenant) => {
      for (let at = 0; at < 30; at++) {
        const id = await folder(tenant)
        if (tenant === acme) made.push(id)
      }
    })
    const all = Promise.all(writers).finally(() => (writing = false))
    const seen: (string | undefined)[] = []
    let current = reader
    for (let round = 1; writing; round++) {
      const before = current
      await until('some more, or the end', () => before.messages.length >= 3 || !writing)
      current.close()
      seen.push(...targets(current))
      current = await follow(acme.admin, '?types=folder_create', current.lastEventId)
    }
    await all
    await current.received(made.length - seen.length)
    await folder(acme)
    await current.received(made.length - seen.length + 1)
    seen.push(...targets(current).slice(0, -1))
    assert.sameMembers(seen, made)
    assert.lengthOf(seen, made.length)
  })

  test('says so when it cannot continue after {$self}')
    .with(['garbage', 'an event of another tenant', 'an event of the future', 'a deleted event'])
    .run(async ({ assert }, kind) => {
      const other = await follow(globex.admin)
      const own = await follow(acme.admin)
      await folder(globex)
      await folder(acme)
      const foreign = (await other.received(1))[0]!.id!
      const gone = (await own.received(1))[0]!.id!
      if (kind === 'a deleted event') {
        await asOperator('as retention will', () =>
          unscoped().from('middleware_events').where('id', gone).delete()
        )
      }
      const asked: Record<string, string> = {
        garbage: `"'; drop table`,
        'an event of another tenant': foreign,
        'an event of the future': 'ffffffff-ffff-7fff-bfff-ffffffffffff',
        'a deleted event': gone,
      }
      const reader = await follow(acme.admin, '', asked[kind])
      const [reset] = await reader.received(1)
      assert.equal(reset!.event, 'reset')
      const later = await folder(acme)
      await reader.received(2)
      assert.equal(reader.messages[1]!.data.target!.id, later)
      const resumed = await follow(acme.admin, '', reset!.id)
      await resumed.received(1)
      assert.include(targets(resumed), later)
    })

  test('says so, and stops reading, when too many events were missed', async ({ assert }) => {
    const first = await follow(globex.admin)
    first.close()
    const write = (events: number) =>
      inTenant(globex.id, () =>
        transaction(async () => {
          for (let at = 0; at < events; at++) {
            await recordEvent(counted, { payload: { at } })
          }
        })
      )
    const fast = await follow(globex.admin)
    await write(1_001)
    // The tail has delivered all of them, so the next stream cannot get them from the tail.
    await fast.received(1_001)
    const reader = await follow(globex.admin, '', first.lastEventId)
    const later = await until('the reset', async () => {
      const at = reader.messages.findIndex(({ event }) => event === 'reset')
      return at < 0 ? undefined : { at, id: await folder(globex) }
    })
    await reader.received(later.at + 2)
    assert.isAtMost(later.at, 1_000)
    assert.equal(reader.messages.at(-1)!.data.target!.id, later.id)
  })

  test('sends an operator the events of every tenant, or of the chosen one', async ({ assert }) => {
    const operator = await app.superAdmin()
    const all = await follow(operator)
    const one = await follow(operator, `?tenantId=${globex.id}`)
    const made = [await folder(acme), await folder(globex)]
    await all.received(2)
    await one.received(1)
    assert.deepEqual(targets(all), made)
    assert.deepEqual(targets(one), [made[1]])
    all.close()
    const more = [await folder(globex), await folder(acme)]
    const later = await follow(operator, '', all.lastEventId)
    await later.received(2)
    assert.deepEqual(targets(later), more)
  })

  test('is for signed-in callers and for our own pages', async ({ assert }) => {
    assert.equal((await app.call('GET', path)).status, 401)
    const headers = { origin: 'https://elsewhere.example' }
    assert.equal((await app.call('GET', path, { as: acme.admin, headers })).status, 403)
    assert.equal((await app.call('HEAD', path, { as: acme.admin })).status, 405)
    assert.equal((await app.call('GET', path, { as: acme.token, headers })).status, 200)
  })
})
