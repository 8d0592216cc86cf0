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
import { now, unscoped } from '@crossdock/kernel/database'
import { defineEvent } from '@crossdock/kernel/events'
import { definePlugin } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'

interface LiveEvent {
  target: { id: string } | null
}

const path = '/api/events/stream'
/** A long name, so that few events exceed the buffers of the machine. */
const long = (what: string, length: number) => what.padEnd(length, '_')
const counted = defineEvent(long('something_counted', 100), {
  payload: vine.object({}),
  description: 'Something was counted',
  permission: null,
})
const counting = definePlugin({
  name: 'counting',
  version: '1.0.0',
  compatibility: '^0.1',
  eventTypes: [counted],
})

test.group('bursts of events', (group) => {
  let app: TestApp
  let acme: TestTenant
  const open: { close: () => void }[] = []

  group.setup(async () => {
    app = await bootApp({ plugins: [counting] })
    acme = await app.tenant('acme')
    return () => app.stop()
  })
  group.each.teardown(() => {
    for (const reader of open.splice(0)) reader.close()
  })

  async function follow() {
    const reader = await FeedReader.open<LiveEvent>(app.url, path, acme.admin)
    open.push(reader)
    await until('the stream to begin', () => reader.lastEventId)
    return reader
  }

  /** Opens the stream and reads only its head until it is resumed. */
  async function followWithoutReading() {
    const socket: Socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    open.push({ close: () => socket.destroy() })
    const heard = { socket, text: '', ended: false }
    socket.on('data', (data) => (heard.text += data.toString()))
    socket.on('close', () => (heard.ended = true))
    const { authorization } = acme.token.headers
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`)
    await until('the stream to begin', () => heard.text.includes('\nid: '))
    socket.pause()
    return heard
  }

  /** Waits until a reader has received the event of a target. */
  const follows = (reader: FeedReader<LiveEvent>, id: string) =>
    until(`${id} (${reader.messages.length} so far)`, () => {
      // Later events may have arrived.
      if (reader.messages.slice(-50).some(({ data }) => data.target?.id === id)) return true
      if (reader.ended) throw new Error(`It was cut off after ${reader.messages.length} events.`)
      return false
    })
  const folder = async () => {
    const body = { name: `Folder ${crypto.randomUUID()}`, type: 'folder' }
    return (await app.ok<{ id: string }>('POST', '/api/assets', { as: acme.admin, body })).id
  }
  /** Stores events without waking the tail; the next event delivers them all together. */
  const store = (count: number) =>
    asOperator('write past the log', async () => {
      for (let from = 0; from < count; from += 500) {
        const rows = Array.from({ length: Math.min(500, count - from) }, (_, at) => {
          const id = crypto.randomUUID()
          return {
            id,
            root_id: id,
            tenant_id: acme.id,
            event_type: counted.name,
            payload: '{}',
            target_type: long('counter', 50),
            target_id: long(`${from + at}-`, 64),
            actor_type: 'system',
            created_at: now(),
          }
        })
        await unscoped().insertQuery().table('middleware_events').multiInsert(rows)
      }
    })

  // Red when all new events of the log are written at once: they exceed the buffer of a reader.
  test('reach a reader completely, without a disconnect', async ({ assert }) => {
    const reader = await follow()
    await store(1_500)
    const last = await folder()
    const later = await follows(reader, last).then(folder)
    await follows(reader, later)
    const made = [...Array.from({ length: 1_500 }, (_, at) => long(`${at}-`, 64)), last, later]
    // Events of the tenant's creation may arrive, too.
    const isMade = new Set(made)
    const ids = reader.messages.map(({ data }) => data.target?.id)
    const received = ids.filter((id) => id !== undefined && isMade.has(id))
    assert.deepEqual(received, made)
  })

  // Red when the queue of a reader has no limit, and when a slow reader is disconnected instead of reset.
  test('become one reset for a slow reader', async ({ assert }) => {
    const slow = await followWithoutReading()
    const fast = await follow()
    const many = 24_000
    await store(many)
    const last = await folder()
    await follows(fast, last)
    slow.socket.resume()
    await until('the reset', () => slow.text.includes('event: reset') || slow.ended)
    const later = await folder()
    await until('what came later', () => slow.text.includes(later) || slow.ended)
    assert.isFalse(slow.ended)
    const { length } = slow.text.match(/^data: /gm)!
    assert.isBelow(length, many)
    assert.lengthOf(slow.text.match(/^event: reset/gm)!, 1)
  })
})
