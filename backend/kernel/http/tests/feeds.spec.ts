import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import {
  bootApp,
  FeedReader,
  until,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { roleSources } from '@crossdock/backend/access'
import { transaction, unscoped } from '@crossdock/kernel/database'
import { defineEvent, recordEvent } from '@crossdock/kernel/events'
import { answerShape } from '@crossdock/kernel/shapes'
import { feed, type Feed } from '@crossdock/kernel/http'
import { contribute, definePermission, definePlugin } from '@crossdock/kernel/plugin'
import { asOperator, currentContext, inTenant } from '@crossdock/kernel/tenancy'
import type { Caller } from '@crossdock/kernel/testing'

const note = answerShape('Note', { tenantId: vine.string() })
const piece = `data: ${JSON.stringify('x'.repeat(64 * 1024))}\n\n`
/** More than the operating system buffers for a connection. */
const mostPieces = 2_000

/** Feeds that were sent more than any buffer holds. */
const flooded: Feed[] = []

class Feeds {
  /** Sends only its scope. */
  quiet() {
    return (stream: Feed) => {
      stream.send({ data: { tenantId: currentContext().tenantId } })
    }
  }

  /** Sends more than any buffer holds. */
  flood() {
    return async (stream: Feed) => {
      flooded.push(stream)
      for (let sent = 0; sent < mostPieces && stream.isOpen; sent++) {
        // Without checking in between.
        stream.write(piece)
        stream.write(piece)
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
  }

  /** Sends more than socket buffers hold, but less than the limit for a reader. */
  heap() {
    return (stream: Feed) => {
      flooded.push(stream)
      for (let sent = 0; sent < 200; sent++) stream.write(piece)
    }
  }

  broken() {
    return (): void => {
      throw new Error('as a careless plugin does')
    }
  }
}
const feeds = async () => ({ default: Feeds })
const events = { message: note }

const streamingRead = definePermission('streaming.read', {
  description: 'Read',
  roles: ['editor'],
})

const streaming = definePlugin({
  name: 'streaming',
  version: '1.0.0',
  compatibility: '^0.1',
  permissions: [streamingRead],
  operations: async () => ({
    default: [
      feed('GET /quiet', { summary: 'Quiet', permission: streamingRead, events }, feeds, 'quiet'),
      feed('GET /flood', { summary: 'Flood', events }, feeds, 'flood'),
      feed('GET /heap', { summary: 'Heap', events }, feeds, 'heap'),
      feed('GET /broken', { summary: 'Broken', events }, feeds, 'broken'),
    ],
  }),
})

/** Permissions of a role that a tenant created. */
let keeper: () => string[]

const roleChanged = defineEvent('role_changed', {
  description: 'A role is another one',
  payload: vine.object({}),
})

const tenantsRoles = definePlugin({
  name: 'tenants-roles',
  version: '1.0.0',
  compatibility: '^0.1',
  dependsOn: ['access'],
  eventTypes: [roleChanged],
  contributes: [
    contribute(roleSources, (sources) =>
      sources.add('tenants', {
        permissionsOf: async (role) => (role === 'keeper' ? keeper() : null),
      })
    ),
  ],
})

const never = 3_600_000

test.group('feeds', (group) => {
  let app: TestApp
  let acme: TestTenant
  const readers: FeedReader[] = []

  async function boot(bounds: Parameters<typeof bootApp>[0] = {}) {
    app = await bootApp({ plugins: [streaming], ...bounds })
    acme = await app.tenant('acme')
  }
  group.each.setup(() => async () => {
    for (const reader of readers.splice(0)) reader.close()
    await app.stop()
    flooded.length = 0
  })

  async function follow(as: Caller, path = '/api/quiet') {
    const reader = await FeedReader.open(app.url, path, as)
    readers.push(reader)
    return reader
  }
  const endOf = async (reader: FeedReader) => {
    await reader.end()
    const { event, data } = reader.messages.at(-1)!
    return { event, code: data.code }
  }

  test('pass the stages of an operation', async ({ assert }) => {
    await boot()
    const reader = await follow(acme.editor)
    const [first] = await reader.received(1)
    assert.equal(first!.data.tenantId, acme.id)
    assert.isAbove(reader.retryMs!, 0)
    assert.equal((await app.call('GET', '/api/quiet')).status, 401)
    assert.equal((await app.call('GET', '/api/quiet', { as: acme.viewer })).status, 403)
    assert.equal((await app.call('GET', '/api/quiet', { as: await app.superAdmin() })).status, 403)
    const reply = await app.call('GET', '/api/quiet', {
      as: acme.editor,
      headers: { 'accept-encoding': 'gzip' },
    })
    assert.equal(reply.headers.get('content-encoding'), null)
    assert.match(reply.headers.get('content-type')!, /^text\/event-stream/)
  })

  test('of a plugin that throws end', async ({ assert }) => {
    await boot({ settings: { LOG_LEVEL: 'silent' } })
    const reader = await follow(acme.editor, '/api/broken')
    await reader.end()
    assert.lengthOf(reader.messages, 0)
  })

  // Red when session events are ignored (the regular check never runs here).
  test('end when their session is signed out', async ({ assert }) => {
    await boot({ bounds: { recheckMs: never } })
    const other = await follow(acme.admin)
    const reader = await follow(acme.editor)
    await reader.received(1)
    await app.ok('POST', '/api/auth/logout', { as: acme.editor })
    assert.deepEqual(await endOf(reader), { event: 'end', code: 'E_UNAUTHENTICATED' })
    assert.isFalse(other.ended)
  })

  // Red when token events are ignored.
  test('end when their token is revoked', async ({ assert }) => {
    await boot({ bounds: { recheckMs: never } })
    const reader = await follow(acme.token)
    await reader.received(1)
    const [token] = await app.ok<{ id: string }[]>('GET', '/api/api-tokens', { as: acme.admin })
    await app.ok('DELETE', `/api/api-tokens/${token!.id}`, { as: acme.admin })
    const { event } = await endOf(reader)
    assert.equal(event, 'end')
  })

  // Red when only the regular check (which never runs here) notices: the feed would stay open for half a
  // minute.
  test('end when their token expires', async ({ assert }) => {
    await boot({ bounds: { recheckMs: never } })
    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: acme.admin,
      body: { name: 'short', expiresAt: new Date(Date.now() + 60_000).toISOString() },
    })
    const reader = await follow({ headers: { authorization: `Bearer ${token}` } })
    await reader.received(1)
    app.clock.advance(60_000)
    assert.deepEqual(await endOf(reader), { event: 'end', code: 'E_TOKEN' })
  })

  // Red when there is no regular check, or it looks only at the feed's own permission.
  test('end when {what}, without an event')
    .with([
      { what: 'the session is gone', table: 'sessions', change: null },
      { what: 'the permission is lost', table: 'users', change: { role: 'viewer' } },
      { what: 'another one is won', table: 'users', change: { role: 'admin' } },
      { what: 'the tenant is suspended', table: 'tenants', change: { status: 'suspended' } },
    ])
    .run(async ({ assert }, { table, change }) => {
      await boot()
      const reader = await follow(acme.editor)
      const kept = await follow(await app.superAdmin(), `/api/quiet?tenantId=${acme.id}`)
      await reader.received(1)
      await asOperator('as another process does', async () => {
        const query = unscoped().from(table)
        if (table === 'tenants') query.where('id', acme.id)
        else if (table === 'users') query.where({ tenant_id: acme.id, role: 'editor' })
        else query.where('tenant_id', acme.id)
        if (change) await query.update(change)
        else await query.delete()
      })
      app.clock.advance(60_000)
      assert.equal((await endOf(reader)).event, 'end')
      assert.isFalse(kept.ended)
    })

  // Red when a failed check ends the feed, or is not repeated (the regular check never runs here).
  test('end at a later check when the first one fails', async ({ assert }) => {
    await boot({ plugins: [streaming, tenantsRoles], bounds: { recheckMs: never } })
    keeper = () => [streamingRead.name]
    const email = `${crypto.randomUUID()}@acme.example`
    const { id } = await app.ok<{ id: string }>('POST', '/api/users', {
      as: acme.admin,
      body: { email, role: 'viewer' },
    })
    await asOperator('no operation creates these roles yet', () =>
      unscoped().from('users').where({ id }).update({ role: 'keeper' })
    )
    const reader = await follow(await app.signIn(email, 'acme'))
    await reader.received(1)
    let looks = 0
    keeper = () => {
      looks++
      throw new Error('as a database that is away')
    }
    await inTenant(acme.id, () =>
      transaction(() =>
        recordEvent(roleChanged, { target: { type: 'role', id: 'keeper' }, payload: {} })
      )
    )
    await until('some looks', () => looks > 1)
    assert.isFalse(reader.ended)
    keeper = () => []
    assert.deepEqual(await endOf(reader), { event: 'end', code: 'E_FORBIDDEN' })
  })

  // Red when closing the server waits for streams to end.
  test('end when the server stops', async ({ assert }) => {
    await boot()
    const reader = await follow(acme.editor)
    await reader.received(1)
    await app.app.terminate()
    await reader.end()
    assert.lengthOf(reader.messages, 1)
  })

  // Red when the window of a reader counts data that was never sent.
  test('are not slow readers while there are no events', async ({ assert }) => {
    const ms = 60_000
    await boot({ bounds: { readerWindowMs: ms, uploadWindowMs: ms, bodyMs: ms, beatMs: ms } })
    const reader = await follow(acme.editor)
    for (let beat = 1; beat <= 5; beat++) {
      app.clock.advance(ms)
      await until('a sign of life', () => reader.beats >= beat || reader.ended)
    }
    assert.isFalse(reader.ended)
  })

  // Red when the send buffer of a reader has no limit.
  test('of a reader that takes nothing are disconnected', async ({ assert }) => {
    await boot({ bounds: { streamBytes: 256 * 1024 } })
    const { port } = new URL(app.url)
    const socket: Socket = connect(Number(port), '127.0.0.1').pause()
    socket.on('error', () => undefined)
    const { authorization } = acme.token.headers
    socket.write(`GET /api/flood HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`)
    // It may have ended before the test looks.
    const [stream] = await until('it to begin', () => flooded.length === 1 && flooded)
    const raw = stream!.call.http.response.response
    await until('it to be cut', () => raw.destroyed)
    socket.destroy()
    assert.isFalse(raw.writableEnded)
  })

  // Red when the pace check skips feeds: a feed that writes less than the limit would stay open forever.
  test('of a reader that has stopped reading are cut after some time', async () => {
    const bounds = { streamBytes: 64 * 1024 * 1024, readerWindowMs: 60_000, recheckMs: never }
    await boot({ bounds })
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1').pause()
    socket.on('error', () => undefined)
    const { authorization } = acme.token.headers
    socket.write(`GET /api/heap HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`)
    const [stream] = await until('it to begin', () => flooded.length === 1 && flooded)
    await until('it to be cut', () => {
      app.clock.advance(60_000)
      return stream!.call.http.response.response.destroyed
    })
    socket.destroy()
  })

  // Red when a client that never reads the end of a stream keeps its connection and seat.
  test('of a reader that takes nothing do not outlive their token', async ({ assert }) => {
    await boot({ bounds: { streamBytes: 64 * 1024 * 1024, recheckMs: never } })
    const { port } = new URL(app.url)
    const socket = connect(Number(port), '127.0.0.1').pause()
    socket.on('error', () => undefined)
    const { authorization } = acme.token.headers
    socket.write(`GET /api/heap HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`)
    const [stream] = await until('it to begin', () => flooded.length === 1 && flooded)
    const raw = stream!.call.http.response.response
    const [token] = await app.ok<{ id: string }[]>('GET', '/api/api-tokens', { as: acme.admin })
    await app.ok('DELETE', `/api/api-tokens/${token!.id}`, { as: acme.admin })
    await until('it to be ended', () => raw.writableEnded)
    assert.isAbove(raw.writableLength, 0)
    app.clock.advance(60_000)
    await until('it to be cut', () => raw.destroyed)
    socket.destroy()
  })

  // Red when seats are not released, or not counted.
  test('are limited for each caller, and closing one makes room', async ({ assert }) => {
    await boot({
      settings: { LOG_LEVEL: 'silent' },
      bounds: { streamsPerCaller: 2, streamsPerTenant: 3, streams: 4 },
    })
    const [first] = [await follow(acme.editor), await follow(acme.editor)]
    const more = (as: Caller) => app.call<{ code: string }>('GET', '/api/quiet', { as })
    const refused = await more(acme.editor)
    assert.equal(refused.status, 429)
    assert.equal(refused.body.code, 'E_TOO_MANY_STREAMS')
    assert.equal(refused.headers.get('retry-after'), '10')
    await follow(acme.admin)
    assert.equal((await more(acme.token)).status, 429)
    const globex = await app.tenant('globex')
    await follow(globex.editor)
    assert.equal((await more(globex.admin)).status, 503)
    first.close()
    await until('the place to be free', async () => (await more(acme.editor)).status === 200)
  })

  // Red when openFeed() accepts a handshake: a disconnect would go unnoticed.
  test('refuse handshakes and keep no seat for them', async ({ assert }) => {
    await boot({ bounds: { streamsPerCaller: 1 } })
    const { host, port } = new URL(app.url)
    const socket = connect(Number(port), '127.0.0.1')
    let answer = ''
    socket.on('data', (data) => (answer += data.toString('latin1')))
    const closed = once(socket, 'close')
    const head = [
      'GET /api/quiet HTTP/1.1',
      `Host: ${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      `Authorization: ${acme.token.headers.authorization}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    await until('an answer', () => answer.includes('\r\n\r\n'))
    assert.match(answer, /^HTTP\/1\.1 400 /)
    await closed
    assert.include(answer, '"code":"E_UPGRADE"')
    await follow(acme.token)
  })

  // Red when seats are counted only by credential.
  test('are limited for each person, over all tokens', async ({ assert }) => {
    await boot({ bounds: { streamsPerCaller: 1, streamsPerPerson: 2 } })
    const token = async (): Promise<Caller> => {
      const body = { name: 'seat' }
      const made = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
        as: acme.editor,
        body,
      })
      return { headers: { authorization: `Bearer ${made.token}` } }
    }
    const first = await follow(await token())
    await follow(acme.editor)
    const third = await token()
    const more = () => app.call<{ code: string }>('GET', '/api/quiet', { as: third })
    const refused = await more()
    assert.equal(refused.status, 429)
    assert.equal(refused.body.code, 'E_TOO_MANY_STREAMS')
    await follow(acme.admin)
    first.close()
    await until('the place to be free', async () => (await more()).status === 200)
  })

  // Red when only another site is refused: an image on a sibling subdomain sends the cookie but no Origin.
  test('accept cookies only from pages of the same origin', async ({ assert }) => {
    await boot()
    for (const site of ['same-site', 'cross-site']) {
      const headers = { 'sec-fetch-site': site }
      const reply = await app.call<{ code: string }>('GET', '/api/quiet', {
        as: acme.editor,
        headers,
      })
      assert.equal(reply.body.code, 'E_ORIGIN', site)
      // An answer other than a stream only makes the page's request fail.
      assert.equal(
        (await app.call('GET', '/api/auth/me', { as: acme.editor, headers })).status,
        200
      )
    }
    for (const site of ['same-origin', 'none']) {
      const headers = { ...acme.editor.headers, 'sec-fetch-site': site }
      await follow({ headers })
    }
    await follow({ headers: { ...acme.token.headers, 'sec-fetch-site': 'same-site' } })
  })
})
